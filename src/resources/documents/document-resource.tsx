import { type Document, documentList } from '#contract/entities/document.ts';
import { documentApi } from '#contract/routes/document.ts';
import { DocumentClient, DocumentState } from '#web/resources/documents/document-cells.tsx';
import { defineResource } from '#web/ui/admin/resource/define-resource.ts';

/** Proformas, acts, invoices and credit notes of all clients (GROWTH section 16). */
export const documentResource = defineResource<Document>({
  name: 'documents',
  path: 'money/documents',
  spec: documentList,
  routes: { list: documentApi.documents, one: documentApi.document },
  show: async () => (await import('./document-show.tsx')).documentShow,
  titleField: 'number',
  csv: true,
  columns: [
    { field: 'number', shown: true },
    { field: 'kind', shown: true, offCard: true },
    { field: 'status', shown: true, leads: true, cell: ({ status }) => <DocumentState status={status} /> },
    {
      field: 'client_name',
      shown: true,
      isCut: true,
      cell: (document) => <DocumentClient document={document} />,
    },
    { field: 'total', shown: true, leads: true },
    { field: 'remaining', shown: true },
    { field: 'issued_on', shown: true, offCard: true },
    { field: 'due_on', shown: true },
    { field: 'paid_amount' },
    { field: 'client_deleted' },
    { field: 'net' },
    { field: 'tax' },
    { field: 'paid_at' },
    { field: 'created_at' },
  ],
  filters: [
    { field: 'number' },
    { field: 'kind', often: true },
    { field: 'status', often: true },
    { field: 'client_name' },
    { field: 'client_deleted' },
    { field: 'total' },
    { field: 'remaining' },
    { field: 'issued_on', often: true, last: true },
    { field: 'due_on', often: true, last: true, next: true },
    { field: 'paid_at', last: true },
    { field: 'client_id', byLink: true },
  ],
});
