/**
 * Whole calendar days from `now` to `end` in a time zone: 0 on the day itself, negative afterwards.
 */
export function daysLeft(end: Date, now: Date, timeZone: string): number {
  return (dayOf(end, timeZone) - dayOf(now, timeZone)) / 86_400_000;
}

/** The calendar day of a moment as midnight UTC, so that daylight saving makes no day shorter. */
function dayOf(moment: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  const value = Object.fromEntries(
    parts.formatToParts(moment).map((part) => [part.type, Number(part.value)]),
  );
  return Date.UTC(value.year ?? NaN, (value.month ?? NaN) - 1, value.day ?? NaN);
}
