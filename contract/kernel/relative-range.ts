/**
 * Ranges of days that stay relative in an address and in a saved view (GROWTH section 19): `next:7d`, `last:4w`,
 * `this:week`, `this:month`, `before:today`, `before:tomorrow`. They are the value of `eq` of a date. Pure.
 */
export type RelativeRange = WholeRange | { kind: 'past'; withToday: boolean };

/** One with a first and a last day. */
export type WholeRange =
  | { kind: 'next' | 'last'; count: number; unit: 'd' | 'w' }
  | { kind: 'this'; unit: 'week' | 'month' };

const relative = /^(?:(next|last):([1-9]\d{0,2})([dw])|this:(week|month))$/;

/** The range that a value of a filter means; undefined for any other value. */
export function relativeRange(value: string): RelativeRange | undefined {
  if (value === 'before:today') return { kind: 'past', withToday: false };
  if (value === 'before:tomorrow') return { kind: 'past', withToday: true };
  const [, kind, count, unit, period] = relative.exec(value) ?? [];
  if (period === 'week' || period === 'month') return { kind: 'this', unit: period };
  if ((kind !== 'next' && kind !== 'last') || (unit !== 'd' && unit !== 'w')) return undefined;
  return { kind, count: Number(count), unit };
}
