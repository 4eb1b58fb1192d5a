import { money, signedMoney } from '../../format.ts';
import { html, type Markup } from '../../html.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { Taking } from './sums-store.ts';
import { moneyKinds } from './ways-to-pay.ts';

/** What must be in the drawer: sums by way of paying, and by seller where several sold. */
export function takingList(view: CabinetView, takings: readonly Taking[]): Markup | false {
  if (takings.length === 0) return false;
  const sellers = [...new Set(takings.map(({ seller }) => seller))];
  const ofSeller = (name: string | null) => sumOf(takings.filter(({ seller }) => seller === name));
  return html`<div class="takings">
    ${group(view.t('sales.byWay'), [
      ...sumsByWay(takings).map(({ way, sum }) => row(view, wayName(view, way), sum)),
      ...roundingRow(view, takings),
    ])}
    ${
      sellers.length > 1 &&
      group(
        view.t('sales.bySeller'),
        sellers.map((name) =>
          row(view, name === null ? view.t('sales.unknownSeller') : html`<bdi>${name}</bdi>`, ofSeller(name)),
        ),
      )
    }
  </div>`;
}

function group(heading: string, rows: readonly Markup[]): Markup {
  return html`<section>
    <h3>${heading}</h3>
    <dl class="limits">${rows}</dl>
  </section>`;
}

/** What rounding added to the cash, or took off it. */
function roundingRow({ t, locale, entitlements }: CabinetView, takings: readonly Taking[]): Markup[] {
  const rounding = takings.reduce((all, one) => all + one.rounding, 0);
  if (rounding === 0) return [];
  return [
    html`<div>
      <dt>${t('sale.rounding')}</dt>
      <dd>${signedMoney(rounding, { currency: entitlements.currency, locale })}</dd>
    </div>`,
  ];
}

/** The same by way of paying alone, in one line. */
export function takingLine(view: CabinetView, takings: readonly Taking[]): string {
  const { locale, entitlements } = view;
  const { currency } = entitlements;
  return sumsByWay(takings)
    .map(({ way, sum }) => `${wayName(view, way)} ${money(sum, { currency, locale })}`)
    .join(' · ');
}

function sumsByWay(takings: readonly Taking[]) {
  return [...moneyKinds, null]
    .map((way) => ({ way, sum: sumOf(takings.filter(({ paid_by }) => paid_by === way)) }))
    .filter(({ sum }) => sum !== 0);
}

function wayName({ t }: CabinetView, way: Taking['paid_by']): string {
  return t(way === null ? 'sales.unknownWay' : `sale.${way}`);
}

function row(
  { locale, entitlements: { currency } }: CabinetView,
  name: string | Markup,
  sum: number,
): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${money(sum, { currency, locale })}</dd>
  </div>`;
}

function sumOf(takings: readonly Taking[]): number {
  return takings.reduce((all, { total }) => all + total, 0);
}
