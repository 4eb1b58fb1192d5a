import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ReportForecast } from '#contract/panel/report.ts';
import { reportApi } from '#contract/routes/panel/report.ts';
import { errorText } from '#web/providers/i18n.ts';
import { ChartPanel } from '#web/pages/home/charts/chart-panel.tsx';
import { ListLink } from '#web/pages/home/list-link.tsx';
import { clientsToCharge, clientsToLose } from '#web/pages/home/list-links.ts';
import { useReportFormats } from '#web/pages/home/report-formats.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

const days = 30;
const keptMs = 5 * 60_000;

/** The next 30 days if nobody pays or changes anything (DESIGN section 10.1). */
export function ForecastPanels() {
  const { t } = useTranslation();
  const { clock } = useReportFormats();
  const { data, error, refetch } = useRead(reportApi.forecast, {
    // Today is the first day of a forecast; the next ones are counted after it, as everywhere on this page.
    query: { days: `${days + 1}` },
    staleTime: keptMs,
  });
  return (
    <section aria-labelledby="forecast">
      <h2 id="forecast" className="section-title">
        {t('home.forecast.title', { count: days })}
      </h2>
      <p className="muted">
        {t('home.forecast.text')} {data && t('home.asOf', { time: clock(data.at) })}
      </p>
      {error !== null && !data && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 4 }} />}
      {data && <Charts forecast={data} />}
    </section>
  );
}

function Charts({ forecast }: { forecast: ReportForecast }) {
  const { t } = useTranslation();
  const formats = useReportFormats();
  const { total } = forecast;
  const labelled = forecast.days.map((one) => ({
    ...one,
    label: formats.step({ from: one.day, to: one.day }, 'day'),
  }));
  const kinds = [
    ['graces', 'var(--warning)'],
    ['blocks', 'var(--danger)'],
    ['deletions', 'var(--text-muted)'],
  ] as const;
  return (
    <div className="panels panels-even">
      <ChartPanel
        title={t('home.forecast.charges')}
        sum={
          <ListLink to={clientsToCharge(forecast)}>
            {t('home.forecast.chargesSum', {
              count: total.charges.count,
              shown: formats.number(total.charges.count),
              sum: formats.money(total.charges.sum),
            })}
          </ListLink>
        }
        steps={labelled.map(({ label, day, charges }) => ({
          label,
          values: { sum: charges.sum },
          to: clientsToCharge(forecast, day),
        }))}
        series={[{ key: 'sum', name: t('home.forecast.charges'), colour: 'var(--accent)' }]}
        short={formats.compactMoney}
        format={formats.money}
        whenEmpty={t('home.forecast.noCharges')}
      />
      <ChartPanel
        title={t('home.forecast.ends')}
        steps={labelled.map(({ label, day, graces, blocks, deletions }) => ({
          label,
          values: { graces, blocks, deletions },
          valuesTo: {
            graces: clientsToLose.graces(forecast, day),
            blocks: clientsToLose.blocks(forecast, day),
            deletions: clientsToLose.deletions(forecast, day),
          },
        }))}
        series={kinds.map(([key, colour]) => ({
          key,
          name: `${t(`home.forecast.${key}`)}: ${formats.number(total[key])}`,
          colour,
          to: clientsToLose[key](forecast),
        }))}
        short={formats.compact}
        format={formats.number}
        whenEmpty={t('home.forecast.noEnds')}
      />
    </div>
  );
}
