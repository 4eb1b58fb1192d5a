import type { Document, OwnDocument } from '#contract/entities/document.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import type { DocumentDeps } from './document-deps.ts';
import {
  documentById,
  documentCsv,
  documentSource,
  type PresentedDocument,
  presentedDocuments,
} from './document-store.ts';

type ReadDeps = Pick<DocumentDeps, 'db' | 'timeZone'>;

/** All documents, or those of one client. */
export function documentListing({ db, timeZone }: ReadDeps, clientId?: string): Listing<Document> {
  return {
    name: 'documents',
    source: ({ now }) => documentSource({ now, timeZone }, clientId),
    rows: async (_caller, ids) => inOrderOf(ids, await presentedDocuments(db, ids)).map(toDocument),
    csv: documentCsv,
  };
}

/** The same as its customer sees them. */
export function ownDocumentListing(deps: ReadDeps) {
  return (clientId: string): Listing<OwnDocument> => ({
    ...documentListing(deps, clientId),
    rows: async (_caller, ids) => inOrderOf(ids, await presentedDocuments(deps.db, ids)).map(toOwnDocument),
  });
}

/** @throws AppError `not_found`, also for one of another client where `clientId` says whose it has to be. */
export async function readDocument(db: Db, id: string, clientId?: string): Promise<Document> {
  return toDocument(await requireDocument(db, id, clientId));
}

export async function requireDocument(db: Db, id: string, clientId?: string): Promise<PresentedDocument> {
  const [document] = await presentedDocuments(db, [id]);
  if (!document || (clientId !== undefined && document.client_id !== clientId)) {
    throw new AppError('not_found');
  }
  return document;
}

/** Refuses an unknown document before the query of a list below it is read. */
export function knownDocument(db: Db) {
  return async ({ params: { id } }: { params: { id: string } }): Promise<void> => {
    if (!(await documentById(db, id))) throw new AppError('not_found');
  };
}

/** A document as the API shows it. */
export function toDocument(row: PresentedDocument): Document {
  const { client_id, client_name, created_by, created_by_name, content } = row;
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    status: row.status,
    client: { id: client_id, name: client_name },
    client_name,
    client_deleted: row.client_deleted,
    currency: row.currency,
    net: row.net,
    tax: row.tax,
    total: row.total,
    paid_amount: row.paid_amount,
    remaining: row.status === 'open' ? row.total - row.paid_amount : null,
    lines: content.lines,
    issued_on: row.issued_on,
    due_on: row.due_on,
    paid_at: row.paid_at?.toISOString() ?? null,
    payment_id: row.payment_id,
    corrects_id: row.corrects_id,
    locale: row.locale,
    created_by: created_by === null ? null : { id: created_by, name: created_by_name ?? '' },
    created_at: row.created_at.toISOString(),
  };
}

export function toOwnDocument(row: PresentedDocument): OwnDocument {
  const {
    client: _client,
    client_name: _name,
    client_deleted: _isDeleted,
    remaining: _remaining,
    created_by: _createdBy,
    ...own
  } = toDocument(row);
  return own;
}
