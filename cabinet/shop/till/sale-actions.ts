import { page, seeOther, type Reply } from '../../http.ts';
import { dayOf } from '../../month.ts';
import type { CabinetView } from '../../pages/cabinet-layout.ts';
import type { CabinetStore } from '../../store/cabinet-store.ts';
import { field } from '../forms.ts';
import {
  areBeyond,
  basketAddress,
  type BasketLine,
  basketOf,
  discountName,
  discountOf,
  discountOfAll,
  isBeyond,
  isMeasured,
  lineName,
  withDiscountTurned,
  withChosen,
  toPay,
  withOneLess,
  withMore,
} from './basket.ts';
import type { Goods } from '../goods/goods.ts';
import { stepIn } from '../own/cash-step.ts';
import { folded, type GoodsChoice } from '../goods/goods-store.ts';
import { quantityOf } from '../goods/quantity.ts';
import { discountBound, readerName } from '../rights.ts';
import type { SoldLine } from '../sales/sales-store.ts';
import { type SaleFault, salePage } from './sale-page.ts';
import type { TillDrawers } from './drawer-line.ts';
import { readLabel } from './scale-label.ts';
import { cashPart, givenOf, type Terms, termsOf } from './terms.ts';

/** With a search or without: the goods that the page of a sale offers. */
const mostOffered = 20;
const severalOf = /^\s*(\d{1,6}(?:[.,]\d{1,3})?)\s*[*×]\s*(.+)$/;
const noChoice: GoodsChoice = { search: '', category: '' };

/** A sale as the page was sent. */
interface Typed {
  lines: BasketLine[];
  terms: Terms;
  /** A search looks through all categories. */
  choice: GoodsChoice;
  emptied: string;
}

/** Selling. */
export function saleActions(store: CabinetStore, view: CabinetView) {
  return {
    /** The menu leads back to the sale that was begun, and `?add=` takes an item to it. */
    show(query: URLSearchParams): Reply {
      const made = madeBefore(store, field(query, 'once'));
      if (made) return made;
      const item = store.findGoods(field(query, 'add'));
      if (item || query.size === 0) {
        const open = store.openSale(view.session.platform_session, view.now);
        const begun = new URLSearchParams(open?.split('?')[1]);
        if (item) {
          const { lines, terms } = saleIn(store, view, begun);
          const place = isMeasured(item) ? `#${lineName({ item })}` : '';
          return seeOther(basketAddress(withChosen(lines, item), terms, noChoice) + place);
        }
        if (open !== undefined) return seeOther(open);
      }
      const sale = saleIn(store, view, query);
      // What is on the screen is the sale that was begun, also when a link has added to it.
      if (sale.lines.length > 0)
        store.keepSale(
          view.session.platform_session,
          basketAddress(sale.lines, sale.terms, noChoice),
          view.now,
        );
      return till(store, view, { ...sale, status: 200 });
    },

    /** What the pressed button says: search, a category, one piece more or less, a line less, its discount, nothing or all of it again, count, or sell. */
    act(form: URLSearchParams): Reply {
      const made = madeBefore(store, field(form, 'once'));
      if (made) return made;
      const sale = saleIn(store, view, form);
      // Looked for while it is typed: nothing changes.
      if (field(form, 'do') === 'find') return till(store, view, { ...sale, status: 200 });
      return pressed(store, view, { form, sale });
    },
  };
}

/** What a button does with a sale that is begun. */
function pressed(
  store: CabinetStore,
  view: CabinetView,
  { form, sale }: { form: URLSearchParams; sale: Typed },
): Reply {
  const { lines, terms, choice } = sale;
  const { search } = choice;
  const [act, id = ''] = field(form, 'do').split(':', 2);
  // On a phone the page comes back at the same place; elsewhere a fragment would keep the search from the focus.
  const place = view.isPhone ? placeOf(act, { id, search }) : '';
  const again = (changed: BasketLine[], left = choice, at = place) => {
    const address = changed.length > 0 ? basketAddress(changed, terms, noChoice) : null;
    store.keepSale(view.session.platform_session, address, view.now);
    return seeOther(basketAddress(changed, terms, left) + at);
  };
  if (act === 'sell') return sell(store, view, { form, sale });
  if (act === 'remove') return again(lines.filter(({ item }) => item.id !== id));
  if (act === 'less') return again(withOneLess(lines, id));
  if (act === 'discount') {
    const changed = withDiscountTurned(lines, id);
    const turned = changed.find(({ item }) => item.id === id);
    return again(changed, choice, turned?.off ? `#${discountName(turned)}` : place);
  }
  if (act === 'empty') return empty(store, view, sale);
  if (act === 'restore') return restore(store, view, sale);
  if (act === 'count') return again(lines);
  if (act === 'category')
    return again(lines, { search: '', category: field(form, 'do').slice('category:'.length) }, '');
  // A scanner types a code and Enter.
  const isButton = act === 'add' || act === 'more';
  const scanned = act === 'search' && search === '' ? scannedInto(store, view, lines) : undefined;
  const times = act === 'search' ? timesIn(store, search) : undefined;
  const wanted = isButton ? store.findGoods(id) : (scanned?.item ?? times?.item ?? found(store, search));
  if (!wanted) return again(lines);
  if (act === 'more') return again(withMore(lines, wanted));
  // The weight is what comes next; Enter after it leads back to the search.
  const at = !times && isMeasured(wanted) ? `#${lineName({ item: wanted })}` : place;
  const chosen = withChosen(scanned?.lines ?? lines, wanted, times?.quantity);
  return again(chosen, { ...choice, search: '' }, at);
}

