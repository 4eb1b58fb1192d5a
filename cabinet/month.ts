/** The calendar month of a moment in a time zone, such as `2026-03`. */
export function monthOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit' });
  const value = Object.fromEntries(parts.formatToParts(moment).map((part) => [part.type, part.value]));
  return `${value.year}-${value.month}`;
}
