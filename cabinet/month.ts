/** The calendar month of a moment in a time zone, such as `2026-03`. */
export function monthOf(moment: Date, timeZone: string): string {
  return dayOf(moment, timeZone).slice(0, 7);
}

/** The calendar day of a moment in a time zone, such as `2026-03-31`. */
export function dayOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const value = Object.fromEntries(parts.formatToParts(moment).map((part) => [part.type, part.value]));
  return `${value.year}-${value.month}-${value.day}`;
}

/** The day that is a number of days after (or before) another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The month that is a number of months after (or before) another. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, place = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, place - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Every day of a month such as `2026-02`, in order. */
export function daysOf(month: string): string[] {
  const [year = 0, place = 0] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, place, 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
}
