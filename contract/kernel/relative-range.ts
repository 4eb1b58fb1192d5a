/**
 * Ranges of days that stay relative in an address and in a saved view (GROWTH section 19): `next:7d`, `last:4w`,
 * `this:week`, `this:month`, `before:today`. They are the value of `eq` of a date. Pure.
 */
export type RelativeRange = WholeRange | { kind: 'past' };

/** One with a first and a last day. */
type WholeRange =
  | { kind: 'next' | 'last'; count: number; unit: 'd' | 'w' }
  | { kind: 'this'; unit: 'week' | 'month' };

const relative = /^(?:(next|last):([1-9]\d{0,2})([dw])|this:(week|month))$/;
const past = 'before:today';

/** The range that a value of a filter means; undefined for any other value. */
export function relativeRange(value: string): RelativeRange | undefined {
  if (value === past) return { kind: 'past' };
  const [, kind, count, unit, period] = relative.exec(value) ?? [];
  if (period === 'week' || period === 'month') return { kind: 'this', unit: period };
  if ((kind !== 'next' && kind !== 'last') || (unit !== 'd' && unit !== 'w')) return undefined;
  return { kind, count: Number(count), unit };
}

/** The days that a range means, seen from a day; what is past has no first one. */
export function boundsOf(range: RelativeRange, today: string): { from?: string; to: string } {
  return range.kind === 'past' ? { to: plusDays(today, -1) } : daysOf(range, today);
}

/**
 * Its first and last day, seen from a day (`2026-03-14`). Today belongs to all of them; the last 7 days begin a week
 * ago, the next 7 end in a week. Weeks begin on Monday.
 */
export function daysOf(range: WholeRange, today: string): { from: string; to: string } {
  if (range.kind !== 'this') {
    const days = range.unit === 'w' ? range.count * 7 : range.count;
    return range.kind === 'next'
      ? { from: today, to: plusDays(today, days) }
      : { from: plusDays(today, -days), to: today };
  }
  const date = new Date(`${today}T00:00:00Z`);
  if (range.unit === 'week') {
    const monday = plusDays(today, -((date.getUTCDay() + 6) % 7));
    return { from: monday, to: plusDays(monday, 6) };
  }
  const first = `${today.slice(0, 8)}01`;
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return { from: first, to: plusDays(new Date(next).toISOString().slice(0, 10), -1) };
}

/** The next `count` days as the home page counts them: their end is the end of the last one. */
export function nextDays(count: number, today: string): { from: string; to: string } {
  return daysOf({ kind: 'next', count, unit: 'd' }, today);
}

function plusDays(day: string, days: number): string {
  const moved = new Date(`${day}T00:00:00Z`).getTime() + days * 86_400_000;
  return new Date(moved).toISOString().slice(0, 10);
}
