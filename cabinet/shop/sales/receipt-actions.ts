import { isDay } from '#contract/list-query.ts';
import { page, seeOther, type Reply } from '../../http.ts';
import { dayOf, monthOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field } from '../forms.ts';
import { missingPage } from '../locked-page.ts';
import { receiptPage } from './receipt-page.ts';
import { salesPage } from './sales-page.ts';

/** The receipts, and taking a sale back. */
export function receiptActions(store: CabinetStore, view: CabinetView) {
  const timeZone = view.entitlements.time_zone;

  return {
    show(query: URLSearchParams): Reply {
      const receipt = receiptOf(query);
      return receipt ? page(200, receiptPage(view, receipt)) : missing();
    },

    takeBack(form: URLSearchParams): Reply {
      const receipt = receiptOf(form);
      if (!receipt) return missing();
      store.voidReceipt(receipt.number, view.now);
      return seeOther(`/receipt?number=${receipt.number}`);
    },

    /** The receipts of a day, by default today, with the turnover of its month. */
    showDay(query: URLSearchParams): Reply {
      const today = dayOf(view.now, timeZone);
      const asked = field(query, 'day');
      const day = isDay(asked) && asked <= today ? asked : today;
      const month = day.slice(0, 7);
      const sums = store.sumsByDay({ from: `${month}-01`, to: `${month}-31` });
      const isThisMonth = month === monthOf(view.now, timeZone);
      return page(200, salesPage(view, { day, today, receipts: store.receiptsOf(day), sums, isThisMonth }));
    },
  };

  function receiptOf(sent: URLSearchParams) {
    const number = Number(sent.get('number') ?? NaN);
    return Number.isSafeInteger(number) ? store.findReceipt(number) : undefined;
  }

  function missing(): Reply {
    return page(404, missingPage(view, { href: '/sales', label: view.t('nav.sales') }));
  }
}
