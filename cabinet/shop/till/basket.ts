import type { CabinetStore } from '../../store/cabinet-store.ts';
import type { Goods } from '../goods/goods.ts';
import type { GoodsChoice } from '../goods/goods-store.ts';
import { sumOfParts } from '../goods/decimal.ts';
import { plainQuantity, quantityOf } from '../goods/quantity.ts';
import { decimalsOf } from '../goods/units.ts';
import { type LineDiscount, lessPercent, lineSum } from '../sales/share-of.ts';
import { discountOn, netOf, type Terms } from './terms.ts';

/** One kind of goods in a sale that is not made yet. */
export interface BasketLine {
  item: Goods;
  /** As typed; a right quantity as `1.5`. What is weighed in parts may be typed as their sum, `0,512+0,3`. */
  typed: string;
  /** Thousandths; undefined when no quantity of the item's unit was typed. */
  quantity: number | undefined;
  /** A discount of its own as typed; undefined while none is asked for. */
  off: TypedDiscount | undefined;
  /** Whether it is sold although the count has less. */
  isBeyondStock: boolean;
}

interface TypedDiscount {
  typed: string;
  /** Else an amount. */
  isPercent: boolean;
}

const prefix = 'n_';
const discountPrefix = 'd_';
const kindPrefix = 'k_';
const beyondPrefix = 'b_';
const mostLines = 100;
const one = 1000;

/**
 * The goods of a sale that is not made yet are in the page's address or form (`n_ID=2`), nowhere else: nothing waits
 * in the database, and the browser's Back works. `once` goes with them, so that Back after the sale leads to its receipt. The newest is the first: it is in view, however many there are. Goods
 * that are gone and those of which there are 0 fall out. So does the discount of a line (`d_ID=10`, an amount with
 * `k_ID=amount`) without the feature for it. `b_ID=1` sells more than the count has (docs/decisions/0328).
 */
export function basketOf(
  store: CabinetStore,
  sent: URLSearchParams,
  { hasDiscounts }: { hasDiscounts: boolean },
): BasketLine[] {
  const lines = new Map<string, BasketLine>();
  for (const [name, typed] of sent) {
    const id = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const item = id === '' || lines.size >= mostLines ? undefined : store.findGoods(id);
    if (!item) continue;
    const quantity = quantityIn(item, typed);
    if (quantity === 0) continue;
    const off = hasDiscounts ? discountIn(sent, id) : undefined;
    lines.set(id, lineOf(item, { quantity, typed, off, isBeyondStock: sent.has(beyondPrefix + id) }));
  }
  return [...lines.values()];
}

/** The address of a sale with these goods. */
export function basketAddress(
  lines: readonly BasketLine[],
  terms: Terms,
  { search, category }: GoodsChoice,
): string {
  const query = new URLSearchParams(lines.map(({ item, typed }) => [prefix + item.id, typed]));
  for (const { item, off, isBeyondStock } of lines) {
    if (isBeyondStock) query.set(beyondPrefix + item.id, '1');
    if (!off) continue;
    query.set(discountPrefix + item.id, off.typed);
    if (!off.isPercent) query.set(kindPrefix + item.id, 'amount');
  }
  if (terms.pay !== terms.usualPay) query.set('pay', terms.pay);
  if (terms.discount !== '') query.set('discount', terms.discount);
  if (terms.discount !== '' && !terms.isPercent) query.set('discountKind', 'amount');
  if (terms.cash !== '') query.set('cash', terms.cash);
  if (terms.given !== '') query.set('given', terms.given);
  if (terms.drawer !== '') query.set('drawer', terms.drawer);
  if (search !== '') query.set('search', search);
  if (category !== '') query.set('category', category);
  if (lines.length > 0) query.set('once', terms.once);
  return query.size > 0 ? `/sale?${query}` : '/sale';
}

/** One unit less of an item; the last one takes its line away. */
export function withOneLess(lines: readonly BasketLine[], id: string): BasketLine[] {
  return lines.flatMap((line) => {
    if (line.item.id !== id) return [line];
    const quantity = soFar(line) - one;
    return quantity > 0 ? [lineOf(line.item, { ...line, quantity })] : [];
  });
}

/** More of an item, in its place; a new line is the first. */
export function withMore(lines: readonly BasketLine[], item: Goods, more = one): BasketLine[] {
  const known = lines.find((line) => line.item.id === item.id);
  const line = lineOf(item, { ...newLine, ...known, quantity: soFar(known) + more });
  return known ? lines.map((other) => (other === known ? line : other)) : [line, ...lines];
}

/**
 * The same of an item that was scanned or chosen: its line becomes the first. What is weighed waits for its weight, and
 * weighed once more for the next one (docs/decisions/0312).
 */
export function withChosen(lines: readonly BasketLine[], item: Goods, more?: number): BasketLine[] {
  const isItems = (line: BasketLine) => line.item.id === item.id;
  const others = lines.filter((line) => !isItems(line));
  const known = lines.find(isItems);
  if (more !== undefined || !isMeasured(item))
    return [...withMore(known ? [known] : [], item, more), ...others];
  const typed = soFar(known) > 0 ? `${plainQuantity(soFar(known))}+` : '';
  return [lineOf(item, { ...newLine, ...known, quantity: undefined, typed }), ...others];
}

