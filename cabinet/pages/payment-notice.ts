import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { daysLeft } from '../days-left.ts';
import { day, money } from '../format.ts';
import { html, type Markup } from '../html.ts';
import type { Translate } from '../texts.ts';
import type { Session } from '../sign-in/session-store.ts';
import { isAtLeast } from './role.ts';

/** What the notices are made of; every page of a signed-in reader has it. */
export interface Visited extends Reading {
  session: Session;
  publicUrl: string;
  now: Date;
  readOnly: string | undefined;
}

/** The number of days before the end from which the page offers to pay. */
const soonDays = 7;

/** What is not paid, until when, and the way to pay; on every page while the cabinet may be suspended for it. */
export function overdueNotice(view: Visited): Markup | undefined {
  const { t, entitlements, locale } = view;
  const { payment, status } = entitlements;
  if (view.readOnly === 'expired') {
    const sum = sumOf(entitlements, locale);
    return warning(view, sum ? t('payment.expired', { amount: sum }) : t('forbidden.expired'));
  }
  if (status !== 'grace') return undefined;
  if (!payment) return warning(view, t('graceNotice'));
  return payment.missing > 0 ? warning(view, graceText({ t, entitlements, locale })) : undefined;
}

/** What ends soon without being paid. Nobody is asked where the balance or a saved card pays. */
export function endingNotice(view: Visited): Markup | undefined {
  const { t, entitlements, locale, now } = view;
  const { status, ends_at, payment, time_zone: timeZone } = entitlements;
  if (ends_at === null || (status !== 'trial' && status !== 'active')) return undefined;
  const end = new Date(ends_at);
  if (daysLeft(end, now, timeZone) > soonDays) return undefined;
  const date = day(end, { locale, timeZone });
  const sum = sumOf(entitlements, locale);
  if (sum && !payment?.by_card) return warning(view, t(`payment.${status}`, { date, amount: sum }));
  // Of a paid period that goes on there is nothing to say.
  if (status === 'active') return undefined;
  return html`<p class="notice">${t('home.trialEnds', { date })}</p>`;
}

/** How a suspended cabinet comes back. */
export function resumeText({ t, entitlements, locale }: Reading): string {
  const sum = sumOf(entitlements, locale);
  return sum ? t('payment.resume', { amount: sum }) : t('suspended.how.unpaid');
}

interface Reading {
  t: Translate;
  entitlements: Entitlements;
  locale: Locale;
}

function graceText({ t, entitlements, locale }: Reading): string {
  const { payment, time_zone: timeZone } = entitlements;
  const amount = sumOf(entitlements, locale) ?? '';
  if (!payment?.block_at) return t('payment.graceAnyDay', { amount });
  return t('payment.grace', { amount, date: day(new Date(payment.block_at), { locale, timeZone }) });
}

/** What the balance lacks; undefined when it lacks nothing, or an older platform doesn't say. */
function sumOf({ payment, currency }: Entitlements, locale: Locale): string | undefined {
  return payment && payment.missing > 0 ? money(payment.missing, { currency, locale }) : undefined;
}

function warning(view: Visited, text: string): Markup {
  return html`<div class="notice warning">
    <p>${text}</p>
    ${mayPay(view) && html`<a class="button" href="${view.publicUrl}/account/wallet">${view.t('payment.pay')}</a>`}
  </div>`;
}

/** The platform's wallet is for neither colleagues nor those who only work in the cabinet. */
function mayPay(view: Visited): boolean {
  return view.session.acting_user === null && isAtLeast(view, 'billing');
}
