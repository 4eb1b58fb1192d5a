import { useTranslation } from 'react-i18next';
import type { RevenueReport, Worth } from '#contract/panel/revenue.ts';
import { ListLink } from '#web/pages/home/list-link.tsx';
import { useReportFormats } from '#web/pages/home/report-formats.ts';
import { ReportTable } from './report-table.tsx';
import { clientsPayingFor, clientsPayingOn } from './revenue-links.ts';
import { TrialCells } from './sign-ups.tsx';
import { TableFile } from './table-file.tsx';

interface Props {
  report: RevenueReport;
  period: string;
}

/** What recurs at the end, by tariff. */
export function ByTariff({ report: { tariffs, total }, period }: Props) {
  const { t } = useTranslation();
  return (
    <section className="panel panel-wide">
      <header className="panel-head">
        <h2>{t('home.revenueByTariff')}</h2>
        {tariffs.length > 0 && <TableFile table="tariffs" period={period} />}
      </header>
      {tariffs.length === 0 ? (
        <p className="muted">{t('home.noRevenue')}</p>
      ) : (
        <ReportTable
          caption={t('home.revenueByTariff')}
          head={[
            t('revenue.fields.tariff'),
            ...(['endClients', 'start', 'end', 'change'] as const).map((name) => t(`revenue.fields.${name}`)),
          ]}
        >
          {tariffs.map(({ id, name, start, end }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <WorthCells start={start} end={end} to={clientsPayingFor(id, total.to)} />
            </tr>
          ))}
        </ReportTable>
      )}
    </section>
  );
}

/** The same by how the clients came, with what became of those who came in the period. */
export function BySource({ report: { sources, total }, period }: Props) {
  const { t } = useTranslation();
  return (
    <section className="panel panel-wide">
      <header className="panel-head">
        <h2>{t('revenue.bySource')}</h2>
        <TableFile table="sources" period={period} />
      </header>
      <ReportTable
        caption={t('revenue.bySource')}
        head={[
          t('revenue.fields.source'),
          ...(
            ['endClients', 'start', 'end', 'change', 'came', 'tried', 'trying', 'paid', 'conversion'] as const
          ).map((name) => t(`revenue.fields.${name}`)),
        ]}
      >
        {sources.map(({ source, start, end, trials }) => (
          <tr key={source}>
            <th scope="row">{t(`clients.values.source.${source}`)}</th>
            <WorthCells start={start} end={end} to={clientsPayingOn(total.to, source)} />
            <TrialCells days={total} trials={trials} source={source} />
          </tr>
        ))}
      </ReportTable>
    </section>
  );
}

function WorthCells({ start, end, to }: { start: Worth; end: Worth; to: string }) {
  const { money, number, signed } = useReportFormats();
  const change = end.monthly - start.monthly;
  return (
    <>
      <td>
        {end.clients === 0 ? (
          <span className="muted">0</span>
        ) : (
          <ListLink to={to}>{number(end.clients)}</ListLink>
        )}
      </td>
      <td>{money(start.monthly)}</td>
      <td>{money(end.monthly)}</td>
      <td className={change === 0 ? 'muted' : undefined}>{signed(change)}</td>
    </>
  );
}
