import { currencySign } from '#contract/money/money-text.ts';
import { time } from '../../format.ts';
import { page, type Reply } from '../../http.ts';
import { dayOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { csv } from '../goods/csv.ts';
import { missingPage } from '../locked-page.ts';
import { periodIn } from './show-period.ts';
import type { WayToPay } from './ways-to-pay.ts';

/** What a row of the file says; the sums of all rows are the money of the period. */
interface Entry {
  receipt: number;
  day: string;
  at: number;
  what: string;
  paid_by: WayToPay | null;
  amount: number;
  /** Of a payment in two parts, the one in cash. */
  in_cash: number | null;
  /** What rounding added to the cash. */
  rounding: number;
  who: string | null;
}

/** The receipts of a period and what came back in it, for a bookkeeper: one row each, the earliest first. */
export function receiptsFile(store: CabinetStore, view: CabinetView, query: URLSearchParams): Reply {
  const { t, locale, entitlements } = view;
  const timeZone = entitlements.time_zone;
  const period = periodIn(view, query, dayOf(view.now, timeZone));
  if (!period) return page(404, missingPage(view, { href: '/sales', label: t('nav.sales') }));
  const rows = entriesOf(store, view, period)
    .toSorted((one, other) => one.at - other.at)
    .map(({ receipt, day, at, what, paid_by, amount, in_cash, rounding, who }) => {
      const cash = paid_by === 'mixed' ? (in_cash ?? 0) : paid_by === 'cash' ? amount : 0;
      const parts = paid_by === null ? ['', ''] : [{ minorUnits: cash }, { minorUnits: amount - cash }];
      const when = time(new Date(at), { locale, timeZone });
      const sums = [...parts, { minorUnits: amount }];
      return [{ plain: String(receipt) }, day, when, what, ...sums, who ?? '', { minorUnits: rounding }];
    });
  const inCurrency = (name: string) => `${t(name)}, ${currencySign(locale, entitlements.currency)}`;
  const headings = [
    t('receipt.name'),
    t('sales.date'),
    t('sales.time'),
    t('sales.what'),
    inCurrency('sale.cash'),
    inCurrency('sale.card'),
    inCurrency('receipt.sum'),
    t('sales.seller'),
    inCurrency('sale.rounding'),
  ];
  const name = period.from === period.to ? period.from : `${period.from}-${period.to}`;
  return csv(`receipts-${name}.csv`, [headings, ...rows], locale);
}

/** A voided sale is there with nothing in it. */
function entriesOf(
  store: CabinetStore,
  { t }: CabinetView,
  { from, to }: { from: string; to: string },
): Entry[] {
  const all = { from, to, soldBy: null, way: null };
  const sales = store.receiptsOf(all).map(({ number, day, sold_at, voided_at, paid_by, ...paid }) => ({
    receipt: number,
    day,
    at: sold_at,
    what: t(voided_at === null ? 'sales.sale' : 'receipt.void'),
    paid_by,
    amount: voided_at === null ? paid.total : 0,
    in_cash: voided_at === null ? paid.in_cash : 0,
    rounding: voided_at === null ? paid.rounding : 0,
    who: paid.seller,
  }));
  const returns = store.returnsOn(all).map(({ receipt, day, returned_at, paid_by, ...back }) => ({
    receipt,
    day,
    at: returned_at,
    what: t('sales.return'),
    paid_by,
    amount: 0 - back.amount,
    in_cash: back.in_cash === null ? null : 0 - back.in_cash,
    rounding: 0 - back.rounding,
    who: back.returned_by,
  }));
  return [...sales.toReversed(), ...returns.toReversed()];
}
