import { chartColour } from '#web/pages/home/charts/chart-colours.ts';
import { Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { clientStatuses } from '#contract/entities/client.ts';
import { type ReportDays, reportDays, type ReportSummary } from '#contract/panel/report.ts';
import { topUpServices } from '#contract/entities/ledger-entry.ts';
import { reportApi } from '#contract/routes/panel/report.ts';
import { errorText } from '#web/providers/i18n.ts';
import { ChartPanel } from '#web/pages/home/charts/chart-panel.tsx';
import { Figure } from '#web/pages/home/figure.tsx';
import { FirstSteps } from '#web/pages/home/first-steps.tsx';
import { ForecastPanels } from '#web/pages/home/forecast-panels.tsx';
import { ListLink } from '#web/pages/home/list-link.tsx';
import {
  clientsBroken,
  clientsEnding,
  clientsIn,
  clientsSignedUp,
  clientsToppedUp,
  clientsWith,
} from '#web/pages/home/list-links.ts';
import { NoMailServer } from '#web/pages/home/no-mail-server.tsx';
import { ProofFindings } from '#web/pages/home/proof-findings.tsx';
import { clientsPayingFor, clientsPayingOn } from '#web/pages/home/reports/revenue-links.ts';
import { useReportFormats } from '#web/pages/home/report-formats.ts';
import { Todo } from '#web/pages/home/todo/todo.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { clientTones } from '#web/ui/admin/kit/state-tag.tsx';
import { PageHeading } from '#web/ui/admin/kit/page/page-heading.tsx';
import { useIsPhone } from '#web/ui/admin/kit/page/use-is-phone.ts';
import { usePolling } from '#web/ui/admin/kit/use-polling.ts';
import './dashboard.css';
import { useRead } from '#web/ui/admin/resource/use-read.ts';

const colours = { cash: 'var(--accent)', non_cash: chartColour('blue'), card: chartColour('amber') } as const;

/** The company at a glance (DESIGN section 9); each figure leads to the list behind it. */
export default function Dashboard({ title }: { title: string }) {
  const { t } = useTranslation();
  const { clock } = useReportFormats();
  const [days, setDays] = useDays();
  const { data, error, isPending, refetch } = useRead(reportApi.summary, {
    query: { days: `${days}` },
    keepsLast: true,
  });
  usePolling(refetch, 60_000);
  const isNew = data?.clients.total === 0;
  const warnings = (
    <>
      {error && !data && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {data && !data.worker.is_alive && <NoWorker seenAt={data.worker.seen_at} />}
      {data && !isNew && !data.set_up.mail_server && <NoMailServer />}
      {data?.backup?.is_late && <LateBackup goodAt={data.backup.good_at} />}
    </>
  );
  return (
    <>
      <div className="list-head">
        <PageHeading title={t('palette.home')}>{title}</PageHeading>
      </div>
      {isNew ? (
        <>
          {warnings}
          <FirstSteps setUp={data.set_up} />
        </>
      ) : (
        <Todo isHeld={isPending} above={warnings}>
          {data && (
            <>
              <div className="list-head">
                <h2 className="section-title">
                  {t('home.figures')}{' '}
                  <span className="report-time">{t('home.asOf', { time: clock(data.at) })}</span>
                </h2>
                <Segmented<ReportDays>
                  aria-label={t('home.period')}
                  options={reportDays.map((value) => ({ value, label: t('home.days', { count: value }) }))}
                  value={days}
                  onChange={setDays}
                />
              </div>
              <MainFigures summary={data} />
              <Proof summary={data} />
              <OnPhoneFolded>
                <Figures summary={data} />
              </OnPhoneFolded>
            </>
          )}
        </Todo>
      )}
    </>
  );
}

/** Warns that no worker runs: everything can be clicked, but nothing happens by itself. */
function NoWorker({ seenAt }: { seenAt: string | null }) {
  const { t } = useTranslation();
  const { moment } = useReportFormats();
  return (
    <ul className="attention">
      <li>
        {t('home.noWorker')}
        {seenAt && ` ${t('home.workerSeen', { at: moment(seenAt) })}`}
      </li>
    </ul>
  );
}

/** Warns that nothing newer than this could be restored. */
function LateBackup({ goodAt }: { goodAt: string | null }) {
  const { t } = useTranslation();
  const { moment } = useReportFormats();
  return (
    <ul className="attention">
      <li>{goodAt ? t('home.lateBackup', { at: moment(goodAt) }) : t('home.noBackup')}</li>
    </ul>
  );
}

/** Kept in the address, like the rest of a screen's state. */
function useDays(): [ReportDays, (days: ReportDays) => void] {
  const [parameters, setParameters] = useSearchParams();
  const given = parameters.get('days');
  const days = reportDays.find((one) => String(one) === given) ?? 30;
  return [days, (next) => setParameters(next === 30 ? {} : { days: String(next) }, { replace: true })];
}

/** A phone shows the main figures, and the others once they are asked for. */
function OnPhoneFolded({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  if (!isPhone) return children;
  return (
    <>
      <Button block aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'home.fewer' : 'home.further')}
      </Button>
      {isOpen && children}
    </>
  );
}

function Figures({ summary }: { summary: ReportSummary }) {
  return (
    <>
      <ByStatus clients={summary.clients} />
      <div className="panels panels-even">
        <Charts summary={summary} />
        <Revenue revenue={summary.revenue} today={summary.to} />
        <Ending ending={summary.ending} />
      </div>
      <ForecastPanels />
    </>
  );
}

function MainFigures({ summary }: { summary: ReportSummary }) {
  const { t } = useTranslation();
  const { number, money, change } = useReportFormats();
  const { sign_ups, revenue, top_ups, from, to } = summary;
  const inDays = t('home.inDays', { count: dayCount(summary) });
  /** Against the period before; nothing where there was none. */
  const than = (now: number, before: number | null, format: (value: number) => string) =>
    before ? t('home.than', { change: change(now / before - 1), before: format(before) }) : '';
  return (
    <ul className="figures figures-main">
      <Figure
        label={t('home.revenue')}
        value={money(revenue.monthly)}
        note={[
          t('home.payingClients', { count: revenue.clients, shown: number(revenue.clients) }),
          revenue.before
            ? t('home.thanIn', {
                change: change(revenue.monthly / revenue.before - 1),
                inDays,
                before: money(revenue.before),
              })
            : '',
        ]}
        to={clientsPayingOn(to)}
      />
      <Figure
        label={t('home.signUps')}
        value={number(sign_ups.total)}
        note={[inDays, than(sign_ups.total, sign_ups.before, number)]}
        to={clientsSignedUp({ from, to })}
      />
      <Figure
        label={t('home.topUps')}
        value={money(top_ups.sum)}
        note={[inDays, than(top_ups.sum, top_ups.before, money)]}
        to={clientsToppedUp({ from, to })}
      />
    </ul>
  );
}

function ByStatus({ clients }: Pick<ReportSummary, 'clients'>) {
  const { t } = useTranslation();
  const { number } = useReportFormats();
  return (
    <section aria-labelledby="by-status">
      <h2 id="by-status" className="section-title">
        {t('home.byStatus')} <span className="report-time">{t('home.withoutDeleted')}</span>
      </h2>
      <ul className="figures">
        <Figure label={t('home.all')} value={number(clients.total)} to={clientsWith([])} />
        {clientStatuses.map((status) => (
          <Figure
            key={status}
            label={
              <>
                <span className={`state-dot state-${clientTones[status]}`} aria-hidden="true" />
                {t(`clients.values.status.${status}`)}
              </>
            }
            value={number(clients.by_status[status])}
            to={clientsIn(status)}
          />
        ))}
      </ul>
    </section>
  );
}

function Charts({ summary: { sign_ups, top_ups, step } }: { summary: ReportSummary }) {
  const { t } = useTranslation();
  const formats = useReportFormats();
  const stepsOf = <Step extends { from: string; to: string }>(
    steps: Step[],
    to: (one: Step) => string,
    values: (one: Step) => Record<string, number>,
  ) => steps.map((one) => ({ label: formats.step(one, step), values: values(one), to: to(one) }));
  return (
    <>
      <ChartPanel
        title={t('home.signUps')}
        steps={stepsOf(sign_ups.steps, clientsSignedUp, ({ count }) => ({ count }))}
        series={[{ key: 'count', name: t('home.signUps'), colour: 'var(--accent)' }]}
        short={formats.compact}
        format={formats.number}
        whenEmpty={t('home.noSignUps')}
      />
      <ChartPanel
        title={t('home.topUps')}
        steps={stepsOf(top_ups.steps, clientsToppedUp, ({ by_service }) => by_service)}
        series={topUpServices.map((key) => ({ key, name: t(`home.services.${key}`), colour: colours[key] }))}
        short={formats.compactMoney}
        format={formats.money}
        whenEmpty={t('home.noTopUps')}
      />
    </>
  );
}

function dayCount({ from, to }: ReportSummary): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The check that no money is lost. */
function Proof({ summary }: { summary: ReportSummary }) {
  const { t } = useTranslation();
  const { number, moment, money } = useReportFormats();
  const { proof } = summary;
  const broken = proof?.broken_client_ids ?? [];
  const findings = proof?.findings ?? [];
  return (
    <>
      {(broken.length > 0 || findings.length > 0) && (
        <ul className="attention">
          {broken.length > 0 && (
            <li>
              <ListLink to={clientsBroken(broken)}>
                {t('home.brokenWallets', { count: broken.length })}
              </ListLink>
            </li>
          )}
          <ProofFindings findings={findings} />
        </ul>
      )}
      {proof && broken.length === 0 && findings.length === 0 && (
        <p className="proof">
          <span className="state-dot state-good" aria-hidden="true" />
          {/* One piece beside the dot. */}
          <span>
            {t('home.proof', {
              lines: number(proof.lines),
              total: money(proof.total),
              at: moment(proof.at),
            })}{' '}
            <ListLink to={clientsWith([], { trashed: 'with' })}>
              {t('home.proofClients', { clients: number(proof.clients) })}
            </ListLink>
          </span>
        </p>
      )}
    </>
  );
}

function Revenue({ revenue, today }: Pick<ReportSummary, 'revenue'> & { today: string }) {
  const { t } = useTranslation();
  const { money, number } = useReportFormats();
  const most = Math.max(1, ...revenue.tariffs.map(({ monthly }) => monthly));
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>{t('home.revenueByTariff')}</h2>
        <Link to="/admin-panel/money/reports">{t('revenue.title')}</Link>
      </div>
      {revenue.tariffs.length === 0 ? (
        <p className="muted">{t('home.noRevenue')}</p>
      ) : (
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('clients.fields.tariff_name')}</th>
              <th scope="col">{t('nav.clients')}</th>
              <th scope="col">{t('home.aMonth')}</th>
            </tr>
          </thead>
          <tbody>
            {revenue.tariffs.map(({ id, name, clients, monthly }) => (
              <tr key={id}>
                <th scope="row">
                  {name}
                  <meter className="share" min={0} max={most} value={monthly} aria-hidden="true" />
                </th>
                <td>
                  <ListLink to={clientsPayingFor(id, today)}>{number(clients)}</ListLink>
                </td>
                <td>{money(monthly)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Ending({ ending }: Pick<ReportSummary, 'ending'>) {
  const { t } = useTranslation();
  const { number } = useReportFormats();
  const kinds = ['trial', 'active'] as const;
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>{t('home.ending')}</h2>
      </div>
      <p className="muted">{t('home.endingText')}</p>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('home.when')}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {t(`clients.values.status.${kind}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ending.map(({ days, ...counts }) => (
            <tr key={days}>
              <th scope="row">{t('home.nextDays', { count: days })}</th>
              {kinds.map((kind) => (
                <td key={kind}>
                  <ListLink to={clientsEnding({ days }, kind)}>{number(counts[kind])}</ListLink>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
