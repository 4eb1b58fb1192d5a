import type { Delimiter } from '#contract/kernel/csv.ts';
import type { FileAnswer } from '#contract/http/answers.ts';
import {
  churnOf,
  conversionOf,
  type Movement,
  revenueMoves,
  type RevenueReport,
  type RevenueTable,
  type Trials,
  type Worth,
} from '#contract/panel/revenue.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { translate } from '#server/kernel/messages.ts';
import { csvTable, type MoneyCell } from '#server/lists/csv-table.ts';

type Cell = string | MoneyCell;

/** A table of the report as a CSV: a line for each of its rows, with parts of a hundred as they are shown. */
export function revenueFile(
  report: RevenueReport,
  { table, locale, delimiter }: { table: RevenueTable; locale: Locale; delimiter: Delimiter | null },
): FileAnswer {
  const { heading, rows } = tableOf(report, table, (key) => translate(locale, key));
  const { from, to } = report.total;
  return {
    name: `revenue-${table.replace('_', '-')}-${from}-${to}.csv`,
    content: csvTable(heading, rows, delimiter),
  };
}

interface Table {
  heading: string[];
  rows: Cell[][];
}

function tableOf(report: RevenueReport, table: RevenueTable, text: (key: string) => string): Table {
  const fields = (...names: string[]) => names.map((name) => text(`revenue.fields.${name}`));
  switch (table) {
    case 'moves':
      return {
        heading: [
          ...fields('month', 'start', 'startClients'),
          ...revenueMoves.flatMap((kind) => [
            text(`revenue.moves.${kind}`),
            `${text(`revenue.moves.${kind}`)}, ${text('nav.clients')}`,
          ]),
          ...fields('end', 'endClients', 'churnClients', 'churnRevenue'),
        ],
        rows: report.months.map((one) => [one.month, ...movementCells(one)]),
      };
    case 'sign_ups':
      return {
        heading: fields('month', 'came', 'tried', 'trying', 'paid', 'conversion'),
        rows: report.sign_ups.months.map((one) => [one.month, ...trialCells(one)]),
      };
    case 'cohorts':
      return {
        heading: [...fields('month', 'tried'), ...report.cohorts.map((_, age) => String(age))],
        rows: report.cohorts.map(({ month, tried, kept }) => [
          month,
          String(tried),
          ...report.cohorts.map((_, age) => String(kept[age] ?? '')),
        ]),
      };
    case 'tariffs':
      return {
        heading: fields('tariff', 'endClients', 'start', 'end'),
        rows: report.tariffs.map(({ name, start, end }) => [name, ...worthCells(start, end)]),
      };
    case 'sources':
      return {
        heading: fields(
          'source',
          'endClients',
          'start',
          'end',
          'came',
          'tried',
          'trying',
          'paid',
          'conversion',
        ),
        rows: report.sources.map(({ source, start, end, trials }) => [
          text(`clients.values.source.${source}`),
          ...worthCells(start, end),
          ...trialCells(trials),
        ]),
      };
  }
}

function movementCells(one: Movement): Cell[] {
  const { clients, revenue } = churnOf([one]);
  return [
    { money: one.start.monthly },
    String(one.start.clients),
    ...revenueMoves.flatMap((kind): Cell[] => [
      { money: one.moves[kind].amount },
      String(one.moves[kind].clients),
    ]),
    { money: one.end.monthly },
    String(one.end.clients),
    percent(clients),
    percent(revenue),
  ];
}

function worthCells(start: Worth, end: Worth): Cell[] {
  return [String(end.clients), { money: start.monthly }, { money: end.monthly }];
}

function trialCells(trials: Trials): Cell[] {
  const { came, tried, trying, paid } = trials;
  return [...[came, tried, trying, paid].map(String), percent(conversionOf(trials))];
}

function percent(part: number | null): string {
  return part === null ? '' : `${(part * 100).toFixed(1)} %`;
}
