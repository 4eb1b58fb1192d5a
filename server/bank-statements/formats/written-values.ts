import { isMoneyDay } from '#contract/money/month.ts';
import type { StatementDateFormat } from '#contract/money/bank-statement.ts';

const spaces = /[\s\u00a0\u2007\u2009\u202f'’]/g;
const minus = /^[-\u2212\u2013\u2014]/;
/** Up to five digits after the sign, as ISO 20022 has them; beyond the second there are zeros. */
const writtenWith = {
  '.': /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,5}))?$/,
  ',': /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{0,5}))?$/,
} as const;

/** Signed minor units of an amount as banks write it (`-70 000.00`), or null when it is none. */
export function amountOf(written: string, decimal: '.' | ','): number | null {
  const text = written.replace(spaces, '');
  const isNegative = minus.test(text);
  const digits = text.replace(minus, '').replace(/^\+/, '');
  const [whole, fraction = ''] = writtenWith[decimal].exec(digits) ?? [];
  if (whole === undefined || /[^0]/.test(fraction.slice(2))) return null;
  const units = digits.split(decimal, 1)[0]?.replace(/\D/g, '') ?? '';
  const minor = Number(`${units}${fraction.slice(0, 2).padEnd(2, '0')}`);
  if (!Number.isSafeInteger(minor)) return null;
  return isNegative && minor !== 0 ? -minor : minor;
}

/** A day as `2026-03-14`, or null when it is none; a time behind it is left out. */
export function dayOf(written: string, format: StatementDateFormat): string | null {
  const text = written.trim();
  const groups = patterns[format].exec(text)?.groups;
  return groups ? calendarDay(groups['year'], groups['month'], groups['day']) : null;
}

/** A day of the calendar; null for days that don't exist, such as 31 February, or are of no month of ours. */
export function calendarDay(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  return isDay && isMoneyDay(date) ? date : null;
}

const patterns = Object.fromEntries(
  (
    [
      'DD.MM.YYYY',
      'YYYY-MM-DD',
      'YYYY.MM.DD',
      'DD/MM/YYYY',
      'MM/DD/YYYY',
      'DD-MM-YYYY',
      'YYYYMMDD',
    ] satisfies StatementDateFormat[]
  ).map((format) => [format, patternOf(format)]),
) as Record<StatementDateFormat, RegExp>; // of exactly these

function patternOf(format: StatementDateFormat): RegExp {
  const isPacked = format === 'YYYYMMDD';
  const digits = isPacked ? '{2}' : '{1,2}';
  const body = format
    .replace(/[./]/g, String.raw`\$&`)
    .replace('YYYY', String.raw`(?<year>\d{4})`)
    .replace('MM', String.raw`(?<month>\d${digits})`)
    .replace('DD', String.raw`(?<day>\d${digits})`);
  return new RegExp(String.raw`^${body}(?!\d)(?:[T ,].*)?$`, 's');
}