function sell(
  store: CabinetStore,
  view: CabinetView,
  { form, sale }: { form: URLSearchParams; sale: Typed },
): Reply {
  const refused = (fault: SaleFault) => till(store, view, { ...sale, fault, status: 422 });
  const asked = askedIn(form, sale, boundsOf(store, view));
  if (typeof asked === 'string') return refused(asked);
  const sold = store.sell(asked.lines, { once: sale.terms.once, ...saleBy(view), ...asked.paid });
  if (typeof sold === 'string') return refused(sold);
  if ('left' in sold) return refused('left');
  store.keepSale(view.session.platform_session, null, view.now);
  return seeOther(`/receipt?number=${sold.number}&made=now`);
}

/** The page of a sale. */
function till(
  store: CabinetStore,
  view: CabinetView,
  { status, ...sale }: Typed & { status: number; fault?: SaleFault },
): Reply {
  const facts = {
    offered: store.goodsToSell(
      { ...sale.choice, search: sale.choice.search.replace(severalOf, '$2') },
      mostOffered,
    ),
    hasGoods: store.countGoods() > 0,
    categories: store.categories(),
    ...boundsOf(store, view),
    drawers: drawersFor(store, view),
  };
  return page(status, salePage(view, { ...sale, ...facts }));
}

/** The drawer of the seller’s cash, and the others that could be chosen. A colleague of the platform has no cash. */
function drawersFor(
  store: CabinetStore,
  { session: { person_id: person } }: CabinetView,
): TillDrawers | undefined {
  if (person === null) return undefined;
  const inUse = store.drawerOf(person);
  return { inUse, open: inUse && inUse.person !== person ? store.openDrawers() : [] };
}

/** A page with nothing in its sale, that leads back to what was. */
function empty(store: CabinetStore, view: CabinetView, { lines, terms }: Typed): Reply {
  store.keepSale(view.session.platform_session, null, view.now);
  const emptied = basketAddress(lines, terms, noChoice).split('?')[1] ?? '';
  return seeOther(`/sale?${new URLSearchParams({ emptied })}`);
}

function restore(store: CabinetStore, view: CabinetView, { emptied }: Typed): Reply {
  const { lines, terms } = saleIn(store, view, new URLSearchParams(emptied));
  const address = basketAddress(lines, terms, noChoice);
  store.keepSale(view.session.platform_session, lines.length > 0 ? address : null, view.now);
  return seeOther(address);
}

/** The item whose code a scanner typed over a quantity, and the lines with what stood there before. */
function scannedInto(store: CabinetStore, view: CabinetView, lines: readonly BasketLine[]) {
  for (const line of lines) {
    const item = /^[\w-]{6,}$/.test(line.typed) ? store.findByCode(line.typed) : undefined;
    if (!item) continue;
    const open = store.openSale(view.session.platform_session, view.now);
    const before = saleIn(store, view, new URLSearchParams(open?.split('?')[1])).lines;
    const kept = [...before, ...withChosen([], line.item)].find((one) => one.item.id === line.item.id);
    return { item, lines: lines.map((one) => (one === line && kept ? kept : one)) };
  }
  return undefined;
}

/**
 * The item with this code, or the only one that the search finds and that can be sold. A part of a code is none: a
 * scanner’s code that no item has must not become another item.
 */
