import { page, seeOther, type Reply } from '../../http.ts';
import { dayOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field, onceOf } from '../forms.ts';
import { quantityOf } from '../goods/quantity.ts';
import { stepIn } from '../own/cash-step.ts';
import { deniedPage, missingPage } from '../locked-page.ts';
import { mayTakeGoods, mayUndo, readerName } from '../rights.ts';
import { receiptPage } from './receipt-page.ts';
import { beyond, returnAmount, wholeReturn } from './return-amount.ts';
import { lineField, type ReturnFault, type ReturnTyped } from './return-form.ts';
import type { ReceiptLine } from './returns-store.ts';

/** The receipts, undoing a sale, and goods that come back. */
export function receiptActions(store: CabinetStore, view: CabinetView) {
  const timeZone = view.entitlements.time_zone;

  return {
    show(query: URLSearchParams): Reply {
      const receipt = receiptOf(query);
      if (!receipt) return missing();
      const made = (['now', 'before', 'back'] as const).find((when) => when === field(query, 'made'));
      return page(200, receiptPage(view, receipt, { shop: store.shopFacts(), made }));
    },

    takeBack(form: URLSearchParams): Reply {
      const receipt = receiptOf(form);
      if (!receipt) return missing();
      if (!mayUndo(view, store.shopFacts(), receipt)) return page(403, deniedPage(view, 'admin'));
      store.voidReceipt(receipt.number, {
        now: view.now,
        by: readerName(view),
        person: view.session.person_id,
      });
      return seeOther(`/receipt?number=${receipt.number}`);
    },

    /** Everything, or parts of the lines as typed, where an empty field is none. Counting takes nothing. */
    takeGoods(form: URLSearchParams): Reply {
      const receipt = receiptOf(form);
      if (!receipt) return missing();
      if (!mayTakeGoods(view, receipt)) return page(403, deniedPage(view, 'admin'));
      if (receipt.voided_at !== null) return seeOther(`/receipt?number=${receipt.number}`);
      const typed = new Map(
        receipt.lines.map(({ position }) => [position, field(form, lineField(position)).trim()]),
      );
      const again = (status: number, more: Pick<ReturnTyped, 'fault' | 'amount'>) => {
        const shop = store.shopFacts();
        return page(
          status,
          receiptPage(view, receipt, { shop, typed: { typed, once: onceOf(form), ...more } }),
        );
      };
      const act = field(form, 'do');
      const back = act === 'all' ? wholeReturn(receipt.lines) : backIn(receipt.lines, typed);
      if (!(back instanceof Map)) return again(422, { fault: back });
      if (act === 'count') {
        const left = beyond(receipt.lines, back);
        return left ? again(422, { fault: { left } }) : again(200, { amount: returnAmount(receipt, back) });
      }
      const made = {
        once: onceOf(form),
        now: view.now,
        day: dayOf(view.now, timeZone),
        by: readerName(view),
        takenBy: view.session.person_id,
        shown: act === 'return' ? field(form, 'shown') : '',
        step: stepIn(view, store.shopFacts()),
      };
      const refused = store.returnGoods(receipt, back, made);
      if (refused === undefined) return seeOther(`/receipt?number=${receipt.number}&made=back`);
      if (refused !== 'recounted') return again(422, { fault: { left: refused } });
      return again(422, { fault: refused, amount: returnAmount(receipt, back) });
    },
  };

  /** A customer brings the receipt to anybody who is there: every reader finds it by its number. */
  function receiptOf(sent: URLSearchParams) {
    const number = Number(sent.get('number') ?? NaN);
    return Number.isSafeInteger(number) ? store.findReceipt(number) : undefined;
  }

  function missing(): Reply {
    return page(404, missingPage(view, { href: '/sales', label: view.t('nav.sales') }));
  }
}

/** How much of each line was typed; a fault where one is no number, or nothing comes back. */
function backIn(
  lines: readonly ReceiptLine[],
  typed: ReadonlyMap<number, string>,
): Map<number, number> | ReturnFault {
  const back = new Map<number, number>();
  for (const { position, unit } of lines) {
    const text = typed.get(position) ?? '';
    const quantity = text === '' ? 0 : quantityOf(unit).safeParse(text).data;
    if (quantity === undefined) return { wrong: position };
    if (quantity > 0) back.set(position, quantity);
  }
  return back.size > 0 ? back : 'none';
}
