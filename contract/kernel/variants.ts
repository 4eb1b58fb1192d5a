/** What a product variant determines: first language, currency and time zone (DESIGN section 3, `VARIANT`). */
export const locales = ['uk', 'en', 'ru', 'lt', 'de'] as const;
export type Locale = (typeof locales)[number];

/** The formats of numbers and dates in each language; English as in Europe: day before month, weeks from Monday. */
export const intlTags: Record<Locale, string> = {
  uk: 'uk-UA',
  en: 'en-GB',
  ru: 'ru', // ru-UA leaves numbers of four digits together: 1194,00 beside 12 990,00
  lt: 'lt-LT',
  de: 'de-DE',
};

/** English readers take 11/12 for two different days: in a short date the month is a word. */
export function namesMonths(locale: Locale): boolean {
  return locale === 'en';
}

/** A language in the bar of a phone. */
export const localeLetters: Record<Locale, string> = { uk: 'Укр', en: 'EN', ru: 'Рус', lt: 'LT', de: 'DE' };

export const variants = {
  ua: { defaultLocale: 'uk', currency: 'UAH', timeZone: 'Europe/Kyiv', country: 'UA' },
  lt: { defaultLocale: 'lt', currency: 'EUR', timeZone: 'Europe/Vilnius', country: 'LT' },
} as const satisfies Record<
  string,
  { defaultLocale: Locale; currency: string; timeZone: string; country: string }
>;
export type Variant = keyof typeof variants;

/** The supported language for a language tag (`uk-UA` is `uk`), or undefined. */
export function localeOf(tag: string | null | undefined): Locale | undefined {
  const primary = tag?.trim().toLowerCase().split(/[-_]/, 1)[0];
  return locales.find((locale) => locale === primary);
}

/**
 * The language of a request: `Content-Language`, else the best of `Accept-Language`, else the default
 * (API.md, "Language").
 */
export function negotiateLocale(
  headers: { contentLanguage?: string | undefined; acceptLanguage?: string | undefined },
  fallback: Locale,
): Locale {
  if (headers.contentLanguage) return localeOf(headers.contentLanguage.split(',', 1)[0]) ?? fallback;
  const wanted = (headers.acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag, ...parameters] = part.split(';');
      const quality = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find((q) => q !== undefined);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const locale = localeOf(tag);
    if (locale) return locale;
  }
  return fallback;
}
