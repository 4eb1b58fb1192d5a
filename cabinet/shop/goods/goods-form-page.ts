import { currencySign } from '#contract/money/money-text.ts';
import { dayAndTime, number } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { cabinetLayout, type CabinetView, formToken } from '../../pages/cabinet-layout.ts';
import { input, mistakes, once, select, type Typed } from '../forms.ts';
import { codeThenNext } from './enter-leads-on.ts';
import { type Goods, type GoodsField, goodsFields } from './goods.ts';
import type { Delivery } from './deliveries-store.ts';
import { quantityText } from './quantity.ts';
import { units } from './units.ts';

interface FormFacts {
  /** None for a new item. */
  item: Goods | undefined;
  /** Those in use, to choose from. */
  categories: readonly string[];
  /** The shop's low-stock limit, in whole units. */
  few: number;
  /** What came in of it, the latest first. */
  deliveries: Delivery[];
  /** A delivery as typed, with what is wrong with it. */
  delivery?: DeliveryForm;
}

export type DeliveryForm = Typed<'delivered'>;

/** The form for an item. */
export function goodsFormPage(view: CabinetView, typed: Typed<GoodsField>, facts: FormFacts): Markup {
  const { t, readOnly } = view;
  const { item } = facts;
  const title = item ? item.name : t('goods.add');
  return cabinetLayout(view, {
    title,
    isNarrow: true,
    main: html`<p><a href="/goods">${t('goods.back')}</a></p>
      <h1>${title}</h1>
      ${mistakes(view, typed, { fields: goodsFields, labelOf: (name) => t(`goods.${name}`) })}
      ${!readOnly && item && deliveryForm(view, item, facts)}
      ${readOnly ? html`<p class="muted">${t(`forbidden.${readOnly}`)}</p>` : html`${formOf(view, typed, facts)}${codeThenNext}`}
      ${!readOnly && item && deletion(view, item)}`,
  });
}

function formOf(view: CabinetView, typed: Typed<GoodsField>, { item, categories, few }: FormFacts): Markup {
  const { t, locale, entitlements } = view;
  const sign = currencySign(locale, entitlements.currency);
  return html`<form class="card form" method="post" action="${item ? '/goods/edit' : '/goods'}" novalidate>
    ${formToken(view)}
    ${item ? html`<input type="hidden" name="id" value="${item.id}" /><input type="hidden" name="was" value="${item.quantity}" />` : once()}
    ${input(view, typed, { name: 'name', label: t('goods.name'), isFirst: !item })}
    <div class="pair three">
      ${input(view, typed, {
        name: 'price',
        label: `${t('goods.price')}, ${sign}`,
        inputmode: 'decimal',
      })}
      ${input(view, typed, { name: 'quantity', label: t('goods.quantity'), inputmode: 'decimal' })}
      ${select(view, typed, {
        name: 'unit',
        label: t('goods.unit'),
        options: units.map((unit) => [unit, t(`unitName.${unit}`)]),
      })}
    </div>
    <div class="pair noted">
      ${input(view, typed, { name: 'code', label: t('goods.code'), hint: t('goods.codeHint'), optional: true })}
      ${input(view, typed, {
        name: 'category',
        label: t('goods.category'),
        hint: t('goods.categoryHint'),
        optional: true,
        choices: categories,
      })}
    </div>
    <div class="pair noted">
      ${input(view, typed, {
        name: 'cost',
        label: `${t('goods.cost')}, ${sign}`,
        hint: t('goods.costHint'),
        inputmode: 'decimal',
        optional: true,
      })}
      ${input(view, typed, {
        name: 'few',
        label: t('goods.few'),
        hint: t('goods.fewHint', { number: number(few, locale) }),
        inputmode: 'decimal',
        optional: true,
      })}
    </div>
    <div class="actions start">
      <button class="button">${t(item ? 'goods.saveChanges' : 'goods.save')}</button>
      <a class="quiet" href="/goods">${t('cancel')}</a>
    </div>
  </form>`;
}

/** What came in is added to what is there: nobody has to count the shelf for it. */
function deliveryForm(view: CabinetView, item: Goods, { deliveries, delivery }: FormFacts): Markup {
  const { t, locale, entitlements } = view;
  const typed: DeliveryForm = delivery ?? { values: { delivered: '' }, errors: {} };
  const when = { locale, timeZone: entitlements.time_zone };
  const label =
    item.unit === 'piece' ? t('goods.delivered') : `${t('goods.delivered')}, ${t(`unit.${item.unit}`)}`;
  return html`<form class="card form delivery" method="post" action="/goods/deliver" novalidate>
    ${formToken(view)}<input type="hidden" name="id" value="${item.id}" />${once()}
    <h2>${t('goods.delivery')}</h2>
    ${input(view, typed, {
      name: 'delivered',
      label,
      hint: t('goods.inStock', { number: quantityText(item, view) }),
      inputmode: 'decimal',
    })}
    <div class="actions start"><button class="button">${t('goods.deliver')}</button></div>
    ${
      deliveries.length > 0 &&
      html`<ul class="rows">
        ${deliveries.map(
          ({ delivered_at, taken_by, ...came }) =>
            html`<li>
              <span class="muted">${dayAndTime(new Date(delivered_at), when)} · <bdi>${taken_by}</bdi></span>
              <span class="amount">+${quantityText(came, view)}</span>
            </li>`,
        )}
      </ul>`
    }
  </form>`;
}

/** The list that follows can bring it back. */
function deletion(view: CabinetView, { id, name }: Goods): Markup {
  const { t } = view;
  return html`<form method="post" action="/goods/delete">
    ${formToken(view)}<input type="hidden" name="id" value="${id}" />
    <button class="quiet danger" aria-label="${t('goods.deleteOne', { name })}">${t('goods.delete')}</button>
  </form>`;
}
