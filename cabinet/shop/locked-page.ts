import type { MemberRole } from '#contract/accounts/member-role.ts';
import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import { price } from '../format.ts';
import { html, type Markup } from '../html.ts';
import { cabinetLayout, type CabinetView } from '../pages/cabinet-layout.ts';
import { mayChangeTariff } from '../pages/role.ts';
import { textIn } from '../texts.ts';

type Upgrade = Entitlements['upgrades'][number];

/** For a tariff without a feature: which one has it, and for how much; who may change the tariff is led there. */
export function lockedPage(
  view: CabinetView,
  { title, feature }: { title: string; feature: string },
): Markup {
  const { t, publicUrl, entitlements } = view;
  const isLed = mayChangeTariff(view);
  const upgrade = entitlements.upgrades.find((one) => one.feature === feature);
  const chosen = upgrade ? `?tariff=${encodeURIComponent(upgrade.tariff.id)}` : '';
  return cabinetLayout(view, {
    title: t(title),
    main: html`<h1>${t(title)}</h1>
      <p>${t(isLed ? 'locked.text' : 'locked.ask', { part: t(title) })}</p>
      ${upgrade && html`<p><strong>${offerOf(view, upgrade)}</strong></p>`}
      <p class="actions start">
        ${isLed && html`<a class="button" href="${publicUrl}/account/plan${chosen}">${t('locked.change')}</a>`}
        <a class="${isLed ? 'quiet' : 'button'}" href="/">${t('toStart')}</a>
      </p>`,
  });
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
