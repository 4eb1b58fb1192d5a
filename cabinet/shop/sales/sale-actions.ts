import { isDay } from '#contract/list-query.ts';
import { page, seeOther, type Reply } from '../../http.ts';
import { dayOf, monthOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field, onceOf } from '../forms.ts';
import { missingPage } from '../locked-page.ts';
import { basketAddress, type BasketLine, basketOf, withOneMore } from './basket.ts';
import { receiptPage } from './receipt-page.ts';
import { type SaleFault, salePage } from './sale-page.ts';
import { salesPage } from './sales-page.ts';

/** With a search or without: the goods that the page of a sale offers. */
const mostOffered = 20;

/** Selling, the receipts, and taking a sale back. */
export function saleActions(store: CabinetStore, view: CabinetView) {
  const timeZone = view.entitlements.time_zone;

  return {
    show: (query: URLSearchParams): Reply =>
      list(200, { lines: basketOf(store, query), search: searched(query) }),

    /** What the pressed button says: search, one piece more, a line less, or sell. */
    act(form: URLSearchParams): Reply {
      const lines = basketOf(store, form);
      const search = searched(form);
      const [act, id = ''] = field(form, 'do').split(':', 2);
      if (act === 'sell') return sell(form, lines, search);
      if (act === 'remove')
        return seeOther(
          basketAddress(
            lines.filter(({ item }) => item.id !== id),
            search,
          ),
        );
      // A scanner types a code and Enter.
      const wanted = act === 'add' ? store.findGoods(id) : store.findByCode(search);
      if (!wanted) return seeOther(basketAddress(lines, search));
      return seeOther(basketAddress(withOneMore(lines, wanted), act === 'add' ? search : ''));
    },

    showReceipt(query: URLSearchParams): Reply {
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

  function sell(form: URLSearchParams, lines: BasketLine[], search: string): Reply {
    if (lines.length === 0) return list(422, { lines, search, fault: 'empty' });
    const counted = lines.flatMap(({ item, quantity }) =>
      quantity === undefined ? [] : { id: item.id, quantity },
    );
    if (counted.length < lines.length) return list(422, { lines, search, fault: 'typed' });
    const made = { once: onceOf(form), now: view.now, day: dayOf(view.now, timeZone) };
    const sold = store.sell(counted, made);
    if (sold === 'too_much') return list(422, { lines, search, fault: 'tooMuch' });
    if ('left' in sold) return list(422, { lines, search, fault: sold.left });
    return seeOther(`/receipt?number=${sold.number}`);
  }

  function list(status: number, sale: { lines: BasketLine[]; search: string; fault?: SaleFault }): Reply {
    const offered = store.goodsInStock(sale.search, mostOffered);
    return page(status, salePage(view, { ...sale, offered, hasGoods: store.countGoods() > 0 }));
  }

  function receiptOf(sent: URLSearchParams) {
    const number = Number(sent.get('number') ?? NaN);
    return Number.isSafeInteger(number) ? store.findReceipt(number) : undefined;
  }

  function missing(): Reply {
    return page(404, missingPage(view, { href: '/sales', label: view.t('nav.sales') }));
  }
}

function searched(sent: URLSearchParams): string {
  return field(sent, 'search').trim().slice(0, 100);
}
