import type { Kysely } from 'kysely';
import type { LedgerEntry } from '#contract/money/wallet.ts';
import type { Tables } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { ledgerSource, lineOf, linesByIds, type PresentedLine } from '#server/wallet/ledger-store.ts';

/** The lines of a client's wallet. */
export function ledgerListing(db: Kysely<Tables>) {
  return (clientId: string): Listing<LedgerEntry> => ({
    name: 'ledger',
    source: () => ledgerSource(clientId),
    rows: async (_caller, ids) => inOrderOf(ids, await linesByIds(db, ids)).map(toEntry),
    csv: [
      'created_at',
      'kind',
      'service',
      'amount',
      'balance_after',
      'invoice',
      'year',
      'period_start',
      'period_end',
      'note',
      'created_by_name',
    ],
  });
}

/** Refuses a line of another client, before the body is read. */
export function knownLine(db: Kysely<Tables>) {
  return async ({ params }: { params: { id: string; entry: string } }): Promise<void> => {
    if (!(await lineOf(db, params.id, params.entry))) throw new AppError('not_found');
  };
}

/** A line as it is answered. */
export function toEntry({ client_id: _owner, position: _position, ...line }: PresentedLine): LedgerEntry {
  return {
    ...line,
    period_start: line.period_start?.toISOString() ?? null,
    period_end: line.period_end?.toISOString() ?? null,
    created_at: line.created_at.toISOString(),
  };
}
