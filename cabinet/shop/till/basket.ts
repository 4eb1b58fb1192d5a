import type { CabinetStore } from '../../store/cabinet-store.ts';
import type { Goods } from '../goods/goods.ts';
import type { GoodsChoice } from '../goods/goods-store.ts';
import { plainQuantity, quantityOf } from '../goods/quantity.ts';
import { lineSum } from '../sales/share-of.ts';
import type { Terms } from './terms.ts';

/** One kind of goods in a sale that is not made yet. */
export interface BasketLine {
  item: Goods;
  /** As typed; a right quantity as `1.5`. */
  typed: string;
  /** Thousandths; undefined when no quantity of the item's unit was typed. */
  quantity: number | undefined;
}

const prefix = 'n_';
const mostLines = 100;
const one = 1000;

/**
 * The goods of a sale that is not made yet are in the page's address or form (`n_ID=2`), nowhere else: nothing waits
 * in the database, and the browser's Back works. The newest is the first: it is in view, however many there are. Goods
 * that are gone and those of which there are 0 fall out.
 */
export function basketOf(store: CabinetStore, sent: URLSearchParams): BasketLine[] {
  const lines = new Map<string, BasketLine>();
  for (const [name, typed] of sent) {
    const id = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    const item = id === '' || lines.size >= mostLines ? undefined : store.findGoods(id);
    if (!item) continue;
    const quantity = quantityOf(item.unit).safeParse(typed).data;
    if (quantity === 0) continue;
    lines.set(id, lineOf(item, quantity, typed));
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
  if (terms.pay !== terms.usualPay) query.set('pay', terms.pay);
  if (terms.discount !== '') query.set('discount', terms.discount);
  if (terms.given !== '') query.set('given', terms.given);
  if (search !== '') query.set('search', search);
  if (category !== '') query.set('category', category);
  return query.size > 0 ? `/sale?${query}` : '/sale';
}

/** One unit less of an item; the last one takes its line away. */
export function withOneLess(lines: readonly BasketLine[], id: string): BasketLine[] {
  return lines.flatMap((line) => {
    if (line.item.id !== id) return [line];
    const quantity = (line.quantity ?? one) - one;
    return quantity > 0 ? [lineOf(line.item, quantity)] : [];
  });
}

/** One unit more of an item, in its place; a new line is the first, with what is left where that is less. */
export function withOneMore(lines: readonly BasketLine[], item: Goods): BasketLine[] {
  const known = lines.find((line) => line.item.id === item.id);
  const isLess = !known && item.quantity > 0 && item.quantity < one;
  const line = lineOf(item, isLess ? item.quantity : (known?.quantity ?? 0) + one);
  return known ? lines.map((other) => (other === known ? line : other)) : [line, ...lines];
}

/** The same of an item that was scanned or chosen: its line becomes the first. */
export function withOneChosen(lines: readonly BasketLine[], item: Goods): BasketLine[] {
  const changed = withOneMore(lines, item);
  const isItems = (line: BasketLine) => line.item.id === item.id;
  return [...changed.filter(isItems), ...changed.filter((line) => !isItems(line))];
}

export function lineName({ item }: Pick<BasketLine, 'item'>): string {
  return prefix + item.id;
}

/** In minor units; lines without a number count nothing. */
export function totalOf(lines: readonly BasketLine[]): number {
  return lines.reduce((sum, { item: { price }, quantity = 0 }) => sum + lineSum({ price, quantity }), 0);
}

/** How many things a customer takes away: pieces each, and what is weighed or measured as one. */
export function thingsIn(lines: readonly BasketLine[]): number {
  return lines.reduce((all, { item, quantity = 0 }) => all + (item.unit === 'piece' ? quantity / one : 1), 0);
}

function lineOf(item: Goods, quantity: number | undefined, typed = ''): BasketLine {
  return { item, quantity, typed: quantity === undefined ? typed : plainQuantity(quantity) };
}
