import type { Delimiter } from '#contract/kernel/csv.ts';
import type { FileAnswer } from '#contract/http/answers.ts';
import { monthMoves, type MonthReport, moveOf } from '#contract/money/month.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { translate } from '#server/kernel/messages.ts';
import { csvTable, type MoneyCell } from '#server/lists/csv-table.ts';

/** A month's report as a CSV: one figure a line, in the order in which they add up, then those of each tariff. */
export function monthFile(report: MonthReport, locale: Locale, delimiter: Delimiter | null): FileAnswer {
  const text = (key: string) => translate(locale, `month.${key}`);
  const row = (what: string, money: number, tariff = ''): [string, string, MoneyCell] => [
    text(`fields.${what}`),
    tariff,
    { money },
  ];
  const rows = [
    row('opening', report.opening),
    ...monthMoves.map((move) => row(move, moveOf(report, move))),
    row('closing', report.closing),
    ...report.by_tariff.flatMap(({ tariff, ...sums }) =>
      (['charges', 'refunds', 'reversals'] as const).map((kind) =>
        row(kind, sums[kind], tariff?.name ?? text('noTariff')),
      ),
    ),
  ];
  const heading = ['line', 'tariff', 'amount'].map((name) => text(`fileFields.${name}`));
  return { name: `month-${report.month}.csv`, content: csvTable(heading, rows, delimiter) };
}
