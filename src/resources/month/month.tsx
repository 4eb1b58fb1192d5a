import { Select, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type MonthReport, monthsBetween } from '#contract/money/month.ts';
import { reportApi } from '#contract/routes/panel/report.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { TabParts } from '#web/ui/admin/kit/page/tab-parts.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { useRead } from '#web/ui/admin/resource/use-read.ts';
import { MonthActs } from './month-acts.tsx';
import { monthKey } from './month-key.ts';
import { useMonthTitle } from '#web/ui/admin/resource/month-name.ts';
import { MonthTable, TariffTable } from './month-table.tsx';
import './month.css';

/** What happened in all wallets in a month, and its closing (GROWTH section 16). */
export function Component() {
  const { t } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('month');
  const { data, error, isLate, refetch } = useRead(reportApi.month, {
    query: asked === null ? {} : { month: asked },
    key: [...monthKey, asked],
    keepsLast: true,
  });
  return (
    <>
      <TabParts tab="money" />
      <div className="list-head">
        <PageHeading title={t('month.title')} />
        {data && (
          <MonthSelect
            report={data}
            month={asked ?? data.month}
            onChange={(month) => setParameters({ month }, { replace: true })}
          />
        )}
      </div>
      {error && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {(!data || isLate) && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && !isLate && !error && <Month report={data} />}
    </>
  );
}

function Month({ report }: { report: MonthReport }) {
  const { t } = useTranslation();
  const title = useMonthTitle();
  return (
    <div className="panels month">
      <section className="panel">
        <header className="panel-head">
          <div>
            <h2>{title(report.month)}</h2>
            <MonthState report={report} />
          </div>
          <MonthActs report={report} />
        </header>
        <MonthTable report={report} />
        <p className="muted">{t('month.note')}</p>
      </section>
      <section className="panel">
        <header className="panel-head">
          <h2>{t('month.byTariff')}</h2>
        </header>
        <TariffTable report={report} />
      </section>
    </div>
  );
}

function MonthState({ report: { state, closed_by, closed_at } }: { report: MonthReport }) {
  const { t } = useTranslation();
  const { moment } = useFormats();
  const isKnown = closed_by !== null && closed_at !== null;
  return (
    <p className="month-state">
      {state === 'closed' && <span className="state-dot state-good" aria-hidden="true" />}
      {isKnown
        ? t('month.closedBy', { name: closed_by.name, at: moment(closed_at) })
        : t(`month.states.${state}`)}
    </p>
  );
}

/** Every month from the first line to today, newest first. */
function MonthSelect({
  report,
  month,
  onChange,
}: {
  report: MonthReport;
  month: string;
  onChange: (month: string) => void;
}) {
  const { t } = useTranslation();
  const title = useMonthTitle();
  const { first_month: first, running_month: running, latest_closed: latest } = report;
  const offered = monthsBetween(month < first ? month : first, running);
  return (
    <Select<string>
      className="month-select"
      aria-label={t('month.choose')}
      value={month}
      onChange={onChange}
      options={offered.map((value) => ({
        value,
        label:
          latest !== null && value <= latest ? `${title(value)} · ${t('month.states.closed')}` : title(value),
      }))}
    />
  );
}