function found(store: CabinetStore, search: string): Goods | undefined {
  const exact = store.findByCode(search);
  if (exact || search === '') return exact;
  const [item, other] = store.goodsToSell({ search, category: '' }, 2);
  const isOnly = item !== undefined && other === undefined && item.quantity > 0;
  return isOnly && folded(item.name).includes(folded(search)) ? item : undefined;
}

/** Several of an item: `3*` and its code or name, as other tills take it; or what the label of scales says. */
function timesIn(store: CabinetStore, search: string): { item: Goods; quantity: number } | undefined {
  const label = readLabel(search);
  if (label && !store.findByCode(search)) {
    const item = store.findByCode(label.item) ?? store.findByCode(label.item.replace(/^0+/, ''));
    if (item?.unit === 'kg') return { item, quantity: label.grams };
  }
  const [, typed = '', wanted = ''] = severalOf.exec(search) ?? [];
  const item = wanted === '' || store.findByCode(search) ? undefined : found(store, wanted);
  const quantity = item && quantityOf(item.unit).safeParse(typed).data;
  return item && quantity ? { item, quantity } : undefined;
}

/** A sale that was made already, and is sent or shown again, is its receipt. */
function madeBefore(store: CabinetStore, once: string): Reply | undefined {
  const number = store.receiptMadeBy(once);
  return number === undefined ? undefined : seeOther(`/receipt?number=${number}&made=before`);
}

function saleIn(store: CabinetStore, { entitlements }: CabinetView, sent: URLSearchParams): Typed {
  const search = field(sent, 'search').trim().slice(0, 100);
  const hasDiscounts = entitlements.features.includes('sales.discounts');
  return {
    lines: basketOf(store, sent, { hasDiscounts }),
    terms: termsOf(sent, { hasDiscounts, usualPay: store.shopFacts().pay }),
    choice: { search, category: search === '' ? field(sent, 'category').trim() : '' },
    emptied: field(sent, 'emptied'),
  };
}

/** The largest discount of the reader, and what cash is rounded to. */
function boundsOf(store: CabinetStore, view: CabinetView) {
  const facts = store.shopFacts();
  return { mostDiscount: discountBound(view, facts), step: stepIn(view, facts) };
}

/** What is to be sold and how it is paid, or why it can't be. */
function askedIn(
  form: URLSearchParams,
  { lines, terms }: Typed,
  { mostDiscount: most, step }: ReturnType<typeof boundsOf>,
) {
  if (lines.length === 0) return 'empty';
  const counted = countedIn(lines);
  if (typeof counted === 'string') return counted;
  const discount = discountOfAll(lines, terms);
  if (discount === 'wrong') return 'discount';
  if (lines.some((line) => isBeyond(line, most))) return 'off';
  if (areBeyond(lines, terms, most)) return 'most';
  // The seller has seen another sum to pay.
  if (form.has('step') && field(form, 'step') !== String(step)) return 'recounted';
  const given = givenOf(terms);
  if (given === undefined) return 'given';
  const part = cashPart(terms, toPay(lines, terms));
  if (part === undefined) return 'part';
  const shown = /^\d{1,15}$/.test(field(form, 'shown')) ? Number(field(form, 'shown')) : undefined;
  const inCash = terms.pay === 'mixed' ? part : null;
  const drawer = terms.drawer === '' ? null : Number(terms.drawer);
  return { lines: counted, paid: { discount, paidBy: terms.pay, inCash, given, step, shown, drawer } };
}

/** What is sold, in the order in which it was chosen, or what is wrong with a line. */
function countedIn(lines: readonly BasketLine[]): SoldLine[] | 'typed' | 'off' {
  if (lines.some(({ quantity }) => quantity === undefined)) return 'typed';
  const counted = lines.toReversed().flatMap((line) => {
    const { item, quantity } = line;
    const discount = discountOf(line);
    const { isBeyondStock } = line;
    if (quantity === undefined || discount === 'wrong') return [];
    return { id: item.id, quantity, discount, isBeyondStock };
  });
  return counted.length < lines.length ? 'off' : counted;
}

/** By whom and when something is sold now. */
function saleBy(view: CabinetView) {
  const { now, entitlements, session } = view;
  const day = dayOf(now, entitlements.time_zone);
  return { now, day, soldBy: session.person_id, seller: readerName(view) };
}

/** Where the pressed button was; Enter in a field of the basket presses the search, which is empty then. */
function placeOf(act: string | undefined, { id, search }: { id: string; search: string }): string {
  // After a search all goods are there again.
  if (act === 'add') return search === '' ? `#offer-${id}` : '';
  return act === 'search' && search !== '' ? '' : '#basket';
}
