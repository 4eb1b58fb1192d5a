import { useTranslation } from 'react-i18next';
import { publicLocales } from '#contract/entities/tariff.ts';
import { locales } from '#contract/variants.ts';
import { CheckIcon } from '#web/ui/admin/kit/icons.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import './texts-matrix.css';

/** The texts of a tariff in a language. */
export const textParts = ['name', 'subtitle', 'description'] as const;

/** Which text a tariff has in which language, and which of them it needs to be public. */
export function TextsMatrix({ translations }: { translations: unknown }) {
  const { t } = useTranslation();
  const needed = publicLocales(useAdmin().config.variant);
  const texts = new Map(Object.entries(translations ?? {}));
  return (
    <table className="texts-matrix">
      <caption>{t('tariffs.matrix.title')}</caption>
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
                isWritten={String(texts.get(locale)?.[part] ?? '').trim() !== ''}
                isNeeded={part === 'name' && needed.includes(locale)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ isWritten, isNeeded }: { isWritten: boolean; isNeeded: boolean }) {
  const { t } = useTranslation();
  if (isWritten) {
    return (
      <td>
        <CheckIcon />
        <span className="unseen">{t('tariffs.matrix.written')}</span>
      </td>
    );
  }
  return (
    <td className={isNeeded ? 'texts-needed' : 'muted'}>
      {t(isNeeded ? 'tariffs.matrix.needed' : 'tariffs.matrix.lacking')}
    </td>
  );
}
