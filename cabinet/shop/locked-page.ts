import { html, type Markup } from '../html.ts';
import { cabinetLayout, type CabinetView } from '../pages/cabinet-layout.ts';

/** For a tariff without the shop. */
export function lockedPage(view: CabinetView): Markup {
  const { t } = view;
  return cabinetLayout(view, {
    title: t('nav.goods'),
    main: html`<h1>${t('nav.goods')}</h1>
      <p>${t('goods.locked')}</p>
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
