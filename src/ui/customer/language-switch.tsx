import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#contract/variants.ts';
import { currentLocale, setLocale } from '#web/providers/i18n.ts';
import { useCustomer } from '#web/ui/customer/customer-context.ts';

/** Each language in its own words; the page keeps what was typed. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const { config } = useCustomer();
  const [failed, setFailed] = useState(false);

  async function choose(tag: string) {
    const locale = localeOf(tag);
    if (!locale) return;
    try {
      await setLocale(locale);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }

  return (
    <div className="language">
      <select
        aria-label={t('languages.label')}
        value={currentLocale()}
        onChange={(event) => void choose(event.target.value)}
      >
        {config.locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {t(`languages.${locale}`)}
          </option>
        ))}
      </select>
      {failed && (
        <span className="language-failed" role="alert">
          {t('errors.network')}
        </span>
      )}
    </div>
  );
}
