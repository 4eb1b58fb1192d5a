import { useInvalidateAuthStore } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { type Locale, localeOf } from '#contract/kernel/variants.ts';
import { currentLocale, errorText, setLocale } from '#web/providers/i18n.ts';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import { useCall } from '#web/ui/admin/resource/row-writes.ts';
import { GlobeIcon } from '#web/ui/admin/kit/icons.tsx';

/** The language switch: every language by its own name. With a session it is the account's from now on. */
export function LanguageMenu() {
  const { config } = useAdmin();
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const shown = currentLocale();
  const choose = useChosenLocale();
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
          choose(locale).catch((error: unknown) =>
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

/** Shows a language, and stores it with the account of somebody who is signed in. */
function useChosenLocale(): (locale: Locale) => Promise<void> {
  const { session } = useAdmin();
  const call = useCall();
  const invalidateAuth = useInvalidateAuthStore();
  const queries = useQueryClient();
  return async (locale) => {
    await setLocale(locale);
    // What the server said was in the language of before; what is on the screen is asked for again.
    void queries.invalidateQueries();
    if (session.token() === null) return;
    // If this fails, the panel still changes its language.
    await call(staffApi.changeMe, { body: { locale } }).then(invalidateAuth, () => undefined);
  };
}
