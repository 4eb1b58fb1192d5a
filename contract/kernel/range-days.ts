import type { RelativeRange, WholeRange } from './relative-range.ts';

/** The days that relative ranges mean, seen from a day. Apart from their grammar, because a list needs only that. Pure. */

/** The days that a range means, seen from a day; what is past has no first one. */
export function boundsOf(range: RelativeRange, today: string): { from?: string; to: string } {
  if (range.kind === 'past') return { to: range.withToday ? today : plusDays(today, -1) };
  return daysOf(range, today);
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
