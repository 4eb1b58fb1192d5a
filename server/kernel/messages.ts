import { readFileSync } from 'node:fs';
import { createInstance } from 'i18next';
import { isolated } from '#contract/contact/right-to-left.ts';
import { type Refusal, spokenParams } from '#contract/kernel/issues.ts';
import { type Locale, locales } from '#contract/kernel/variants.ts';

/**
 * The server's texts, from `locales/LANGUAGE/messages.json` (errors and emails), `common.json` (words shared with the
 * browser, `validation.*` among them) and `admin.json` (headings of CSV files).
 */
const texts = createInstance();
await texts.init({
  lng: 'en',
  fallbackLng: false,
  ns: ['messages', 'common', 'admin'],
  defaultNS: 'messages',
  fallbackNS: ['common', 'admin'],
  interpolation: { escape: isolated },
  resources: Object.fromEntries(
    locales.map((locale) => [
      locale,
      {
        messages: read(locale, 'messages'),
        common: read(locale, 'common'),
        admin: read(locale, 'admin'),
      },
    ]),
  ),
});

function read(locale: Locale, namespace: string): Record<string, unknown> {
  const file = new URL(`../../locales/${locale}/${namespace}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>; // our own file
}

/** Whom a text is for, and which language stands in where theirs has none. */
export interface Languages {
  locale: Locale;
  defaultLocale: Locale;
}

/** One of the texts that staff give in several languages: the reader's, else the default language's, else `fallback`. */
export function textIn<Part extends string>(
  translations: Partial<Record<Locale, Partial<Record<Part, string>>>>,
  part: Part,
  { locale, defaultLocale }: Languages,
  fallback = '',
): string {
  return translations[locale]?.[part] || translations[defaultLocale]?.[part] || fallback;
}

/** The text of a key in a language; `count` chooses the plural. */
export function translate(locale: Locale, key: string, parameters: Record<string, unknown> = {}): string {
  // i18next's types know only the pages' texts.
  const say = texts.t as unknown as (key: string, options: Record<string, unknown>) => string;
  return say(key, { lng: locale, ...parameters });
}

/** The text of a key with its variables standing for themselves. */
export function templateOf(locale: Locale, key: string): string {
  return translate(locale, key, { skipInterpolation: true });
}

/** Whether a language has a text of its own for the key. */
export function hasText(locale: Locale, key: string): boolean {
  return texts.exists(key, { lng: locale });
}

/** A waiting time in words: "in 5 minutes". */
export function inTime(locale: Locale, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(locale);
  if (seconds < 60) return format.format(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 3600) return format.format(Math.ceil(seconds / 60), 'minute');
  return format.format(Math.ceil(seconds / 3600), 'hour');
}

/** A refusal as a sentence. */
export function sentenceOf(locale: Locale, refusal: Refusal): string {
  return translate(locale, refusal.key, spokenParams(refusal, locale));
}
