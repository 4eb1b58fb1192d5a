import { expect, it } from 'vitest';
import type { ForecastEntry } from '#contract/money/forecast.ts';
import { forecastLines } from '#web/resources/clients/subscription/forecast-lines.ts';

const entry = (event: ForecastEntry['event'], day: string): ForecastEntry => ({
  date: `2026-12-${day}T10:00:00.000Z`,
  event,
  rule: '',
});

function inWords(entries: readonly ForecastEntry[]): string[] {
  return forecastLines(entries).map(
    (line) =>
      `${line.first.event} ${line.isSeveral ? line.dates.map((date) => date.slice(8, 10)).join('+') : 1}`,
  );
}

it('makes one line of the reminders of one end, and another of those after it', () => {
  expect(
    inWords([
      entry('reminder', '16'),
      entry('reminder', '20'),
      entry('reminder', '22'),
      entry('charge', '23'),
      entry('reminder', '25'),
      entry('deletion_warning', '26'),
      entry('deletion_warning', '27'),
      entry('deletion', '28'),
    ]),
  ).toEqual(['reminder 16+20+22', 'charge 1', 'reminder 1', 'deletion_warning 26+27', 'deletion 1']);
});

it('never joins charges', () => {
  expect(inWords([entry('charge', '01'), entry('charge', '02')])).toEqual(['charge 1', 'charge 1']);
});