/** Whether an item is weighed or measured, not counted. */
export function isMeasured({ unit }: Pick<Goods, 'unit'>): boolean {
  return decimalsOf(unit) > 0;
}

/** Whether a line waits for what the scales say: of what was weighed before, if anything, thousandths. */
export function awaited({ item, typed, quantity }: BasketLine): { before: number } | undefined {
  if (quantity !== undefined || !isMeasured(item)) return undefined;
  if (typed.trim() === '') return { before: 0 };
  const before = /\+\s*$/.test(typed) ? quantityIn(item, typed.replace(/\+\s*$/, '')) : undefined;
  return before === undefined ? undefined : { before };
}

/** Asks for the discount of a line, or takes it away. */
export function withDiscountTurned(lines: readonly BasketLine[], id: string): BasketLine[] {
  const turned = (line: BasketLine) => ({
    ...line,
    off: line.off ? undefined : { typed: '', isPercent: true },
  });
  return lines.map((line) => (line.item.id === id ? turned(line) : line));
}

export function lineName({ item }: Pick<BasketLine, 'item'>): string {
  return prefix + item.id;
}

export function discountName({ item }: Pick<BasketLine, 'item'>): string {
  return discountPrefix + item.id;
}

export function beyondName({ item }: Pick<BasketLine, 'item'>): string {
  return beyondPrefix + item.id;
}

export function kindName({ item }: Pick<BasketLine, 'item'>): string {
  return kindPrefix + item.id;
}

/** What a line costs without its discount; one without a number nothing. */
export function fullSum({ item: { price }, quantity = 0 }: BasketLine): number {
  return lineSum({ price, quantity });
}

/** The discount of a line that has one; `wrong` where it is none, or more than the line costs. */
export function discountOf(line: BasketLine): LineDiscount | 'wrong' | undefined {
  return line.off && discountOn(fullSum(line), line.off);
}

/** What stays to be paid of a line. */
export function netSum(line: BasketLine): number {
  return netOf(fullSum(line), discountOf(line));
}

/** Whether more is taken off a line than the given percent of it; null is no bound. */
export function isBeyond(line: BasketLine, most: number | null): boolean {
  return most !== null && isBelow(netSum(line), [fullSum(line)], { most, less: lessPercent });
}

/** Whether all discounts together take off more than the given percent. */
export function areBeyond(lines: readonly BasketLine[], terms: Terms, most: number | null): boolean {
  return most !== null && isBelow(toPay(lines, terms), lines.map(fullSum), { most, less: lessPercent });
}

/**
 * Whether less is paid than with that percentage off all lines, or off each, rounded. The till's script has it too: it
 * uses nothing from outside.
 */
export function isBelow(
  paid: number,
  full: readonly number[],
  { most, less }: { most: number; less: typeof lessPercent },
): boolean {
  const all = full.reduce((sum, one) => sum + one, 0);
  const each = full.reduce((sum, one) => sum + less(one, most), 0);
  return paid < Math.min(less(all, most), each);
}

/** The discount of the receipt, off what its lines cost. */
export function discountOfAll(
  lines: readonly BasketLine[],
  { discount, isPercent }: Pick<Terms, 'discount' | 'isPercent'>,
): LineDiscount | 'wrong' | undefined {
  return discountOn(totalOf(lines), { typed: discount, isPercent });
}

/** In minor units, with all discounts. */
export function toPay(lines: readonly BasketLine[], terms: Terms): number {
  return netOf(totalOf(lines), discountOfAll(lines, terms));
}

/** In minor units, with the discounts of the lines. */
export function totalOf(lines: readonly BasketLine[]): number {
  return lines.reduce((sum, line) => sum + netSum(line), 0);
}

/** How many things a customer takes away: pieces each, and what is weighed or measured as one. */
export function thingsIn(lines: readonly BasketLine[]): number {
  return lines.reduce((all, { item, quantity = 0 }) => all + (item.unit === 'piece' ? quantity / one : 1), 0);
}

const newLine = { off: undefined, isBeyondStock: false };

/** The quantity of a line without the part that it waits for, in thousandths. */
function soFar(line: BasketLine | undefined): number {
  if (!line) return 0;
  return line.quantity ?? awaited(line)?.before ?? 0;
}

function quantityIn({ unit }: Goods, typed: string): number | undefined {
  return sumOfParts(typed, (part) => quantityOf(unit).safeParse(part).data);
}

function lineOf(item: Goods, line: Omit<BasketLine, 'item' | 'typed'> & { typed?: string }): BasketLine {
  const { quantity, typed = '', off, isBeyondStock } = line;
  const exact = quantity === undefined ? typed : plainQuantity(quantity);
  return { item, quantity, typed: exact, off, isBeyondStock };
}

function discountIn(sent: URLSearchParams, id: string): BasketLine['off'] {
  const typed = sent.get(discountPrefix + id);
  if (typed === null) return undefined;
  return { typed: typed.trim().slice(0, 20), isPercent: sent.get(kindPrefix + id) !== 'amount' };
}
