import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Document } from '#contract/entities/document.ts';
import { CancelButton } from '#web/resources/documents/cancel-button.tsx';
import { DocumentFiles } from '#web/resources/documents/document-files.tsx';
import { DocumentClient, DocumentState } from '#web/resources/documents/document-cells.tsx';
import { SendDocument } from '#web/ui/admin/actions/document-actions.tsx';
import { DocumentLines } from '#web/resources/documents/document-lines.tsx';
import type { ShowDeclaration } from '#web/ui/admin/resource/define-resource.ts';

/** A document: what it says and what became of it. */
export const documentShow: ShowDeclaration<Document> = {
  subtitle: About,
  actions: ({ row }) => (
    <>
      <DocumentFiles document={row} />
      {row.status === 'open' && !row.client_deleted && <SendDocument document={row} />}
      {row.status === 'open' && row.paid_amount === 0 && <CancelButton document={row} />}
    </>
  ),
  parts: [
    {
      group: 'state',
      fields: ['total', 'net', 'tax', 'paid_amount', 'issued_on', 'due_on', 'paid_at', 'created_at'],
      below: PaymentsLink,
    },
    { part: DocumentLines },
  ],
};

/** The payments that paid it; there is none without one. */
function PaymentsLink({ row: { id, payment_id } }: { row: Document }) {
  const { t } = useTranslation();
  if (payment_id === null) return null;
  return (
    <div className="panel-acts">
      <Link to={`/admin-panel/money/payments?filter[document_id][eq]=${id}`}>{t('documents.payments')}</Link>
    </div>
  );
}

function About({ row }: { row: Document }) {
  const { t } = useTranslation();
  return (
    <>
      <DocumentState status={row.status} />
      <span className="muted">{t(`documents.values.kind.${row.kind}`)}</span>
      <DocumentClient document={row} />
    </>
  );
}
