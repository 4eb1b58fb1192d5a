import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localeLetters, localeOf } from '#contract/kernel/variants.ts';
import { isCustomerSignedIn } from '#web/ui/customer/session/customer-session.ts';
import { currentLocale, setLocale } from '#web/providers/i18n.ts';
import { useCustomer } from '#web/ui/customer/session/customer-context.ts';
import { controlProps, FieldNote } from '#web/ui/customer/form/field.tsx';
import { Menu } from './menu.tsx';

/** The languages, each in its own language, at the top of every page. Switching keeps what was typed. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const { config } = useCustomer();
  const { choose, failed } = useLanguage();
  const current = currentLocale();
  return (
    <div className="language">
      <Menu
        name="languages"
        shown={
          <>
            <span className="unseen">{`${t('languages.label')}: ${t(`languages.${current}`)}`}</span>
            <span className="whole" aria-hidden="true">
              {t(`languages.${current}`)}
            </span>
            <span className="letters" aria-hidden="true">
              {localeLetters[current]}
            </span>
          </>
        }
      >
        <div className="site-list">
          {config.locales.map((locale) => (
            <button
              key={locale}
              type="button"
              lang={locale}
              aria-pressed={locale === current}
              onClick={() => void choose(locale)}
            >
              {t(`languages.${locale}`)}
            </button>
          ))}
        </div>
      </Menu>
      {failed && (
        <span className="language-failed" role="alert">
          {t('errors.network')}
        </span>
      )}
    </div>
  );
}

/** The same as a field of the account, below a heading that names it. */
export function LanguageSelect({ labelledBy }: { labelledBy: string }) {
  const { t } = useTranslation();
  const { config } = useCustomer();
  const { choose, failed } = useLanguage();
  const fault = failed ? t('errors.network') : undefined;
  return (
    <div className="field" data-faulty={fault !== undefined || undefined}>
      <FieldNote name="locale" hint={t('account.profile.languageHint')} fault={fault} />
      <select
        className="control"
        {...controlProps('locale', fault)}
        aria-labelledby={labelledBy}
        value={currentLocale()}
        onChange={({ target }) => void choose(target.value)}
      >
        {config.locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {t(`languages.${locale}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Changes the language; for signed-in customers it is also the language of emails and cabinet from now on. */
function useLanguage() {
  const { client } = useCustomer();
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

  return { choose, failed };
}
