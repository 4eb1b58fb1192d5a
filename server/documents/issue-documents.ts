import type { Db } from '#server/db/tables.ts';
import { recordEvents } from '#server/events/record-events.ts';
import { insertDocuments, type NewDocument } from './document-store.ts';

/** Writes documents with the numbers that their contents have, and records that they were issued. */
export async function issueDocuments(tx: Db, now: Date, documents: readonly NewDocument[]): Promise<void> {
  await insertDocuments(tx, documents);
  await recordEvents(
    tx,
    now,
    documents.map(({ id, clientId }) => ({ type: 'document.issued', clientId, subjectId: id })),
  );
}
