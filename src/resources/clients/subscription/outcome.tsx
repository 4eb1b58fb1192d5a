import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PeriodCharge } from '#contract/clients/subscription.ts';
import type { ClientStatus } from '#contract/entities/client.ts';
import { DescriptionList } from '#web/ui/admin/kit/description-list.tsx';
import { Moment } from '#web/ui/admin/kit/moment.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';

/** What an action does to a wallet; null and missing values, and amounts of zero, are not shown. */
export interface OutcomeFacts {
  from?: string;
  refund?: number;
  charge: number;
  /** What was taken off the charge. */
  discount?: number;
  balance_after: number;
  status: ClientStatus | null;
  trialEnds: string | null;
  lasts_until?: string | null;
  /** The charge that comes next. */
  next_charge?: PeriodCharge | null;
}

/** Shown below a form: the server's preview, its reason for refusing, or `hint` before there is an answer. */
export function Outcome({ facts, refusal, hint }: { facts?: OutcomeFacts; refusal?: string; hint?: string }) {
  const { t } = useTranslation();
  if (refusal !== undefined) {
    return (
      <p className="outcome failure" role="status">
        {refusal}
      </p>
    );
  }
  return (
    <div className="outcome" role="status">
      {facts ? <DescriptionList facts={rowsOf(facts)} /> : <p className="muted">{hint}</p>}
    </div>
  );

  function rowsOf({ from, refund = 0, charge, discount = 0, ...then }: OutcomeFacts): [string, ReactNode][] {
    const rows: [string, ReactNode][] = [];
    if (from !== undefined) rows.push([t('clients.outcome.from'), <Moment key="from" iso={from} />]);
    if (refund > 0) rows.push([t('clients.outcome.refund'), <Money key="refund" minorUnits={refund} />]);
    if (charge > 0) rows.push([t('clients.outcome.charge'), <Money key="charge" minorUnits={-charge} />]);
    if (discount > 0)
      rows.push([t('clients.outcome.discount'), <Money key="discount" minorUnits={discount} />]);
    rows.push([
      t('clients.outcome.balance'),
      <Money key="balance" minorUnits={then.balance_after} isBalance />,
    ]);
    if (then.status !== null)
      rows.push([t('clients.fields.status'), t(`clients.values.status.${then.status}`)]);
    if (then.trialEnds !== null)
      rows.push([t('clients.fields.trialEnds'), <Moment key="end" iso={then.trialEnds} />]);
    const { next_charge: next } = then;
    if (next) {
      rows.push([
        t('clients.outcome.next'),
        <Fragment key="next">
          <Moment iso={next.date} />: <Money minorUnits={next.amount} />
        </Fragment>,
      ]);
      const missing = next.amount - then.balance_after;
      if (missing > 0)
        rows.push([
          t('clients.outcome.missing'),
          <span key="missing" className="failure">
            <Money minorUnits={missing} />
          </span>,
        ]);
    }
    if (then.lasts_until)
      rows.push([t('clients.fields.lasts_until'), <Moment key="lasts" iso={then.lasts_until} />]);
    return rows;
  }
}
