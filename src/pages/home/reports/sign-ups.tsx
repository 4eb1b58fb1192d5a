import { useTranslation } from 'react-i18next';
import { conversionOf, type RevenueReport, type Trials } from '#contract/panel/revenue.ts';
import type { ClientSource } from '#contract/entities/client.ts';
import { ListLink } from '#web/pages/home/list-link.tsx';
import { useReportFormats } from '#web/pages/home/report-formats.ts';
import { ReportTable } from './report-table.tsx';
import { clientsCame, clientsTried } from './revenue-links.ts';
import { TableFile } from './table-file.tsx';

/** Of those who registered in each month, how many began the free period and paid. */
export function SignUps({
  report: { months, total, before, sign_ups },
  period,
}: {
  report: RevenueReport;
  period: string;
}) {
  const { t } = useTranslation();
  const { step } = useReportFormats();
  return (
    <section className="panel panel-wide">
      <header className="panel-head">
        <h2>{t('revenue.trialToPaid')}</h2>
        <TableFile table="sign_ups" period={period} />
      </header>
      <p className="muted">{t('revenue.trialToPaidText')}</p>
      <ReportTable
        caption={t('revenue.trialToPaid')}
        head={[
          t('revenue.fields.month'),
          ...(['came', 'tried', 'trying', 'paid', 'conversion'] as const).map((name) =>
            t(`revenue.fields.${name}`),
          ),
        ]}
      >
        {months.map((one, place) => (
          <tr key={one.month}>
            <th scope="row">{step(one, 'month')}</th>
            <TrialCells days={one} trials={sign_ups.months[place] ?? nobody} />
          </tr>
        ))}
        {months.length > 1 && (
          <tr className="report-sum">
            <th scope="row">{t('month.total')}</th>
            <TrialCells days={total} trials={sign_ups.total} />
          </tr>
        )}
        <tr className="muted">
          <th scope="row">{t('revenue.before')}</th>
          <TrialCells days={before} trials={sign_ups.before} />
        </tr>
      </ReportTable>
    </section>
  );
}

const nobody: Trials = { came: 0, tried: 0, trying: 0, paid: 0 };

/** The five figures; `source` where they are of one way of coming alone. */
export function TrialCells({
  days,
  trials,
  source,
}: {
  days: { from: string; to: string };
  trials: Trials;
  source?: ClientSource;
}) {
  const { number, part } = useReportFormats();
  const linked = (count: number, to: string) => (
    <td>{count === 0 ? <span className="muted">0</span> : <ListLink to={to}>{number(count)}</ListLink>}</td>
  );
  return (
    <>
      {linked(trials.came, clientsCame(days, source))}
      {linked(trials.tried, clientsTried.tried(days, source))}
      {linked(trials.trying, clientsTried.trying(days, source))}
      {linked(trials.paid, clientsTried.paid(days, source))}
      <td>{part(conversionOf(trials))}</td>
    </>
  );
}
