import type { MemberRole } from '#contract/accounts/member-role.ts';
import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import { price } from '../format.ts';
import { html, type Markup } from '../html.ts';
import { cabinetLayout, type CabinetView } from '../pages/cabinet-layout.ts';
import { mayChangeTariff } from '../pages/role.ts';
import { textIn } from '../texts.ts';

type Upgrade = Entitlements['upgrades'][number];

/**
 * For a tariff without a feature: which one has it, and for how much; who may change the tariff is led there. Where none
 * has it, nobody is sent to look.
 */
export function lockedPage(
  view: CabinetView,
  { title, feature }: { title: string; feature: string },
): Markup {
  const { t, publicUrl, entitlements } = view;
  const upgrade = entitlements.upgrades.find((one) => one.feature === feature);
  const isLed = upgrade !== undefined && mayChangeTariff(view);
  const text = upgrade === undefined ? 'none' : isLed ? 'text' : 'ask';
  return cabinetLayout(view, {
    title: t(title),
    main: html`<h1>${t(title)}</h1>
      <p>${t(`locked.${text}`, { part: t(title) })}</p>
      ${upgrade && html`<p><strong>${offerOf(view, upgrade)}</strong></p>`}
      <p class="actions start">
        ${isLed && html`<a class="button" href="${planAddress(publicUrl, upgrade)}">${t('locked.change')}</a>`}
        <a class="${isLed ? 'quiet' : 'button'}" href="/">${t('toStart')}</a>
      </p>`,
  });
}

/** In a cabinet whose tariff opens none of its parts. */
export function nothingOpen(view: CabinetView, feature: string): Markup {
  const { t, publicUrl, entitlements } = view;
  const upgrade = entitlements.upgrades.find((one) => one.feature === feature);
  return html`<section class="card" aria-labelledby="nothing-open">
    <h2 id="nothing-open">${t('locked.homeTitle')}</h2>
    <p>${t('locked.homeText')}</p>
    ${upgrade && html`<p><strong>${offerOf(view, upgrade)}</strong></p>`}
    ${
      upgrade &&
      mayChangeTariff(view) &&
      html`<p class="actions start">
        <a class="button" href="${planAddress(publicUrl, upgrade)}">${t('locked.change')}</a>
      </p>`
    }
  </section>`;
}

/** Who stands before a locked page needs it now. */
function planAddress(publicUrl: string, { tariff }: Upgrade): string {
  return `${publicUrl}/account/plan?tariff=${encodeURIComponent(tariff.id)}&when=now`;
}

function offerOf(view: CabinetView, { tariff, price: sum, period }: Upgrade): string {
  const { t, locale, defaultLocale, entitlements } = view;
  const name = textIn(tariff.name, { reader: locale, fallback: defaultLocale })?.text ?? '';
  return t(`locked.${period}`, {
    tariff: name,
    price: price(sum, { currency: entitlements.currency, locale }),
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
