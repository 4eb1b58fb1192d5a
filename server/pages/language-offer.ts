import type { FastifyReply, FastifyRequest } from 'fastify';
import { personIn } from '#contract/accounts/person-cookie.ts';
import { type Locale, localeOf, negotiateLocale } from '#contract/kernel/variants.ts';
import { cookieLocale } from '#server/http/unavailable-page.ts';
import { translate } from '#server/kernel/messages.ts';
import { html, Html } from './front/html.ts';

/** The language in the address, if it is one of ours; this browser then keeps it. */
export function askedLocale(request: FastifyRequest, reply: FastifyReply): Locale | undefined {
  const asked = langIn(request);
  if (asked) void reply.header('set-cookie', `locale=${asked}; Path=/; Max-Age=31536000; SameSite=Lax`);
  return asked;
}

/**
 * One line in the browser's language, for a stranger who has chosen none yet and sees another: pages begin in the
 * variant's (docs/decisions/0273). Both answers are languages in the address, which the browser keeps. Empty where
 * nothing is offered.
 */
export function languageOffer(request: FastifyRequest, shown: Locale): Html {
  const { headers } = request;
  const spoken = negotiateLocale({ acceptLanguage: headers['accept-language'] }, shown);
  const isChosen = cookieLocale(headers.cookie) !== undefined || langIn(request) !== undefined;
  if (spoken === shown || isChosen || personIn(headers.cookie) !== null) return new Html('');
  const t = (key: string) => translate(spoken, `front.offer.${key}`);
  const to = (locale: Locale) => {
    const { pathname, searchParams } = new URL(request.url, 'http://page.invalid');
    searchParams.set('lang', locale);
    return `${pathname}?${searchParams}`;
  };
  return html`<nav
    class="language-offer"
    lang="${spoken}"
    aria-label="${translate(spoken, `languages.${spoken}`)}"
  >
    <a href="${to(spoken)}" hreflang="${spoken}">${t('take')}</a>
    <a href="${to(shown)}">${t('decline')}</a>
  </nav>`;
}

function langIn(request: FastifyRequest): Locale | undefined {
  const { lang } = request.query as Record<string, unknown>;
  return typeof lang === 'string' ? localeOf(lang) : undefined;
}
