import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { day } from '../format.ts';
import { page, refusal, type Reply } from '../http.ts';
import { type Translate, translator } from '../texts.ts';
import type { Contacts } from './contacts.ts';
import { messagePage } from './message-page.ts';
import { resumeText } from './payment-notice.ts';

/** Why a cabinet is not there for a while: it is moved to another host, or its host does not answer. */
export type SoonBack = 'moving' | 'away';
const movingSeconds = 3;
const awaySeconds = 30;

interface Operator {
  productName: string;
  publicUrl: string;
  /** For the pages that belong to no cabinet. */
  contacts?: () => Promise<Contacts>;
}

/** Pages that say one thing: that something is refused or not there, and the way on. */
export function messageReplies({ productName, publicUrl, contacts }: Operator) {
  return {
    message,
    platformSilent,
    soonBack,
    tooManySignIns,
    forbidden,
    notFound: (locale: Locale) => message(404, locale, notFoundContent(translator(locale))),
    fileTooLarge,
    failed: (locale: Locale) => message(500, locale, failedContent(translator(locale))),
    closed,
    suspended: (locale: Locale, why: Suspension) =>
      message(503, locale, suspendedContent(locale, why, publicUrl)),
  };

  function message(
    status: number,
    locale: Locale,
    content: Omit<Parameters<typeof messagePage>[0], 'locale' | 'productName' | 'publicUrl'>,
  ): Reply {
    return page(status, messagePage({ locale, productName, publicUrl, ...content }));
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

  /**
   * Says nothing about the cabinet, not even whether there is one. Somebody signed in at the platform is told there at
   * once; others sign in first.
   */
  async function closed(locale: Locale, status = 503): Promise<Reply> {
    return message(status, locale, {
      ...closedContent(translator(locale), publicUrl),
      choosesLanguage: true,
      ...(await contacts?.()),
    });
  }
}

/** The owner's way on; below it what colleagues and strangers should do. */
function closedContent(t: Translate, publicUrl: string) {
  return {
    title: t('closed.title'),
    text: t('closed.owner'),
    why: `${t('closed.title')}. ${t('closed.owner')}`,
    action: { label: t('closed.account'), href: `${publicUrl}/account` },
    otherwise: t('closed.text'),
  };
}

function failedContent(t: Translate) {
  return { title: t('failed.title'), text: t('failed.text') };
}

function notFoundContent(t: Translate) {
  const action = { label: t('toStart'), href: '/' };
  return { title: t('notFound.title'), text: t('notFound.text'), action };
}

interface Suspension {
  reason: string;
  /** Undefined before the platform has said anything. */
  entitlements: Entitlements | undefined;
}

function suspendedContent(locale: Locale, { reason, entitlements }: Suspension, publicUrl: string) {
  const t = translator(locale);
  const known = ['unpaid', 'blocked', 'deleted'].includes(reason) ? reason : 'other';
  const unpaid = known === 'unpaid' ? entitlements : undefined;
  const until = unpaid && deletionText(t, unpaid, locale);
  return {
    title: t('suspended.title'),
    text: [t(`suspended.why.${known}`), until].filter(Boolean).join(' '),
    why: t(`suspended.why.${known}`),
    more: unpaid ? resumeText({ t, entitlements: unpaid, locale }) : t(`suspended.how.${known}`),
    ...(entitlements && {
      seller: entitlements.seller,
      support: entitlements.support,
      branding: entitlements.branding,
    }),
    ...wayOutOf(known, t, publicUrl),
  };
}

/** Where a suspended cabinet's owner goes on. A deleted account lets nobody in: there is only support. */
function wayOutOf(reason: string, t: Translate, publicUrl: string) {
  if (reason === 'deleted') return {};
  if (reason === 'unpaid')
    return { action: { label: t('suspended.pay'), href: `${publicUrl}/account/wallet` } };
  return { action: { label: t('suspended.account'), href: `${publicUrl}/account` } };
}

/** Until when the data of an unpaid cabinet is kept, if known. */
function deletionText(
  t: Translate,
  { deletion_at, time_zone: timeZone }: Entitlements,
  locale: Locale,
): string | undefined {
  return deletion_at === null
    ? undefined
    : t('suspended.until', { date: day(new Date(deletion_at), { locale, timeZone }) });
}

/** A reply with more headers. */
export function withHeaders(reply: Reply, headers: Record<string, string>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}
