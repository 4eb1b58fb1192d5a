import { page, seeOther, type Reply } from '../../http.ts';
import { dayOf, monthOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field } from '../forms.ts';
import { deniedPage, missingPage } from '../locked-page.ts';
import { mayTakeBack, readerName, sellerSeen } from '../rights.ts';
import { dayPeriod, type Period, periodKinds, periodOf, typedDay } from './period.ts';
import { receiptPage } from './receipt-page.ts';
import { salesPage } from './sales-page.ts';

/** The receipts, and taking a sale back. */
export function receiptActions(store: CabinetStore, view: CabinetView) {
  const timeZone = view.entitlements.time_zone;
  const soldBy = sellerSeen(view);

  return {
    show(query: URLSearchParams): Reply {
      const receipt = receiptOf(query);
      return receipt ? page(200, receiptPage(view, receipt)) : missing();
    },

    takeBack(form: URLSearchParams): Reply {
      const receipt = receiptOf(form);
      if (!receipt) return missing();
      if (!mayTakeBack(view, receipt)) return page(403, deniedPage(view, 'admin'));
      store.voidReceipt(receipt.number, { now: view.now, by: readerName(view) });
      return seeOther(`/receipt?number=${receipt.number}`);
    },

    /** The sales of a period, by default today, with the turnover of its month. */
    showPeriod(query: URLSearchParams): Reply {
      const today = dayOf(view.now, timeZone);
      const typed = field(query, 'day').trim();
      const asked = periodIn(query, today);
      const period = asked ?? periodOf('today', today);
      const { from, to } = period;
      const month = to.slice(0, 7);
      return page(
        200,
        salesPage(view, {
          period,
          today,
          typed: asked ? '' : typed,
          receipts: from === to ? store.receiptsOf(from, soldBy) : [],
          sums: store.sumsByDay({ from, to, soldBy }),
          takings: store.takings({ from, to, soldBy }),
          ofMonth: store.sumsByDay({ from: `${month}-01`, to: `${month}-31`, soldBy }),
          isThisMonth: month === monthOf(view.now, timeZone),
        }),
      );
    },
  };

  /** Undefined when another day than there is was typed. */
  function periodIn(query: URLSearchParams, today: string): Period | undefined {
    const kind = periodKinds.find((name) => name === field(query, 'period'));
    if (kind) return periodOf(kind, today);
    const typed = field(query, 'day').trim();
    if (typed === '') return periodOf('today', today);
    return dayPeriod(typedDay(typed, { locale: view.locale, today }), today);
  }

  /** One that the reader sees. */
  function receiptOf(sent: URLSearchParams) {
    const number = Number(sent.get('number') ?? NaN);
    const receipt = Number.isSafeInteger(number) ? store.findReceipt(number) : undefined;
    return soldBy === null || receipt?.sold_by === soldBy ? receipt : undefined;
  }

  function missing(): Reply {
    return page(404, missingPage(view, { href: '/sales', label: view.t('nav.sales') }));
  }
}
