import type { IncomingMessage } from 'node:http';
import { localeOf, negotiateLocale, type Locale } from '#contract/kernel/variants.ts';
import { cookieOf, headerOf } from '../http.ts';

const name = 'cabinet_language';
const seconds = 365 * 86_400;

/** The language of a page for who has no session here: the one of the last, else what the browser prefers. */
export function languageOf(request: IncomingMessage, fallback: Locale): Locale {
  const acceptLanguage = headerOf(request, 'accept-language');
  return localeOf(cookieOf(request, name)) ?? negotiateLocale({ acceptLanguage }, fallback);
}

/** The value of `Set-Cookie`: a session that ends leaves its language. */
export function languageCookie(locale: Locale): string {
  return `${name}=${locale}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax`;
}
