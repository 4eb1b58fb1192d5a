import type { Locale } from '#contract/variants.ts';
import { page, type Reply } from '../http.ts';
import { translator } from '../texts.ts';
import { messagePage } from './message-page.ts';

/** Pages that say one thing: that something is refused or not there, and the way on. */
export function messageReplies(productName: string) {
  return { message, platformSilent, tooManySignIns, forbidden, fileTooLarge };

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
