import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#contract/variants.ts';
import { isCustomerSignedIn } from '#web/ui/customer/session/customer-session.ts';
import { currentLocale, setLocale } from '#web/providers/i18n.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { controlProps, Field } from '#web/ui/customer/form/field.tsx';

/** The languages, each in its own language, at the top of every page. Switching keeps what was typed. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const { options, failed } = useLanguage();
  return (
    <div className="language">
      <select aria-label={t('languages.label')} autoComplete="off" {...options} />
      {failed && (
        <span className="language-failed" role="alert">
          {t('errors.network')}
        </span>
      )}
    </div>
  );
}

/** The same as a field of the account. */
export function LanguageSelect() {
  const { t } = useTranslation();
  const { options, failed } = useLanguage();
  const fault = failed ? t('errors.network') : undefined;
  return (
    <Field name="locale" label={t('languages.label')} hint={t('account.profile.languageHint')} fault={fault}>
      <select className="control" {...controlProps('locale', fault)} {...options} />
    </Field>
  );
}

/** Shows the chosen language; for signed-in customers it is also the language of emails and cabinet from now on. */
function useLanguage() {
  const { t } = useTranslation();
  const { config, client } = useCustomer();
  const [failed, setFailed] = useState(false);

  async function choose(tag: string) {
    const locale = localeOf(tag);
    if (!locale) return;
    try {
      await setLocale(locale);
      setFailed(false);
    } catch {
      setFailed(true);
      return;
    }
    // If this fails, the page still changes its language. An ended session will be noticed elsewhere.
    if (isCustomerSignedIn()) await client.call('changeMe', { body: { locale } }).catch(() => undefined);
  }

  return {
    failed,
    options: {
      value: currentLocale(),
      onChange: (event: React.ChangeEvent<HTMLSelectElement>) => void choose(event.target.value),
      children: config.locales.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {t(`languages.${locale}`)}
        </option>
      )),
    },
  };
}
