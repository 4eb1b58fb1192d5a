import { useTranslation } from 'react-i18next';
import { publicLocales } from '#contract/entities/tariff.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';
import { CheckIcon } from '#web/ui/admin/kit/icons.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import './texts-matrix.css';

/** The texts of a tariff in a language. */
export const textParts = ['name', 'subtitle', 'description'] as const;

/**
 * The texts of a tariff by language: which there are, and which of them it needs to be public. `isWhole`: the texts
 * themselves instead of a mark.
 */
export function TextsMatrix({ translations, isWhole = false }: { translations: unknown; isWhole?: boolean }) {
  const { t } = useTranslation();
  const needed = publicLocales(useAdmin().config.variant);
  const texts = new Map(Object.entries(translations ?? {}));
  return (
    <table className={isWhole ? 'texts-matrix texts-whole' : 'texts-matrix'}>
      <caption className={isWhole ? 'unseen' : ''}>{t('tariffs.matrix.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('tariffs.matrix.language')}</th>
          {textParts.map((part) => (
            <th key={part} scope="col">
              {t(`tariffs.fields.${part}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {locales.map((locale) => (
          <tr key={locale}>
            <th scope="row" lang={locale}>
              {t(`languages.${locale}`)}
            </th>
            {textParts.map((part) => (
              <Cell
                key={part}
                label={t(`tariffs.fields.${part}`)}
                text={String(texts.get(locale)?.[part] ?? '').trim()}
                locale={locale}
                isWhole={isWhole}
                isNeeded={part === 'name' && needed.includes(locale)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({
  label,
  text,
  locale,
  isWhole,
  isNeeded,
}: {
  label: string;
  text: string;
  locale: Locale;
  isWhole: boolean;
  isNeeded: boolean;
}) {
  const { t } = useTranslation();
  if (text === '') {
    return (
      <td className={isNeeded ? 'texts-needed' : 'muted'} data-label={label}>
        {t(isNeeded ? 'tariffs.matrix.needed' : 'tariffs.matrix.lacking')}
      </td>
    );
  }
  if (isWhole) {
    return (
      <td className="lines" lang={locale} data-label={label}>
        {text}
      </td>
    );
  }
  return (
    <td>
      <CheckIcon />
      <span className="unseen">{t('tariffs.matrix.written')}</span>
    </td>
  );
}
