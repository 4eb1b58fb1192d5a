import type { Kysely } from 'kysely';
import type { Locale } from '#contract/variants.ts';
import { type AuditEntryInput, writeAuditEntries } from '#server/audit/audit-store.ts';
import type { Tables } from '#server/db/tables.ts';
import { systemCaller } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { Outcome, Terms } from './lifecycle.ts';
import { letterOf } from './lifecycle-messages.ts';
import { linesOf, type Money } from './outcome-lines.ts';
import { columnsOf } from './stored-subscription.ts';
import { saveSubscriptions, type SubscribedRow, type SubscriptionColumns } from './subscription-store.ts';

/** The cabinets' side of a subscription, acted on in the same transaction. */
export interface CabinetKeeper {
  /** Have cabinets follow their clients' states once the transaction is done. */
  settleAllLater(tx: Kysely<Tables>, clientIds: readonly string[]): Promise<void>;
  /** Has a cabinet made anew for a client that came back from the archive. */
  startAgain(tx: Kysely<Tables>, clientId: string, now: Date): Promise<void>;
}

/** One client's outcome to write. */
export interface Change {
  row: SubscribedRow;
  outcome: Outcome;
  /** What held before; the plans in it are replaced by the outcome's. */
  terms: Terms;
  /** What came into the wallet, or went, by the act itself. */
  money?: Money | undefined;
}

interface WriterDeps {
  mail: Pick<MailService, 'writeAll'>;
  cabinets: CabinetKeeper;
  locale: Locale;
}

/**
 * Writes what the pure lifecycle said, for one client or some hundred: ledger lines, the clients' columns, audit rows,
 * mails, and work for the cabinets, all in the caller's transaction. The rows have to be locked.
 */
export function createOutcomeWriter({ mail, cabinets, locale }: WriterDeps) {
  return async (
    tx: Kysely<Tables>,
    now: Date,
    changes: readonly Change[],
  ): Promise<SubscriptionColumns[]> => {
    const worked = changes.map((change) => workOut(change, now));
    const columns = worked.map((one) => one.columns);
    await saveSubscriptions(
      tx,
      columns,
      worked.flatMap(({ lines }) => lines),
    );
    await writeAuditEntries(
      tx,
      systemCaller(now, locale),
      changes.flatMap((change) => auditOf(change)),
    );
    await cabinets.settleAllLater(
      tx,
      changes.filter(({ outcome }) => changesAccess(outcome)).map(({ row }) => row.id),
    );
    for (const { row, outcome } of changes) {
      if (outcome.effects.some(({ kind }) => kind === 'return')) await cabinets.startAgain(tx, row.id, now);
    }
    const letters = changes.flatMap(({ row, outcome }) =>
      outcome.effects.flatMap((effect) => (effect.kind === 'mail' ? [letterOf(row, effect, outcome)] : [])),
    );
    await mail.writeAll(tx, now, letters);
    return columns;
  };
}
export type OutcomeWriter = ReturnType<typeof createOutcomeWriter>;

function workOut({ row, outcome, terms, money }: Change, now: Date) {
  const { lines, paidEntryId } = linesOf(outcome.effects, money, {
    clientId: row.id,
    balance: row.balance,
    now,
    newId,
  });
  const paid = paidEntryId === undefined ? row.paid_entry_id : paidEntryId;
  return { lines, columns: columnsOf(row, outcome, { terms, paidEntryId: paid }) };
}

const trailed = ['grace', 'block', 'resume', 'archive', 'return'] as const;

/** The record of what the lifecycle did, kept for ever. */
function auditOf({ row, outcome }: Change): AuditEntryInput[] {
  let before = row.status;
  return outcome.effects.flatMap((effect) => {
    // A period that begins is no entry of its own: the ledger has it.
    const isPeriod = effect.kind === 'charge' || effect.kind === 'renewal';
    if (isPeriod && (before === 'trial' || before === 'grace')) before = 'active';
    const kind = trailed.find((name) => name === effect.kind);
    if (!kind || !('at' in effect)) return [];
    const after = statusAfter[kind];
    const entry: AuditEntryInput = {
      action: `client.${kind}`,
      subject: { type: 'client', id: row.id, name: row.name },
      clientId: row.id,
      changes: [
        { field: 'status', before, after },
        { field: 'due', before: null, after: effect.at.toISOString() },
      ],
    };
    before = after;
    return [entry];
  });
}

const statusAfter = {
  grace: 'grace',
  block: 'blocked',
  resume: 'active',
  archive: 'archived',
  return: 'active',
} as const;

function changesAccess({ effects }: Outcome): boolean {
  return effects.some(({ kind }) => kind === 'block' || kind === 'resume' || kind === 'archive');
}
