import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { churnOf, conversionOf, type RevenueReport, standardPeriod } from '#contract/panel/revenue.ts';
import { reportApi } from '#contract/routes/panel/report.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Figure } from '#web/pages/home/figure.tsx';
import { useReportFormats } from '#web/pages/home/report-formats.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import { BySource, ByTariff } from './breakdowns.tsx';
import { Cohorts } from './cohorts.tsx';
import { Movements } from './movements.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { clientsMoved, clientsPayingOn, clientsTried } from './revenue-links.ts';
import { SignUps } from './sign-ups.tsx';
import '#web/pages/home/dashboard.css';
import './reports.css';

/** Recurring revenue by movement, churn, trial to paid and cohorts (docs/decisions/0179). */
export function Component() {
  const { t } = useTranslation();
  const [period, setPeriod] = usePeriod();
  const { data, error, isLate, refetch } = useRead(reportApi.revenue, { query: { period }, keepsLast: true });
  return (
    <>
      <TabParts tab="money" />
      <div className="list-head">
        <PageHeading title={t('revenue.title')} />
        {data && data.first_month !== null && (
          <PeriodPicker value={period} first={data.first_month} onChange={setPeriod} />
        )}
      </div>
      {error && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {(!data || isLate) && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && !isLate && !error && <Report report={data} period={period} />}
    </>
  );
}

/** Kept in the address, like the rest of a screen's state. */
function usePeriod(): [string, (period: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const period = parameters.get('period') ?? standardPeriod;
  return [
    period,
    (next) => setParameters(next === standardPeriod ? {} : { period: next }, { replace: true }),
  ];
}

function Report({ report, period }: { report: RevenueReport; period: string }) {
  const { t } = useTranslation();
  const { clock } = useReportFormats();
  if (report.first_month === null) return <p>{t('revenue.noClients')}</p>;
  return (
    <>
      <Main report={report} />
      <div className="panels reports">
        <Movements report={report} period={period} />
        <SignUps report={report} period={period} />
        <Cohorts report={report} period={period} />
        <ByTariff report={report} period={period} />
        <BySource report={report} period={period} />
      </div>
      <section className="report-words">
        <h2 className="section-title">{t('revenue.words.title')}</h2>
        <p>{t('revenue.words.worth')}</p>
        <p>{t('revenue.words.moves')}</p>
        <p>{t('revenue.words.signUps')}</p>
      </section>
      <p className="muted report-time">{t('home.asOf', { time: clock(report.at) })}</p>
    </>
  );
}

/** What an owner looks at first, each against the period before. */
function Main({ report: { total, before, months, sign_ups } }: { report: RevenueReport }) {
  const { t } = useTranslation();
  const { money, number, part, change, signed } = useReportFormats();
  const churn = churnOf(months);
  const left = total.moves.lost;
  const conversion = conversionOf(sign_ups.total);
  const earlier = conversionOf(sign_ups.before);
  const grown = total.end.monthly - total.start.monthly;
  const grownBefore = before.end.monthly - before.start.monthly;
  return (
    <ul className="figures figures-main">
      <Figure
        label={t('home.revenue')}
        value={money(total.end.monthly)}
        note={[
          t('home.payingClients', { count: total.end.clients, shown: number(total.end.clients) }),
          total.start.monthly > 0
            ? t('home.than', {
                change: change(total.end.monthly / total.start.monthly - 1),
                before: money(total.start.monthly),
              })
            : '',
        ]}
        to={clientsPayingOn(total.to)}
      />
      <Figure
        label={t('revenue.grown')}
        value={signed(grown)}
        note={[t('revenue.earlier', { value: signed(grownBefore) })]}
        to={clientsMoved('new', total)}
      />
      <Figure
        label={t('revenue.churnAMonth')}
        value={part(churn.revenue)}
        note={[
          t('revenue.churnOfClients', { part: part(churn.clients) }),
          t('revenue.left', { count: left.clients, shown: number(left.clients), sum: money(-left.amount) }),
        ]}
        to={clientsMoved('lost', total)}
      />
      <Figure
        label={t('revenue.conversion')}
        value={part(conversion)}
        note={[
          t('revenue.paidOf', {
            count: sign_ups.total.paid,
            paid: number(sign_ups.total.paid),
            of: number(sign_ups.total.tried - sign_ups.total.trying),
          }),
          earlier === null ? '' : t('revenue.earlier', { value: part(earlier) }),
        ]}
        to={clientsTried.paid(total)}
      />
    </ul>
  );
}
