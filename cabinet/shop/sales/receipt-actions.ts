import { page, seeOther, type Reply } from '../../http.ts';
import { dayOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field, onceOf } from '../forms.ts';
import { pieces } from '../goods/goods.ts';
import { deniedPage, missingPage } from '../locked-page.ts';
import { mayTakeBack, readerName, sellerSeen } from '../rights.ts';
import { receiptPage } from './receipt-page.ts';
import { lineField, type ReturnFault } from './return-form.ts';

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
  };

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
