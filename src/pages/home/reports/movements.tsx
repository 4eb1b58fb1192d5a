import { chartColour } from '#web/pages/home/charts/chart-colours.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  churnOf,
  type Movement,
  type RevenueMove,
  revenueMoves,
  type RevenueReport,
} from '#contract/panel/revenue.ts';
import { ChartPanel } from '#web/pages/home/charts/chart-panel.tsx';
import { ListLink } from '#web/pages/home/list-link.tsx';
import { useReportFormats } from '#web/pages/home/report-formats.ts';
import { ReportTable } from './report-table.tsx';
import { clientsMoved, clientsPayingOn } from './revenue-links.ts';
import { TableFile } from './table-file.tsx';

const colours: Record<RevenueMove, string> = {
  new: 'var(--accent)',
  back: chartColour('blue'),
  more: chartColour('violet'),
  less: chartColour('amber'),
  lost: chartColour('red'),
};

/** Month by month, from what recurred before to what recurs at its end. */
export function Movements({ report, period }: { report: RevenueReport; period: string }) {
  const { t } = useTranslation();
  const formats = useReportFormats();
  return (
    <ChartPanel
      isWide
      title={t('revenue.byMove')}
      sum={<TableFile table="moves" period={period} />}
      steps={report.months.map((one, place) => ({
        label: formats.step(one, 'month'),
        tick: formats.monthTick(one, place, report.months.length),
        values: Object.fromEntries(revenueMoves.map((kind) => [kind, one.moves[kind].amount])),
      }))}
      series={revenueMoves.map((key) => ({
        key,
        name: t(`revenue.moves.${key}`),
        colour: colours[key],
        to: clientsMoved(key, report.total),
      }))}
      short={formats.compactMoney}
      format={formats.money}
      whenEmpty={t('revenue.noMoves')}
      table={<MovementTable report={report} />}
    />
  );
}

function MovementTable({ report: { months, total, before, running_month } }: { report: RevenueReport }) {
  const { t } = useTranslation();
  const { step } = useReportFormats();
  return (
    <ReportTable
      caption={t('revenue.byMove')}
      head={[
        t('revenue.fields.month'),
        t('revenue.fields.start'),
        ...revenueMoves.map((kind) => t(`revenue.moves.${kind}`)),
        t('revenue.fields.end'),
        t('revenue.churn'),
      ]}
    >
      {months.map((one) => (
        <Row
          key={one.month}
          label={one.month === running_month ? soFar(t, step(one, 'month')) : step(one, 'month')}
          movement={one}
          months={[one]}
        />
      ))}
      {months.length > 1 && (
        <Row label={t('month.total')} movement={total} months={months} className="report-sum" />
      )}
      <Row label={t('revenue.before')} movement={before} months={null} className="muted" />
    </ReportTable>
  );
}

function soFar(t: TFunction, month: string): string {
  return t('revenue.soFar', { month });
}

interface RowProps {
  label: string;
  movement: Movement;
  /** Of which the churn is told. */
  months: readonly Movement[] | null;
  className?: string;
}

function Row({ label, movement, months, className }: RowProps) {
  const { t } = useTranslation();
  const { money, number, part, signed } = useReportFormats();
  const { start, end, moves } = movement;
  const churn = months && churnOf(months);
  const payers = (count: number) => t('revenue.clients', { count, shown: number(count) });
  return (
    <tr className={className}>
      <th scope="row">{label}</th>
      <td>
        {money(start.monthly)}
        <small>{payers(start.clients)}</small>
      </td>
      {revenueMoves.map((kind) => {
        const { clients, amount } = moves[kind];
        if (clients === 0)
          return (
            <td key={kind} className="muted">
              0
            </td>
          );
        return (
          <td key={kind} className={amount < 0 ? 'is-loss' : 'is-gain'}>
            <ListLink to={clientsMoved(kind, movement)}>{signed(amount)}</ListLink>
            <small>{payers(clients)}</small>
          </td>
        );
      })}
      <td>
        <ListLink to={end.clients > 0 ? clientsPayingOn(movement.to) : undefined}>
          {money(end.monthly)}
        </ListLink>
        <small>{payers(end.clients)}</small>
      </td>
      <td>
        {churn && (
          <>
            {part(churn.revenue)}
            <small>{t('revenue.churnOfClients', { part: part(churn.clients) })}</small>
          </>
        )}
      </td>
    </tr>
  );
}
