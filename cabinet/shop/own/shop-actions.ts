import { refusalsByField } from '#contract/kernel/issues.ts';
import { page, seeOther, type Reply } from '../../http.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field, type Typed } from '../forms.ts';
import { stepIn } from './cash-step.ts';
import { printsCode, receiptLanguage } from './receipt-choices.ts';
import { type ShopField, shopFields, shopInput } from './shop-facts.ts';
import { shopPage } from './shop-page.ts';

const maybeUnsaid = ['mostDiscount', 'cashStep', 'language', 'printCode', 'cashierUndo'] as const;

/** What the shop says of itself on its receipts, and how it works. */
export function shopActions(store: CabinetStore, view: CabinetView) {
  return {
    show(query: URLSearchParams): Reply {
      const facts = store.shopFacts();
      const { few, mostDiscount, cashierUndo } = facts;
      const values = {
        ...facts,
        few: String(few),
        mostDiscount: String(mostDiscount ?? ''),
        cashStep: String(stepIn(view, facts)),
        language: receiptLanguage(view, facts),
        printCode: printsCode(view, facts) ? 'yes' : 'no',
        cashierUndo: cashierUndo ? 'yes' : 'no',
      };
      const typed = { values, errors: {} };
      return page(200, shopPage(view, typed, { isSaved: query.has('saved') }));
    },

    /** A refused form comes back as typed, with its errors. */
    change(form: URLSearchParams): Reply {
      const values = Object.fromEntries(shopFields.map((name) => [name, field(form, name)]));
      const parsed = shopInput.safeParse(values, { reportInput: true });
      if (parsed.success) {
        const kept = store.shopFacts();
        // A tariff without discounts has no field for it, nor has a company one for its code.
        const unsaid = maybeUnsaid.filter((name) => !form.has(name)).map((name) => [name, kept[name]]);
        store.changeShop({ ...parsed.data, ...Object.fromEntries(unsaid) });
        return seeOther('/shop?saved');
      }
      const typed = values as Typed<ShopField>['values']; // has every field
      return page(422, shopPage(view, { values: typed, errors: refusalsByField(parsed.error) }));
    },
  };
}
