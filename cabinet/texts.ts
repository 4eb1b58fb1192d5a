import { createInstance } from 'i18next';
import { isolated } from '#contract/contact/right-to-left.ts';
import { locales, type Locale } from '#contract/kernel/variants.ts';
import de from '#locales/de/cabinet.json' with { type: 'json' };
import en from '#locales/en/cabinet.json' with { type: 'json' };
import lt from '#locales/lt/cabinet.json' with { type: 'json' };
import ru from '#locales/ru/cabinet.json' with { type: 'json' };
import uk from '#locales/uk/cabinet.json' with { type: 'json' };

const catalogues: Record<Locale, object> = { uk, en, ru, lt, de };

const texts = createInstance();
void texts.init({
  resources: Object.fromEntries(locales.map((locale) => [locale, { cabinet: catalogues[locale] }])),
  defaultNS: 'cabinet',
  fallbackLng: false,
  // Pages escape their own output.
  interpolation: { escape: isolated },
  initAsync: false,
});

export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** The cabinet's texts in one language; `count` in the values picks the plural. */
export function translator(locale: Locale): Translate {
  // i18next's types know only the pages' texts.
  return (key, values) => texts.t(key as never, { ...values, lng: locale });
}

/** A language by its own name. */
export const languageNames: Record<Locale, string> = {
  uk: 'Українська',
  en: 'English',
  ru: 'Русский',
  lt: 'Lietuvių',
  de: 'Deutsch',
};

/**
 * One of the platform's texts by language: the reader's, else the first existing of the cabinet's default, English,
 * and any other. `locale` says which one it is, so that the page can mark a fallback.
 */
export function textIn(
  byLocale: Record<string, string>,
  { reader, fallback }: { reader: Locale; fallback: Locale },
): { text: string; locale: string } | undefined {
  for (const locale of [reader, fallback, 'en', ...Object.keys(byLocale)]) {
    const text = byLocale[locale]?.trim();
    if (text) return { text, locale };
  }
  return undefined;
}
