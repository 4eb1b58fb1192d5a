import type { DocumentContent } from './document-content.ts';
import { splitTotal } from './tax.ts';

/** A line without its tax. Minor units; `price` is rounded where the quantity doesn't divide `net`. */
export interface NetLine {
  net: number;
  price: number;
}

/**
 * The lines of a document without the tax that their prices include. They add up to its `net`: each is what the sum so
 * far grows by, so that no cent is lost to rounding. Pure.
 */
export function netLines({ lines, tax }: Pick<DocumentContent, 'lines' | 'tax'>): NetLine[] {
  let total = 0;
  let before = 0;
  return lines.map(({ amount, quantity }) => {
    total += amount;
    const { net } = splitTotal(total, tax.rate_bp);
    const own = net - before;
    before = net;
    return { net: own, price: Math.round(own / quantity) };
  });
}
