import type { IncomingMessage } from 'node:http';
import { cabinetSessionSeconds } from '#contract/cabinets/cabinet.ts';
import { localeOf, negotiateLocale, type Locale } from '#contract/kernel/variants.ts';
import { cookieOf, headerOf } from '../http.ts';

const name = 'cabinet_language';

/** The language of a page for who has no session here: the one in the address, that of the last, or the browser's. */
export function languageOf(request: IncomingMessage, fallback: Locale): Locale {
  const acceptLanguage = headerOf(request, 'accept-language');
  const asked = URL.parse(request.url ?? '', 'http://cabinet')?.searchParams.get('lang');
  return (
    localeOf(asked) ?? localeOf(cookieOf(request, name)) ?? negotiateLocale({ acceptLanguage }, fallback)
  );
}

/** The value of `Set-Cookie`: a session that is ended leaves its language, for as long as it would have been. */
export function languageCookie(
  locale: Locale,
  scheme: 'http' | 'https',
  seconds: number = cabinetSessionSeconds,
): string {
  const secure = scheme === 'https' ? '; Secure' : '';
  return `${name}=${locale}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
