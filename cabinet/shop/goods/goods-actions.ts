import * as z from 'zod';
import { refusalsByField } from '#contract/kernel/issues.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { number, typedSum } from '../../format.ts';
import { page, seeOther, type Reply } from '../../http.ts';
import type { Markup } from '../../html.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field, onceOf, pageOf, type Typed } from '../forms.ts';
import { missingPage } from '../locked-page.ts';
import { readerName } from '../rights.ts';
import { type DeliveryForm, goodsFormPage } from './goods-form-page.ts';
import { goodsPage } from './goods-page.ts';
import { goodsPageSize } from './goods-store.ts';
import {
  byName,
  type Goods,
  goodsColumns,
  type GoodsField,
  goodsFields,
  type GoodsInput,
  goodsInput,
  type GoodsOrder,
  unitIn,
} from './goods.ts';
import { quantityOf, quantityText, typedQuantity } from './quantity.ts';

type GoodsForm = Typed<GoodsField>;
const emptyForm: GoodsForm = {
  values: { name: '', code: '', price: '', unit: 'piece', quantity: '', category: '', cost: '', few: '' },
  errors: {},
};

/** The list of goods: shown, searched and changed. */
export function goodsActions(store: CabinetStore, view: CabinetView) {
  return {
    show: (query: URLSearchParams): Reply => page(200, listPage(store, view, query)),

    /** With what the till looked for and did not find. */
    showNew(query: URLSearchParams): Reply {
      const sought = { code: field(query, 'code'), name: field(query, 'name') };
      return page(200, formPage({ values: { ...emptyForm.values, ...sought }, errors: {} }));
    },

    showOne(query: URLSearchParams): Reply {
      const item = store.findGoods(field(query, 'id'));
      return item
        ? page(200, formPage({ values: valuesOf(item, view.locale), errors: {} }, item))
        : missing();
    },

    /** A refused form comes back as typed, with its errors. */
    add(form: URLSearchParams): Reply {
      const once = onceOf(form);
      const read = readForm(store, form, once);
      if (!read.input) return page(422, formPage(read.typed));
      store.addGoods(read.input, { id: once, now: view.now });
      return seeOther(`/goods?added=${once}`);
    },

    change(form: URLSearchParams): Reply {
      const item = store.findGoods(field(form, 'id'));
      if (!item) return missing();
      const read = readForm(store, form, item.id);
      if (!read.input) return page(422, formPage(read.typed, item));
      const was = Number(field(form, 'was') || item.quantity);
      store.changeGoods(item.id, read.input, { was: Number.isSafeInteger(was) ? was : item.quantity });
      return seeOther(`/goods?changed=${item.id}`);
    },

    /** What came in, on top of what is there. */
    deliver(form: URLSearchParams): Reply {
      const item = store.findGoods(field(form, 'id'));
      if (!item) return missing();
      const read = readDelivery(item, field(form, 'delivered'));
      if (read.typed) {
        const values = valuesOf(item, view.locale);
        return page(422, formPage({ values, errors: {} }, item, read.typed));
      }
      store.takeDelivery(item, {
        quantity: read.quantity,
        once: onceOf(form),
        now: view.now,
        by: readerName(view),
      });
      return seeOther(`/goods?delivered=${item.id}`);
    },

    remove(form: URLSearchParams): Reply {
      const id = field(form, 'id');
      store.deleteGoods(id, view.now);
      return seeOther(`/goods?deleted=${encodeURIComponent(id)}`);
    },

    restore(form: URLSearchParams): Reply {
      store.restoreGoods(field(form, 'id'));
      return seeOther('/goods');
    },
  };

  function formPage(typed: GoodsForm, item?: Goods, delivery?: DeliveryForm): Markup {
    const facts = { item, categories: store.categories(), few: store.shopFacts().few };
    const deliveries = item ? store.deliveriesOf(item.id) : [];
    return goodsFormPage(view, typed, { ...facts, deliveries, ...(delivery && { delivery }) });
  }

  function missing(): Reply {
    return page(404, missingPage(view, { href: '/goods', label: view.t('nav.goods') }));
  }
}

