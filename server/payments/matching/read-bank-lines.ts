import { type BankLine, bankLineEntity } from '#contract/entities/bank-line.ts';
import type { Suggestion } from '#contract/money/payment-matching.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { type NamedPayment, namedPayments } from '#server/payments/list/payment-list-store.ts';
import { toPayment } from '#server/payments/list/read-payments.ts';
import { paymentById } from '#server/payments/payment-store.ts';
import { paymentsWaitingFor, suggestForPayments } from '#server/payments/suggestions/suggest-for-payments.ts';
import { bankLineSource } from './inbox-store.ts';

interface ReadDeps {
  db: Db;
  /** The installation's currency. */
  currency: string;
  timeZone: string;
}

/** Lines of bank statements; those that wait for their client with suggestions. */
export function bankLineListing(deps: ReadDeps): Listing<BankLine> {
  return {
    name: 'bank_lines',
    source: ({ now }) => bankLineSource({ currency: deps.currency, time: { now, timeZone: deps.timeZone } }),
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

/** The lines that wait and may be a client's, the newest first, each with what is suggested of this client alone. */
export async function linesWaitingFor(deps: ReadDeps, clientId: string): Promise<BankLine[]> {
  const waiting = (await paymentsWaitingFor(deps, deps.db, clientId)).toReversed();
  const suggestions = new Map(waiting.map((one) => [one.payment.id, one.suggestions]));
  const lines = await namedPayments(deps.db, [...suggestions.keys()]);
  return inOrderOf(
    [...suggestions.keys()],
    lines.map((line) => toBankLine(line, deps.currency, suggestions.get(line.id) ?? [])),
  );
}

/** Refuses an unknown payment before the body is looked at. */
export function knownPayment({ db }: Pick<ReadDeps, 'db'>) {
  return async ({ params: { id } }: { params: { id: string } }): Promise<void> => {
    if (!(await paymentById(db, id))) throw new AppError('not_found');
  };
}

async function readBankLines(deps: ReadDeps, db: Db, ids: readonly string[]): Promise<BankLine[]> {
  const lines = (await namedPayments(db, ids)).filter(({ statement_id }) => statement_id !== null);
  const waiting = lines.filter(({ status }) => status === 'unmatched');
  const suggested = await suggestForPayments(deps, db, waiting);
  const suggestions = new Map(waiting.map(({ id }, place) => [id, suggested[place] ?? []]));
  return lines.map((line) => toBankLine(line, deps.currency, suggestions.get(line.id) ?? []));
}

function toBankLine(line: NamedPayment, own: string, suggestions: Suggestion[]): BankLine {
  const { payer_code, payer_account, status } = line;
  return {
    ...toPayment(line, own),
    payer_code,
    payer_account,
    // A list and a lookup give lines in these states alone.
    status: status as BankLine['status'],
    suggestions,
  };
}
