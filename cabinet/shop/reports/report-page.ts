import { money, monthText, number, signedMoney } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { monthAfter, monthOf } from '../../month.ts';
import { cabinetLayout, type CabinetView } from '../../pages/cabinet-layout.ts';
import { quantityText } from '../goods/quantity.ts';
import type { DaySum } from '../sales/sums-store.ts';
import { monthChart, returnedIn, roundingIn, sumOf } from '../sales/month-chart.ts';
import { returnedText } from '../sales/sales-page.ts';
import { type Margin, marginOf, type ProductSum, sumOfProducts, sumsByCategory } from './report.ts';

interface Report {
  /** Such as `2026-03`. */
  month: string;
  products: ProductSum[];
  sums: DaySum[];
  isExported: boolean;
}

/** A month by product and by day. */
export function reportPage(view: CabinetView, { month, products, sums, isExported }: Report): Markup {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  const sum = (minorUnits: number) => money(minorUnits, { currency, locale });
  const margin = marginOf(products);
  const all = sumOfProducts(products);
  return cabinetLayout(view, {
    title: t('report.title'),
    main: html`<h1>${t('report.title')}</h1>
      ${monthChoice(view, month)}
      <section class="card" aria-labelledby="days">
        <h2 id="days">${t('sales.month', { month: monthText(`${month}-01`, locale) })}</h2>
        <p class="figure">${sum(sumOf(sums))}</p>
        ${all.full > all.paid && html`<p class="muted">${t('report.discounts', { sum: sum(all.full - all.paid) })}</p>`}
        ${margin && html`<p class="muted">${t('report.marginOf', { margin: marginText(view, margin) })}</p>`}
        ${returnedIn(sums) > 0 && html`<p class="muted">${returnedText(view, sums)}</p>`}
        ${roundingIn(sums) !== 0 && html`<p class="muted">${t('sale.rounding')}: ${signedMoney(roundingIn(sums), { currency, locale })}</p>`}
        ${monthChart(view, { month, sums })}
      </section>
      ${categorySection(view, products)}
      <section aria-labelledby="products">
        <h2 id="products">${t('report.products')}</h2>
        ${products.length > 0 ? table(view, products) : html`<p class="muted">${t('report.empty')}</p>`}
        ${margin && html`<p class="note">${t('report.marginAbout')}</p>`}
        ${
          isExported &&
          products.length > 0 &&
          html`<p>
            <a href="/report.csv?month=${month}" download>${t('goods.export')}</a>
          </p>`
        }
      </section>`,
  });
}

function monthChoice({ locale, now, entitlements }: CabinetView, month: string): Markup {
  const words = (other: string) => monthText(`${other}-01`, locale);
  const before = monthAfter(month, -1);
  const after = monthAfter(month, 1);
  const isLast = month >= monthOf(now, entitlements.time_zone);
  return html`<p class="actions start">
    <a class="quiet" href="/report?month=${before}">← ${words(before)}</a>
    ${!isLast && html`<a class="quiet" href="/report?month=${after}">${words(after)} →</a>`}
  </p>`;
}

function marginText({ t, locale, entitlements }: CabinetView, { sum, percent }: Margin): string {
  const text = money(sum, { currency: entitlements.currency, locale });
  if (percent === undefined) return text;
  const share = t('discount.percent', { percent: number(percent, locale).replace('-', '\u2212') });
  return `${text} (${share})`;
}

function marginCell(view: CabinetView, margin: Margin | undefined): Markup {
  return html`<td class="right" data-label="${view.t('report.margin')}">
    ${margin ? marginText(view, margin) : '–'}
  </td>`;
}

/** What discounts took off; only where any did. */
function discountCell(
  { t, locale, entitlements }: CabinetView,
  { full, paid }: Pick<ProductSum, 'full' | 'paid'>,
): Markup {
  const isReduced = paid !== full;
  return html`<td class="right ${!isReduced && 'nothing'}" data-label="${t('report.discount')}">
    ${isReduced ? money(paid - full, { currency: entitlements.currency, locale }) : '–'}
  </td>`;
}

function hasDiscounts(products: readonly ProductSum[]): boolean {
  return products.some(({ full, paid }) => full !== paid);
}

/** The money of a product, of a category or of all. */
function paidCell({ t, locale, entitlements }: CabinetView, { paid }: Pick<ProductSum, 'paid'>): Markup {
  return html`<td class="right sum" data-label="${t('receipt.sum')}">
    ${money(paid, { currency: entitlements.currency, locale })}
  </td>`;
}

/** The headings of the columns after the name and the quantity, as far as there is anything in them. */
function sumHeadings({ t }: CabinetView, products: readonly ProductSum[]): Markup {
  return html`${hasDiscounts(products) && html`<th scope="col" class="right">${t('report.discount')}</th>`}
    <th scope="col" class="right">${t('receipt.sum')}</th>
    ${marginOf(products) && html`<th scope="col" class="right">${t('report.margin')}</th>`}`;
}

/** The last row: what all products brought is the money of the month. */
function totalRow(
  view: CabinetView,
  products: readonly ProductSum[],
  { columns }: { columns: number },
): Markup {
  const all = sumOfProducts(products);
  const margin = marginOf(products);
  return html`<tfoot>
    <tr>
      <th scope="row" colspan="${columns}">${view.t('sale.total')}</th>
      ${hasDiscounts(products) && discountCell(view, all)} ${paidCell(view, all)}
      ${margin && marginCell(view, margin)}
    </tr>
  </tfoot>`;
}

function categorySection(view: CabinetView, products: ProductSum[]): Markup | false {
  const { t } = view;
  const categories = sumsByCategory(products);
  if (categories.length === 0) return false;
  const hasMargin = marginOf(products) !== undefined;
  const isReduced = hasDiscounts(products);
  return html`<section aria-labelledby="categories">
    <h2 id="categories">${t('report.categories')}</h2>
    <table class="list sums-right">
      <thead>
        <tr>
          <th scope="col">${t('goods.category')}</th>
          ${sumHeadings(view, products)}
        </tr>
      </thead>
      <tbody>
        ${categories.map(
          ({ name, margin, ...sums }) =>
            html`<tr>
              <th scope="row">${name === null ? t('report.noCategory') : html`<bdi>${name}</bdi>`}</th>
              ${isReduced && discountCell(view, sums)} ${paidCell(view, sums)}
              ${hasMargin && marginCell(view, margin)}
            </tr>`,
        )}
      </tbody>
      ${totalRow(view, products, { columns: 1 })}
    </table>
  </section>`;
}

function table(view: CabinetView, products: ProductSum[]): Markup {
  const { t } = view;
  const hasMargin = marginOf(products) !== undefined;
  const isReduced = hasDiscounts(products);
  return html`<table class="list sums-right">
    <thead>
      <tr>
        <th scope="col">${t('goods.name')}</th>
        <th scope="col" class="right">${t('goods.quantity')}</th>
        ${sumHeadings(view, products)}
      </tr>
    </thead>
    <tbody>
      ${products.map(
        (product) =>
          html`<tr>
            <th scope="row"><bdi>${product.name}</bdi></th>
            <td class="right" data-label="${t('goods.quantity')}">${quantityText(product, view)}</td>
            ${isReduced && discountCell(view, product)} ${paidCell(view, product)}
            ${hasMargin && marginCell(view, marginOf([product]))}
          </tr>`,
      )}
    </tbody>
    ${totalRow(view, products, { columns: 2 })}
  </table>`;
}
