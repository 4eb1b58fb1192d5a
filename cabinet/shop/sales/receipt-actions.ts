import { page, seeOther, type Reply } from '../../http.ts';
import { dayOf, monthOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field, onceOf } from '../forms.ts';
import { pieces } from '../goods/goods.ts';
import { deniedPage, missingPage } from '../locked-page.ts';
import { mayTakeBack, readerName, sellerSeen } from '../rights.ts';
import { dayPeriod, type Period, periodKinds, periodOf, typedDay } from './period.ts';
import { receiptPage } from './receipt-page.ts';
import { lineField, type ReturnFault } from './return-form.ts';
import { salesPage } from './sales-page.ts';
import { waysToPay } from './terms.ts';

/** The receipts, undoing a sale, and goods that come back. */
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

    /** Pieces of the lines, as typed; an empty field is none. */
    takeGoods(form: URLSearchParams): Reply {
      const receipt = receiptOf(form);
      if (!receipt) return missing();
      if (!mayTakeBack(view, receipt)) return page(403, deniedPage(view, 'admin'));
      if (receipt.voided_at !== null) return seeOther(`/receipt?number=${receipt.number}`);
      const typed = new Map(
        receipt.lines.map(({ position }) => [position, field(form, lineField(position)).trim()]),
      );
      const refused = (fault: ReturnFault) =>
        page(422, receiptPage(view, receipt, { typed, fault, once: onceOf(form) }));
      const back = new Map<number, number>();
      for (const [position, text] of typed) {
        const quantity = text === '' ? 0 : pieces.safeParse(text).data;
        if (quantity === undefined) return refused({ wrong: position });
        if (quantity > 0) back.set(position, quantity);
      }
      if (back.size === 0) return refused('none');
      const made = {
        once: onceOf(form),
        now: view.now,
        day: dayOf(view.now, timeZone),
        by: readerName(view),
      };
      const left = store.returnGoods(receipt, back, made);
      return left ? refused({ left }) : seeOther(`/receipt?number=${receipt.number}`);
    },

    /** The sales of a period, by default today, with the turnover of its month. */
    showPeriod(query: URLSearchParams): Reply {
      const today = dayOf(view.now, timeZone);
      const typed = field(query, 'day').trim();
      const asked = periodIn(query, today);
      const period = asked ?? periodOf('today', today);
      const { from, to } = period;
      const month = to.slice(0, 7);
      const way = waysToPay.find((name) => name === field(query, 'way')) ?? null;
      const isDay = from === to;
      return page(
        200,
        salesPage(view, {
          period,
          today,
          typed: asked ? '' : typed,
          way,
          receipts: isDay ? store.receiptsOf(from, { soldBy, way }) : [],
          returns: isDay ? store.returnsOn(from, { soldBy, way }) : [],
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
