import { useList } from '@refinedev/core';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Document } from '#contract/entities/document.ts';
import type { Payment } from '#contract/entities/payment.ts';
import { type ListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import { errorText } from '#web/providers/i18n.ts';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { documentTones, paymentTones, StateTag } from '#web/ui/admin/kit/state-tag.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { useFormats, useIsListed } from '#web/ui/admin/resource/admin-context.ts';
import { listPath, type Row, showPath } from '#web/ui/admin/resource/define-resource.ts';
import { noonOf } from '#web/ui/shared/zoned-day.ts';
import './newest-money.css';

/** The newest documents and payments of a client, and the way to all of them. */
export function NewestMoney({ client }: { client: ClientDetails }) {
  const seesDocuments = useIsListed('documents');
  const seesPayments = useIsListed('payments');
  if (!seesDocuments && !seesPayments) return null;
  return (
    <>
      {seesDocuments && (
        <Newest<Document> client={client} resource={documents}>
          {(document) => <DocumentLine document={document} />}
        </Newest>
      )}
      {seesPayments && (
        <Newest<Payment> client={client} resource={payments}>
          {(payment) => <PaymentLine payment={payment} />}
        </Newest>
      )}
    </>
  );
}

const documents = { name: 'documents', path: 'money/documents' } as const;
const payments = { name: 'payments', path: 'money/payments' } as const;
const shownRows = 5;

function Newest<R extends Row>({
  client,
  resource,
  children,
}: {
  client: ClientDetails;
  resource: typeof documents | typeof payments;
  children: (row: R) => ReactNode;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { name } = resource;
  const query = {
    filters: [{ field: 'client_id', op: 'eq', value: client.id }],
  } satisfies Partial<ListQuery>;
  const { result, query: asked } = useList<R>({
    resource: name,
    meta: { version: client.updated_at, listQuery: { ...query, limit: shownRows } },
    queryOptions: { staleTime: 0 },
    errorNotification: false,
  });
  const total = result.total ?? 0;
  return (
    <section className="panel">
      <h2>{t(`${name}.title`)}</h2>
      {asked.isPending && <Skeleton active title={false} />}
      {asked.isError && <Failure text={errorText(asked.error)} retry={() => void asked.refetch()} />}
      {asked.isSuccess && total === 0 && <p className="muted">{t(`${name}.empty.title`)}</p>}
      {total > 0 && (
        <>
          <ul className="newest-money">
            {result.data.map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
          <div className="panel-links">
            <Link to={`${listPath(resource)}?${printListQuery(query)}`}>
              {t(`clients.wallet.all.${name}`, { shown: number(total) })}
            </Link>
          </div>
        </>
      )}
    </section>
  );
}

function DocumentLine({ document }: { document: Document }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { id, number, kind, status, total, currency, issued_on } = document;
  return (
    <>
      <Link to={showPath({ name: documents.path }, id)}>{number}</Link>
      <Money minorUnits={total} currency={currency} />
      <span className="muted">
        {t(`documents.values.kind.${kind}`)} · <time dateTime={issued_on}>{day(noonOf(issued_on))}</time>
      </span>
      <StateTag tone={documentTones[status]} word={t(`documents.values.status.${status}`)} />
    </>
  );
}

function PaymentLine({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { id, value_date, amount, currency, method, status } = payment;
  return (
    <>
      <Link to={showPath({ name: payments.path }, id)}>
        <time dateTime={value_date}>{day(noonOf(value_date))}</time>
      </Link>
      <Money minorUnits={amount} currency={currency} />
      <span className="muted">{t(`payments.values.method.${method}`)}</span>
      <StateTag tone={paymentTones[status]} word={t(`payments.values.status.${status}`)} />
    </>
  );
}
