import { day } from '../format.ts';
import { html, type Markup } from '../html.ts';
import type { Visited } from './payment-notice.ts';
import { isAtLeast } from './role.ts';

/** The account closes, and the cabinet with it: on every page, because who works here didn't ask for it. */
export function closingNotice(view: Visited): Markup | undefined {
  const { t, locale, entitlements, session, publicUrl } = view;
  const { closes_at, time_zone: timeZone } = entitlements;
  if (closes_at === null) return undefined;
  const mayKeep = session.acting_user === null && isAtLeast(view, 'owner');
  return html`<div class="notice warning">
    <p>${t('closing.text', { date: day(new Date(closes_at), { locale, timeZone }) })}</p>
    ${mayKeep && html`<a class="quiet" href="${publicUrl}/account/security">${t('closing.keep')}</a>`}
  </div>`;
}
