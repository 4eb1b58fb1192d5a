import { type GetListResponse, useList } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Document } from '#contract/entities/document.ts';
import { limits } from '#contract/kernel/primitives.ts';
import { SendDocument } from '#web/ui/admin/actions/document-actions.tsx';
import { Money } from '#web/ui/admin/kit/money.tsx';
import { useFormats, useIsListed } from '#web/ui/admin/resource/admin-context.ts';
import { noonOf } from '#web/ui/shared/zoned-day.ts';
import './open-proformas.css';

/** What the client has been asked to pay, each with a button to send it again. */
export function OpenProformas({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const { day } = useFormats();
  const { result } = useOpenProformas(client.id, client.updated_at);
  if (result.data.length === 0) return null;
  return (
    <>
      <h3 className="open-proformas-title">{t('clients.wallet.proforma.open')}</h3>
      <ul className="open-proformas">
        {result.data.map((document) => (
          <li key={document.id}>
            <span>
              <Link to={`/admin-panel/money/documents/show/${document.id}`}>{document.number}</Link>
              <br />
              <span className="muted">
                {document.due_on !== null &&
                  `${t('documents.fields.due_on')} ${day(noonOf(document.due_on))}`}
              </span>
            </span>
            <Money minorUnits={leftOf(document)} currency={document.currency} />
            {client.deleted_at === null && <SendDocument document={document} size="small" />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The proformas of a client that take money, for people who may see documents. `version`: when they are read again. */
export function useOpenProformas(
  clientId: string,
  version?: string,
): { result: Pick<GetListResponse<Document>, 'data'> } {
  const seesDocuments = useIsListed('documents');
  return useList<Document>({
    resource: 'documents',
    meta: {
      version,
      listQuery: {
        limit: limits.pageSize.max,
        filters: [
          { field: 'client_id', op: 'eq', value: clientId },
          { field: 'kind', op: 'eq', value: 'proforma' },
          { field: 'status', op: 'eq', value: 'open' },
        ],
      },
    },
    // Somebody may have paid one a moment ago.
    queryOptions: { staleTime: 0, enabled: seesDocuments },
    errorNotification: false,
  });
}

/** What is still to be paid of a proforma. */
export function leftOf({ total, paid_amount }: Document): number {
  return total - paid_amount;
}
