import { type BankLine, bankLineEntity } from '#contract/entities/bank-line.ts';
import type { Suggestion } from '#contract/money/payment-matching.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { paymentById } from '#server/payments/payment-store.ts';
import { suggestForPayments } from '#server/payments/suggestions/suggest-for-payments.ts';
import { bankLinesByIds, bankLineSource, type NamedLine } from './inbox-store.ts';

interface ReadDeps {
  db: Db;
  /** Of the installation. */
  currency: string;
}

/** Lines of bank statements; those that wait for their client with suggestions. */
export function bankLineListing(deps: ReadDeps): Listing<BankLine> {
  return {
    name: 'bank_lines',
    source: () => bankLineSource(deps.currency),
    rows: async (_caller, ids) => inOrderOf(ids, await readBankLines(deps, deps.db, ids)),
    csv: fileColumnsOf(bankLineEntity, {}),
  };
}

/** One line as it is now. */
export async function readBankLine(deps: ReadDeps, db: Db, id: string): Promise<BankLine> {
  const [line] = await readBankLines(deps, db, [id]);
  if (!line) throw new AppError('not_found');
  return line;
}

/** Refuses an unknown payment before the body is looked at. */
export function knownPayment({ db }: Pick<ReadDeps, 'db'>) {
  return async ({ params: { id } }: { params: { id: string } }): Promise<void> => {
    if (!(await paymentById(db, id))) throw new AppError('not_found');
  };
}

async function readBankLines(deps: ReadDeps, db: Db, ids: readonly string[]): Promise<BankLine[]> {
  const lines = await bankLinesByIds(db, ids);
  const waiting = lines.filter(({ status }) => status === 'unmatched');
  const suggested = await suggestForPayments(deps, db, waiting);
  const suggestions = new Map(waiting.map(({ id }, place) => [id, suggested[place] ?? []]));
  return lines.map((line) => toBankLine(line, deps.currency, suggestions.get(line.id) ?? []));
}

function toBankLine(line: NamedLine, own: string, suggestions: Suggestion[]): BankLine {
  const { client_id, client_name, document_id, document_number, matched_by, matched_by_name } = line;
  return {
    id: line.id,
    value_date: line.value_date,
    // A list and a lookup give lines in these states alone.
    status: line.status as BankLine['status'],
    amount: line.amount,
    currency: line.currency ?? own,
    payer_name: line.payer_name,
    payer_code: line.payer_code,
    payer_account: line.payer_account,
    purpose: line.purpose,
    client: client_id === null ? null : { id: client_id, name: client_name ?? '' },
    client_name,
    document: document_id === null ? null : { id: document_id, number: document_number ?? '' },
    document_number,
    reason: line.reason,
    matched_by: matchedBy({ isRule: line.matched_by_rule, id: matched_by, name: matched_by_name }),
    ledger_entry_id: line.ledger_entry_id,
    statement_id: line.statement_id,
    suggestions,
    created_at: line.created_at.toISOString(),
    updated_at: line.updated_at.toISOString(),
  };
}

function matchedBy({
  isRule,
  id,
  name,
}: {
  isRule: boolean;
  id: string | null;
  name: string | null;
}): BankLine['matched_by'] {
  if (isRule) return 'rule';
  return id === null ? null : { id, name: name ?? '' };
}
