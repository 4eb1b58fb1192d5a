import {
  type AllLedgerEntry,
  allLedgerEntity,
  type LedgerEntry,
  ledgerEntity,
  ledgerKinds,
} from '#contract/entities/ledger-entry.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import {
  ledgerSource,
  lineOf,
  linesByIds,
  type PresentedLine,
  pricedAs,
} from '#server/wallet/ledger-store.ts';
import { allLedgerSource, ledgerKindSums, type NamedEntry, namedLinesByIds } from './all-ledger-store.ts';

/** The lines of a client's wallet. */
export function ledgerListing(db: Db) {
  return (clientId: string): Listing<LedgerEntry> => ({
    name: 'ledger',
    source: () => ledgerSource(clientId),
    rows: async (_caller, ids) => inOrderOf(ids, await linesByIds(db, ids)).map(toEntry),
    csv: fileColumnsOf(ledgerEntity, {}),
  });
}

/** The lines of all wallets, with their sums by kind. Tariffs are named in the reader's language. */
export function allLedgerListing({
  db,
  defaultLocale,
}: {
  db: Db;
  defaultLocale: Locale;
}): Listing<AllLedgerEntry> {
  return {
    name: 'ledger',
    source: ({ locale }) => allLedgerSource({ locale, defaultLocale }),
    rows: async ({ locale }, ids) =>
      inOrderOf(ids, await namedLinesByIds(db, ids, { locale, defaultLocale })).map(toNamedEntry),
    csv: fileColumnsOf(allLedgerEntity, {}),
    sums: { ...ledgerKindSums, groups: ledgerKinds },
  };
}

function toNamedEntry(line: NamedEntry): AllLedgerEntry {
  return toAnswer(allLedgerEntity, line, {
    ...pricedAs(line),
    client: { id: line.client_id, name: line.client_name },
  });
}

/** One line as the list of all wallets has it. */
export async function readNamedEntry(
  db: Db,
  id: string,
  languages: { locale: Locale; defaultLocale: Locale },
): Promise<AllLedgerEntry> {
  const [line] = await namedLinesByIds(db, [id], languages);
  if (!line) throw new AppError('not_found');
  return toNamedEntry(line);
}

/** Refuses a line of another client, before the body is read. */
export function knownLine(db: Db) {
  return async ({ params }: { params: { id: string; entry: string } }): Promise<void> => {
    if (!(await lineOf(db, params.id, params.entry))) throw new AppError('not_found');
  };
}

/** A line as it is answered. */
export function toEntry(line: PresentedLine): LedgerEntry {
  return toAnswer(ledgerEntity, line, pricedAs(line));
}