function listPage(store: CabinetStore, view: CabinetView, query: URLSearchParams): Markup {
  const choice = { search: field(query, 'search').trim(), category: field(query, 'category').trim() };
  const count = store.countGoods(choice);
  const pages = Math.max(1, Math.ceil(count / goodsPageSize));
  const current = pageOf(query, pages);
  const order = orderIn(query);
  return goodsPage(view, {
    goods: store.listGoods(current, choice, order),
    choice,
    categories: store.categories(),
    order,
    count,
    total: store.countGoods(),
    page: current,
    pages,
    deleted: store.findDeletedGoods(field(query, 'deleted')),
    done: doneOf(store, view, query),
    few: store.shopFacts().few,
  });
}

/** How much came in, or the form with what is wrong. */
function readDelivery(
  { unit }: Goods,
  delivered: string,
): { quantity: number; typed?: undefined } | { typed: DeliveryForm } {
  const some = quantityOf(unit).refine((quantity) => quantity > 0, { error: 'validation.moreThanNone' });
  const parsed = z.object({ delivered: some }).safeParse({ delivered }, { reportInput: true });
  if (parsed.success) return { quantity: parsed.data.delivered };
  return { typed: { values: { delivered }, errors: refusalsByField(parsed.error) } };
}

function orderIn(query: URLSearchParams): GoodsOrder {
  const by = goodsColumns.find((name) => name === field(query, 'sort')) ?? byName.by;
  return { by, isDown: field(query, 'order') === 'desc' };
}

/** What has just been done, in words. */
function doneOf(store: CabinetStore, { t, locale }: CabinetView, query: URLSearchParams): string | undefined {
  for (const what of ['added', 'changed'] as const) {
    const item = store.findGoods(field(query, what));
    if (item) return t(`goods.${what}`, { name: item.name });
  }
  const filled = store.findGoods(field(query, 'delivered'));
  if (filled)
    return t('goods.deliveredTo', { name: filled.name, number: quantityText(filled, { t, locale }) });
  const count = Number(field(query, 'imported'));
  if (!Number.isSafeInteger(count) || count < 1) return undefined;
  return t('import.done', { number: number(count, locale) });
}

/** The item that a form describes, or the form with what is wrong. A code belongs to one item alone. */
function readForm(
  store: CabinetStore,
  form: URLSearchParams,
  id: string,
): { input: GoodsInput; typed?: undefined } | { input?: undefined; typed: GoodsForm } {
  const sent = Object.fromEntries(goodsFields.map((name) => [name, field(form, name)]));
  const typed = { ...sent, unit: field(form, 'unit') || 'piece' } as GoodsForm['values']; // has every field
  const input = goodsInput(unitIn(typed.unit));
  const parsed = input.safeParse(typed, { reportInput: true });
  const code = input.shape.code.safeParse(typed.code).data ?? null;
  const known = code === null ? undefined : store.findByCode(code);
  const isTaken = known !== undefined && known.id !== id;
  if (parsed.success && !isTaken) return { input: parsed.data };
  const errors: GoodsForm['errors'] = parsed.success ? {} : refusalsByField(parsed.error);
  if (isTaken) errors.code = [{ key: 'validation.codeTaken', params: { name: known.name } }];
  return { typed: { values: typed, errors } };
}

function valuesOf(item: Goods, locale: Locale): GoodsForm['values'] {
  const { name, code, price, unit, quantity, category, cost, few } = item;
  return {
    name,
    code: code ?? '',
    price: typedSum(price, locale),
    unit,
    quantity: typedQuantity(quantity, locale),
    category: category ?? '',
    cost: cost === null ? '' : typedSum(cost, locale),
    few: few === null ? '' : typedQuantity(few, locale),
  };
}
