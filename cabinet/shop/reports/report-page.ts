import { money, monthText } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import { monthAfter, monthOf } from '../../month.ts';
import { cabinetLayout, type CabinetView } from '../../pages/cabinet-layout.ts';
import { quantityText } from '../goods/quantity.ts';
import type { DaySum } from '../sales/sales-store.ts';
import { monthChart, returnedIn, sumOf } from '../sales/month-chart.ts';
import { returnedText } from '../sales/sales-page.ts';
import { type ProductSum, sumOfProducts } from './report.ts';

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
  const less = sumOfProducts(products) - sumOf(sums);
  return cabinetLayout(view, {
    title: t('report.title'),
    main: html`<h1>${t('report.title')}</h1>
      ${monthChoice(view, month)}
      <section class="card" aria-labelledby="days">
        <h2 id="days">${t('sales.month', { month: monthText(`${month}-01`, locale) })}</h2>
        <p class="figure">${sum(sumOf(sums))}</p>
        ${less > 0 && html`<p class="muted">${t('report.discounts', { sum: sum(less) })}</p>`}
        ${returnedIn(sums) > 0 && html`<p class="muted">${returnedText(view, sums)}</p>`}
        ${monthChart(view, { month, sums })}
      </section>
      <section aria-labelledby="products">
        <h2 id="products">${t('report.products')}</h2>
        ${products.length > 0 ? table(view, products) : html`<p class="muted">${t('report.empty')}</p>`}
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

function table(view: CabinetView, products: ProductSum[]): Markup {
  const { t, locale, entitlements } = view;
  const { currency } = entitlements;
  return html`<table class="list">
    <thead>
      <tr>
        <th scope="col">${t('goods.name')}</th>
        <th scope="col" class="right">${t('goods.quantity')}</th>
        <th scope="col" class="right">${t('receipt.sum')}</th>
      </tr>
    </thead>
    <tbody>
      ${products.map(
        (product) =>
          html`<tr>
            <th scope="row"><bdi>${product.name}</bdi></th>
            <td class="right" data-label="${t('goods.quantity')}">${quantityText(product, view)}</td>
            <td class="right" data-label="${t('receipt.sum')}">
              ${money(product.total, { currency, locale })}
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
