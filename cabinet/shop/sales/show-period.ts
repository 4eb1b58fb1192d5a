import { page, type Reply } from '../../http.ts';
import { dayOf, monthOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field } from '../forms.ts';
import { decimalOf } from '../goods/decimal.ts';
import { sellerSeen } from '../rights.ts';
import { foundPage } from './found-page.ts';
import { type Period, periodKinds, periodOf, typedDay } from './period.ts';
import { salesPage } from './sales-page.ts';
import { waysToPay } from './ways-to-pay.ts';

/** The sales of a period, by default today, with the turnover of its month; or the receipts that were searched for. */
export function showPeriod(store: CabinetStore, view: CabinetView, query: URLSearchParams): Reply {
  const timeZone = view.entitlements.time_zone;
  const soldBy = sellerSeen(view);
  const wanted = field(query, 'find').trim().slice(0, 20);
  if (wanted !== '') {
    const typed = wanted.replace('№', '');
    const asked = { number: decimalOf(typed, 0), total: decimalOf(typed, 2) };
    return page(200, foundPage(view, { wanted, receipts: store.findReceipts(asked, soldBy) }));
  }
  const today = dayOf(view.now, timeZone);
  const asked = periodIn(view, query, today);
  const period = asked ?? { kind: 'day' as const, day: today, from: today, to: today };
  const { from, to } = period;
  const month = to.slice(0, 7);
  const way = waysToPay.find((name) => name === field(query, 'way')) ?? null;
  const isDay = period.kind === 'day';
  const ofDay = { from, to, soldBy, way };
  return page(
    200,
    salesPage(view, {
      period,
      today,
      typed: asked ? '' : field(query, 'day').trim(),
      way,
      ways: isDay ? store.waysOn(from, soldBy) : [],
      receipts: isDay ? store.receiptsOf(ofDay) : [],
      returns: isDay ? store.returnsOn(ofDay) : [],
      sums: store.sumsByDay({ from, to, soldBy }),
      takings: store.takings({ from, to, soldBy }),
      ofMonth: store.sumsByDay({ from: `${month}-01`, to: `${month}-31`, soldBy }),
      isThisMonth: month === monthOf(view.now, timeZone),
    }),
  );
}

/** Undefined when another day than there is was typed. */
export function periodIn(view: CabinetView, query: URLSearchParams, today: string): Period | undefined {
  const kind = periodKinds.find((name) => name === field(query, 'period')) ?? 'day';
  const typed = field(query, 'day').trim();
  const day = typed === '' ? today : typedDay(typed, { locale: view.locale, today });
  return periodOf(kind, day, today);
}
