import type { Locale } from '#contract/variants.ts';
import { page, refusal, type Reply } from '../http.ts';
import { translator } from '../texts.ts';
import { messagePage } from './message-page.ts';

/** Why a cabinet is not there for a while: it is moved to another host, or its host does not answer. */
export type SoonBack = 'moving' | 'away';
const movingSeconds = 3;
const awaySeconds = 30;

/** Pages that say one thing: that something is refused or not there, and the way on. */
export function messageReplies(productName: string) {
  return { message, platformSilent, soonBack, tooManySignIns, forbidden, fileTooLarge };

  function message(
    status: number,
    locale: Locale,
    content: Omit<Parameters<typeof messagePage>[0], 'locale' | 'productName'>,
  ): Reply {
    return page(status, messagePage({ locale, productName, ...content }));
  }

  function platformSilent(locale: Locale, retry: { action: string; fields?: Record<string, string> }): Reply {
    const t = translator(locale);
    return message(502, locale, {
      title: t('platformSilent.title'),
      text: t('platformSilent.text'),
      retry: { label: t('tryAgain'), ...retry },
    });
  }

  /** The cabinet will be back by itself. A page that was asked for loads again; what was sent may be sent again. */
  function soonBack(
    why: SoonBack,
    locale: Locale,
    { path, isRead, headers }: { path: string; isRead: boolean; headers: Record<string, string> },
  ): Reply {
    const seconds = String(why === 'moving' ? movingSeconds : awaySeconds);
    const retry = { 'retry-after': seconds, ...headers };
    if (path.startsWith('/api/')) return refusal(503, why, retry);
    const t = translator(locale);
    const reply = message(503, locale, {
      title: t(`${why}.title`),
      text: t(`${why}.text`),
      more: t(isRead ? `${why}.again` : `${why}.notSaved`),
    });
    return withHeaders(reply, { ...retry, ...(isRead && { refresh: seconds }) });
  }

  function tooManySignIns(locale: Locale, seconds: number): Reply {
    const t = translator(locale);
    const reply = message(429, locale, { title: t('tooMany.title'), text: t('tooMany.text') });
    return withHeaders(reply, { 'retry-after': String(seconds) });
  }

  function fileTooLarge(locale: Locale, back: string): Reply {
    const t = translator(locale);
    const action = { label: t('import.other'), href: back };
    return message(413, locale, { title: t('import.tooLargeTitle'), text: t('import.tooLarge'), action });
  }

  function forbidden(locale: Locale, reason: 'foreign' | 'lookOnly' | 'expired'): Reply {
    const t = translator(locale);
    const action = { label: t('toStart'), href: '/' };
    return message(403, locale, { title: t('forbidden.title'), text: t(`forbidden.${reason}`), action });
  }
}

/** A reply with more headers. */
export function withHeaders(reply: Reply, headers: Record<string, string>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
