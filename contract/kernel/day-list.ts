import { intlTags, type Locale } from './variants.ts';

/**
 * Days in words, in order of time, each month once: `16, 20 and 22 December`, `28, 30 November and 3 December`,
 * `gruodžio 19, 23 ir 25 d.`. Their years are said only where they differ.
 */
export function dayList(
  moments: readonly string[],
  { locale, timeZone }: { locale: Locale; timeZone: string },
): string {
  const tag = intlTags[locale];
  const dates = moments.map((moment) => new Date(moment));
  const yearOf = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone });
  const hasYears = new Set(dates.map((date) => yearOf.format(date))).size > 1;
  const year = hasYears ? ({ year: 'numeric' } as const) : {};
  const whole = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', ...year, timeZone });
  const monthOf = new Intl.DateTimeFormat('en', { month: 'numeric', year: 'numeric', timeZone });
  const months = dates.map((date) => monthOf.format(date));
  const days = dates.map((date, place) => {
    const { before, day, after } = partsAround(whole.formatToParts(date));
    const isFirst = months[place - 1] !== months[place];
    const isLast = months[place + 1] !== months[place];
    // German writes each day with its point.
    const text = (isFirst ? before : '') + day + (isLast ? after : after.startsWith('.') ? '.' : '');
    return text.replaceAll(' ', '\u00a0');
  });
  return new Intl.ListFormat(tag).format(days);
}

/** What a language writes before the day, such as the month, and after it. */
function partsAround(parts: readonly Intl.DateTimeFormatPart[]) {
  const place = parts.findIndex(({ type }) => type === 'day');
  const textOf = (some: readonly Intl.DateTimeFormatPart[]) => some.map(({ value }) => value).join('');
  return {
    before: textOf(parts.slice(0, place)),
    day: textOf(parts.slice(place, place + 1)),
    after: textOf(parts.slice(place + 1)),
  };
}
