import { useTranslation } from 'react-i18next';
import type { RevenueReport } from '#contract/panel/revenue.ts';
import { ListLink } from '#web/pages/home/list-link.tsx';
import { useReportFormats } from '#web/pages/home/report-formats.ts';
import { ReportTable } from './report-table.tsx';
import { clientsKept, clientsTried } from './revenue-links.ts';
import { TableFile } from './table-file.tsx';

/** Which part of each month's sign-ups paid at the end of that month and of each one after it. */
export function Cohorts({ report: { cohorts, months }, period }: { report: RevenueReport; period: string }) {
  const { t } = useTranslation();
  const { number, step, part } = useReportFormats();
  return (
    <section className="panel panel-wide">
      <header className="panel-head">
        <h2>{t('revenue.cohorts')}</h2>
        <TableFile table="cohorts" period={period} />
      </header>
      <p className="muted">{t('revenue.cohortsText')}</p>
      <ReportTable
        caption={t('revenue.cohorts')}
        head={[t('revenue.fields.month'), t('revenue.fields.tried')]}
        heat={months.map((_, age) => t('revenue.afterMonths', { count: age }))}
      >
        {cohorts.map(({ month, tried, kept }, place) => {
          const days = months[place];
          if (!days) return null;
          return (
            <tr key={month}>
              <th scope="row">{step(days, 'month')}</th>
              <td>
                <ListLink to={tried > 0 ? clientsTried.tried(days) : undefined}>{number(tried)}</ListLink>
              </td>
              {kept.map((count, age) => {
                const share = tried > 0 ? count / tried : 0;
                const last = months[place + age]?.to ?? days.to;
                return (
                  <td key={last} className={`heat heat-${levelOf(share)}`}>
                    <ListLink to={count > 0 ? clientsKept(days, last) : undefined}>
                      {tried > 0 ? part(share) : '–'}
                    </ListLink>
                    <small>{number(count)}</small>
                  </td>
                );
              })}
            </tr>
          );
        })}
      </ReportTable>
    </section>
  );
}

const levels = 6;

/** How strong the colour is, from 0 for nobody; it only repeats the number. */
function levelOf(share: number): number {
  return Math.min(levels, Math.ceil(share * levels));
}
