import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PaymentDetails } from '#contract/entities/payment.ts';
import { clientApi } from '#contract/routes/client.ts';
import { matchingApi } from '#contract/routes/payment.ts';
import { FindClientDialog, SetAsideDialog } from '#web/resources/bank-statements/inbox/inbox-dialogs.tsx';
import { useInboxActs } from '#web/resources/matching/inbox-acts.tsx';
import { MatchedBy, Suggestions, UndoBatch } from '#web/resources/bank-statements/inbox/inbox-line.tsx';
import { PaymentState } from '#web/resources/payments/payment-cells.tsx';
import { PaymentEntries, PaymentRefunds } from '#web/resources/payments/payment-lines.tsx';
import { RefundButton } from '#web/resources/payments/refund-dialog.tsx';
import { GuardedButton } from '#web/ui/admin/actions/guarded-button.tsx';
import { DescriptionList, DescriptionPanel } from '#web/ui/admin/kit/description-list.tsx';
import { useAdmin, useHolds } from '#web/ui/admin/resource/admin-context.ts';
import { type ShowDeclaration, showPath } from '#web/ui/admin/resource/define-resource.ts';
import '#web/resources/bank-statements/inbox/inbox.css';

const lookAgainMs = 5000;

/** A payment: what its source says, whose it is, its lines in the wallet, and what went back. */
export const paymentShow: ShowDeclaration<PaymentDetails> = {
  title: ({ amount, currency, value_date }, { money, day }) =>
    `${money(amount, currency)} · ${day(value_date)}`,
  lookEvery: ({ status, refunds }) =>
    status === 'pending' || refunds.some((refund) => refund.status === 'pending') ? lookAgainMs : false,
  subtitle: About,
  actions: RefundButton,
  parts: [
    { part: Owner },
    { part: Payer },
    {
      group: 'facts',
      fields: [
        'value_date',
        'method',
        'provider',
        'refunded',
        'external_id',
        'reason',
        'created_by_name',
        'created_at',
      ],
      ifGiven: ['provider', 'refunded', 'external_id', 'reason', 'created_by_name'],
    },
    { part: PaymentRefunds },
    { part: PaymentEntries },
  ],
};

function About({ row: { status, client } }: { row: PaymentDetails }) {
  return (
    <>
      <PaymentState status={status} />
      {client && <Link to={showPath({ name: 'clients' }, client.id)}>{client.name}</Link>}
    </>
  );
}

/** Whose money it is, or may be, and what can be decided about it. */
function Owner({ row }: { row: PaymentDetails }) {
  const { t } = useTranslation();
  const { client, document, status, statement_id, matched_by } = row;
  return (
    <section className="panel">
      <h2>{t('payments.parts.owner')}</h2>
      {client === null ? (
        <p className="muted">
          {t(status === 'ignored' ? 'payments.owner.nobodys' : 'payments.owner.unknown')}
        </p>
      ) : (
        <DescriptionList
          facts={[
            [
              t('payments.fields.client_name'),
              <Link key="client" to={showPath({ name: 'clients' }, client.id)}>
                {client.name}
              </Link>,
            ],
            [
              t('payments.fields.document_number'),
              document && (
                <Link key="document" to={showPath({ name: 'money/documents' }, document.id)}>
                  {document.number}
                </Link>
              ),
            ],
            ...(matched_by === null
              ? []
              : [[t('payments.owner.matchedBy'), <MatchedBy key="by" line={row} />] as [string, ReactNode]]),
          ]}
        />
      )}
      {statement_id !== null && <Decisions row={row} />}
    </section>
  );
}

/** The acts of a bank line, which are those of the inbox. */
function Decisions({ row }: { row: PaymentDetails }) {
  const { t } = useTranslation();
  const acts = useInboxActs();
  const [open, setOpen] = useState<'find' | 'aside' | null>(null);
  const mayFind = useHolds()(clientApi.clients);
  const mayMatch = useHolds()(matchingApi.matchPayment);
  const isOwn = row.currency === useAdmin().config.currency;
  if (row.status === 'matched' || row.status === 'ignored') {
    if (!mayMatch || row.refunded > 0) return null;
    return (
      <div className="panel-acts">
        <GuardedButton
          needs={matchingApi.unmatchPayment}
          loading={acts.busy === row.id}
          onClick={() => void acts.undo(row)}
        >
          {t('bank_lines.inbox.undo')}
        </GuardedButton>
        <UndoBatch line={row} acts={acts} />
      </div>
    );
  }
  if (row.status !== 'unmatched') return null;
  return (
    <>
      <Suggestions line={row} shown="all" chosen={0} acts={acts} />
      {mayMatch && (
        <div className="panel-acts">
          {mayFind && isOwn && (
            <GuardedButton needs={matchingApi.matchPayment} onClick={() => setOpen('find')}>
              {t('bank_lines.inbox.find')}
            </GuardedButton>
          )}
          <GuardedButton needs={matchingApi.ignorePayment} onClick={() => setOpen('aside')}>
            {t('bank_lines.inbox.ignore')}
          </GuardedButton>
        </div>
      )}
      {open === 'find' && <FindClientDialog line={row} acts={acts} onClose={() => setOpen(null)} />}
      {open === 'aside' && <SetAsideDialog line={row} acts={acts} onClose={() => setOpen(null)} />}
    </>
  );
}

/** What its source tells of the payer. */
function Payer({ row: { payer, purpose } }: { row: PaymentDetails }) {
  const { t } = useTranslation();
  if (payer === null && purpose === null) return null;
  return (
    <DescriptionPanel
      title={t('payments.parts.payer')}
      facts={[
        [t('payments.fields.payer_name'), payer?.name],
        [t('payments.fields.payer_code'), payer?.code],
        [t('payments.fields.payer_account'), payer?.account],
        [t('payments.fields.purpose'), purpose],
      ]}
    />
  );
}
