import { Button, Dropdown } from 'antd';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { MoonIcon, SunIcon } from '#web/ui/admin/kit/icons.tsx';
import {
  chooseTheme,
  onThemeChange,
  shownTheme,
  themeChoice,
  themeChoices,
} from '#web/ui/shared/theme-choice.ts';

/** Light, dark, or the system's theme. */
export function ThemeMenu() {
  const { t } = useTranslation();
  const choice = useSyncExternalStore(onThemeChange, themeChoice);
  const shown = useSyncExternalStore(onThemeChange, shownTheme);
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [choice],
        items: themeChoices.map((name) => ({ key: name, label: t(`theme.${name}`) })),
        onClick: ({ key }) => {
          const chosen = themeChoices.find((name) => name === key);
          if (chosen) chooseTheme(chosen);
        },
      }}
    >
      <Button
        type="text"
        aria-label={`${t('theme.label')}: ${t(`theme.${choice}`)}`}
        icon={shown === 'dark' ? <MoonIcon /> : <SunIcon />}
      />
    </Dropdown>
  );
}
