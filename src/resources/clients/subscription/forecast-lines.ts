import type { ForecastEntry } from '#contract/money/forecast.ts';

/** Events that come several times before what they announce. */
const reminding = ['reminder', 'deletion_warning'] as const;

/** The same reminder on several days, as one line. */
export interface Reminding {
  isSeveral: true;
  event: (typeof reminding)[number];
  first: ForecastEntry;
  dates: readonly string[];
}

export type ForecastLine = Reminding | { isSeveral: false; first: ForecastEntry };

/** The events of a forecast as lines to read: reminders of the same end are one, with their days. Pure. */
export function forecastLines(entries: readonly ForecastEntry[]): ForecastLine[] {
  const lines: ForecastLine[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    const event = reminding.find((one) => one === entry.event);
    if (event === undefined || last?.first.event !== event) lines.push({ isSeveral: false, first: entry });
    else
      lines.splice(-1, 1, {
        isSeveral: true,
        event,
        first: last.first,
        dates: [...datesOf(last), entry.date],
      });
  }
  return lines;
}

function datesOf(line: ForecastLine): readonly string[] {
  return line.isSeveral ? line.dates : [line.first.date];
}
