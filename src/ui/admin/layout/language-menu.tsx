import { App, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#contract/variants.ts';
import { currentLocale, errorText, setLocale } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { GlobeIcon } from '#web/ui/admin/kit/icons.tsx';

/** The language switch: every language by its own name. */
export function LanguageMenu() {
  const { config } = useAdmin();
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const shown = currentLocale();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [shown],
        items: config.locales.map((locale) => ({
          key: locale,
          label: <span lang={locale}>{t(`languages.${locale}`)}</span>,
        })),
        onClick: ({ key }) => {
          const locale = localeOf(key);
          if (!locale) return;
          setLocale(locale).catch((error: unknown) =>
            notification.error({ message: t('errors.title'), description: errorText(error) }),
          );
        },
      }}
    >
      <Button
        type="text"
        aria-label={`${shown.toUpperCase()} · ${t('languages.label')}: ${t(`languages.${shown}`)}`}
        icon={<GlobeIcon />}
      >
        <span className="language-code">{shown.toUpperCase()}</span>
      </Button>
    </Dropdown>
  );
}
