/**
 * Dates of the subscription, on the variant's calendar (DESIGN section 7, "Clock"). Pure; Temporal is not in Node 24,
 * so the zone's offset comes from Intl.
 */

interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

/**
 * The moment `days` calendar days later at the same clock time in the zone. A clock time that a change of clocks
 * skips moves later by the gap; a doubled one takes the first.
 */
export function addDays(from: Date, days: number, timeZone: string): Date {
  const local = localTimeOf(from, timeZone);
  return momentOf({ ...local, day: local.day + days }, timeZone);
}

/** Whole calendar days in the zone from one moment's day to another's: 0 on the same day, negative when past. */
export function calendarDaysBetween(from: Date, to: Date, timeZone: string): number {
  const dayOf = (moment: Date) => {
    const { year, month, day } = localTimeOf(moment, timeZone);
    return Date.UTC(year, month - 1, day) / 86_400_000;
  };
  return dayOf(to) - dayOf(from);
}

/** The first moment of a day (`2026-03-14`) in the zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return momentOf({ year, month, day: date, hour: 0, minute: 0, second: 0, millisecond: 0 }, timeZone);
}

/** The moment of a clock time in a zone; fields may overflow as in `Date.UTC`. */
function momentOf(local: LocalTime, timeZone: string): Date {
  const { year, month, day, hour, minute, second, millisecond } = local;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  const before = offsetAt(asUtc - 86_400_000, timeZone);
  const after = offsetAt(asUtc + 86_400_000, timeZone);
  // The earlier of the readings that are real; in a gap none is, and the offset before it moves the time later.
  for (const offset of [Math.max(before, after), Math.min(before, after)]) {
    const candidate = asUtc - offset;
    if (offsetAt(candidate, timeZone) === offset) return new Date(candidate);
  }
  return new Date(asUtc - before);
}

function localTimeOf(moment: Date, timeZone: string): LocalTime {
  const shifted = new Date(moment.getTime() + offsetAt(moment.getTime(), timeZone));
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
    millisecond: shifted.getUTCMilliseconds(),
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which the zone is ahead of UTC at a moment. */
function offsetAt(time: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of format.formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000;
}
