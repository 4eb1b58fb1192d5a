import { useTranslation } from 'react-i18next';
import type { Document } from '#contract/entities/document.ts';
import { CancelButton } from '#web/resources/documents/cancel-button.tsx';
import { DocumentFiles } from '#web/resources/documents/document-files.tsx';
import { DocumentClient, DocumentState } from '#web/resources/documents/document-cells.tsx';
import { DocumentPayments } from '#web/resources/documents/document-payments.tsx';
import { DocumentTimeline } from '#web/resources/documents/document-timeline.tsx';
import { DocumentSums } from '#web/resources/documents/document-sums.tsx';
import { PayDocument } from '#web/resources/documents/pay-document.tsx';
import { SendDocument } from '#web/ui/admin/actions/document-actions.tsx';
import { DocumentLines } from '#web/resources/documents/document-lines.tsx';
import type { ShowDeclaration } from '#web/ui/admin/resource/define-resource.ts';

/** A document: what it says and what became of it. */
export const documentShow: ShowDeclaration<Document> = {
  subtitle: About,
  actions: ({ row }) => (
    <>
      <PayDocument document={row} />
      <DocumentFiles document={row} />
      {row.status === 'open' && !row.client_deleted && <SendDocument document={row} />}
      {row.status === 'open' && row.paid_amount === 0 && <CancelButton document={row} />}
    </>
  ),
  parts: [
    { part: DocumentSums },
    { part: DocumentLines },
    { part: DocumentPayments },
    { part: DocumentTimeline },
  ],
};

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
