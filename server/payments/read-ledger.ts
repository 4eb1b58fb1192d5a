import { type LedgerEntry, ledgerEntity } from '#contract/entities/ledger-entry.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { ledgerSource, lineOf, linesByIds, type PresentedLine } from '#server/wallet/ledger-store.ts';

/** The lines of a client's wallet. */
export function ledgerListing(db: Db) {
  return (clientId: string): Listing<LedgerEntry> => ({
    name: 'ledger',
    source: () => ledgerSource(clientId),
    rows: async (_caller, ids) => inOrderOf(ids, await linesByIds(db, ids)).map(toEntry),
    csv: fileColumnsOf(ledgerEntity, {}),
  });
}

/** Refuses a line of another client, before the body is read. */
export function knownLine(db: Db) {
  return async ({ params }: { params: { id: string; entry: string } }): Promise<void> => {
    if (!(await lineOf(db, params.id, params.entry))) throw new AppError('not_found');
  };
}

/** A line as it is answered. */
export function toEntry(line: PresentedLine): LedgerEntry {
  return toAnswer(ledgerEntity, line, {});
}
