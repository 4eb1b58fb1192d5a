import type { MemberRole } from '#contract/accounts/member-role.ts';
import { html, type Markup } from '../html.ts';
import { cabinetLayout, type CabinetView } from '../pages/cabinet-layout.ts';
import { isAtLeast } from '../pages/role.ts';

/** For a tariff without the shop, or without a part of it; who may change the tariff is led there. */
export function lockedPage(view: CabinetView, title = 'nav.goods'): Markup {
  const { t, session, publicUrl } = view;
  // The platform's pages about the customer are not for colleagues.
  const isLed = !session.acting_user && isAtLeast(view, 'admin');
  return cabinetLayout(view, {
    title: t(title),
    main: html`<h1>${t(title)}</h1>
      <p>${t(isLed ? 'locked.text' : 'locked.ask', { part: t(title) })}</p>
      <p class="actions start">
        ${isLed && html`<a class="button" href="${publicUrl}/account/plan">${t('locked.change')}</a>`}
        <a class="${isLed ? 'quiet' : 'button'}" href="/">${t('toStart')}</a>
      </p>`,
  });
}

/** For a reader whose role may not; `lowest` may. */
export function deniedPage(view: CabinetView, lowest: MemberRole): Markup {
  const { t, readOnly } = view;
  return cabinetLayout(view, {
    title: t('denied.title'),
    main: html`<h1>${t('denied.title')}</h1>
      <p>
        ${readOnly === 'bookkeeper' ? t('forbidden.bookkeeper') : t(lowest === 'billing' ? 'denied.billing' : 'denied.admin')}
      </p>
      <p><a class="button" href="/">${t('toStart')}</a></p>`,
  });
}

/** For an item or a receipt that isn't there (any more). */
export function missingPage(view: CabinetView, back: { href: string; label: string }): Markup {
  const { t } = view;
  return cabinetLayout(view, {
    title: t('notFound.title'),
    main: html`<h1>${t('notFound.title')}</h1>
      <p>${t('notFound.text')}</p>
      <p><a class="button" href="${back.href}">${back.label}</a></p>`,
  });
}
