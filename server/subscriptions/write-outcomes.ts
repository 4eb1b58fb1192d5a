import { clientSubject, type AuditEntryInput, writeAuditEntries } from '#server/audit-log/audit-store.ts';
import type { Db } from '#server/db/tables.ts';
import { type NewEvent, recordEvents } from '#server/events/record-events.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { dayOf, localDay } from '#server/kernel/periods.ts';
import type { NewLine } from '#server/wallet/ledger-store.ts';
import { moveRevenue, payingStatuses } from '#server/wallet/revenue-store.ts';
import type { Outcome, Terms } from './lifecycle/subscription.ts';
import { linesOf, type Money } from './lifecycle/outcome-lines.ts';
import { columnsOf } from './lifecycle/stored-subscription.ts';
import { outcomeEmails } from './billing/outcome-emails.ts';
import { recheckUsage } from './watch-usage.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import { saveSubscriptions, type SubscribedRow, type SubscriptionColumns } from './subscription-store.ts';

/** One client's outcome to write. */
export interface Change {
  row: SubscribedRow;
  outcome: Outcome;
  /** The terms before; the outcome's plans replace those in it. */
  terms: Terms;
  /** Money that the act itself brought in or took out. */
  money?: Money | undefined;
  /** The day that a run is catching up, instead of now: its charges are dated so. */
  bookedAt?: Date;
  /** When the lifecycle has to look again, instead of its own date. */
  wakeAt?: Date;
}

/**
 * Writes outcomes of the pure lifecycle, for one client or some hundred: ledger lines, client columns, audit rows,
 * emails and cabinet jobs, all in the caller's transaction. The rows must be locked. Everything that acts by time
 * goes through here.
 */
export async function writeOutcomes(
  deps: SubscriptionDeps,
  tx: Db,
  now: Date,
  changes: readonly Change[],
): Promise<SubscriptionColumns[]> {
  await deps.clockGuard.require(tx);
  const worked = changes.map((change) => workOut(change, now));
  const columns = worked.map((one) => one.columns);
  await saveSubscriptions(
    tx,
    columns,
    worked.flatMap(({ lines }) => lines),
  );
  await moveRevenue(
    tx,
    worked.flatMap(({ moved }) => moved),
  );
  await writeAuditEntries(tx, systemCaller(now, deps.locale), changes.flatMap(auditOf));
  await recordEvents(tx, now, [
    ...changes.flatMap(planEventOf),
    ...worked.flatMap(({ lines }) => lines.flatMap(chargeEventOf)),
  ]);
  await deps.cabinets.settleAllLater(tx, idsOf(changes.filter(({ outcome }) => changesAccess(outcome))));
  for (const { row, outcome } of changes) {
    if (outcome.effects.some(({ kind }) => kind === 'return'))
      await deps.cabinets.startAgain(tx, row.id, now);
  }
  await deps.mail.writeAll(tx, now, await outcomeEmails(deps, tx, now, changes));
  // A new tariff has its own limits.
  const moved = changes.filter(({ row, outcome }) => outcome.plan.tariffId !== row.tariff_id);
  await recheckUsage(deps, tx, idsOf(moved), now);
  return columns;
}

/** A plan that was chosen for the end of the period holds now; one that is chosen for today is an act with its own event. */
function planEventOf({ row, outcome: { plan, nextPlan } }: Change): NewEvent[] {
  const isPlanned =
    nextPlan === null &&
    row.next_tariff_id === plan.tariffId &&
    row.next_billing_period === plan.billingPeriod;
  return isPlanned ? [{ type: 'subscription.changed', clientId: row.id, subjectId: row.id }] : [];
}

function chargeEventOf({ kind, id, client_id }: NewLine): NewEvent[] {
  return kind === 'charge' ? [{ type: 'subscription.charged', clientId: client_id, subjectId: id }] : [];
}

function idsOf(changes: readonly Change[]): string[] {
  return changes.map(({ row }) => row.id);
}

function workOut({ row, outcome, terms, money, bookedAt, wakeAt }: Change, now: Date) {
  const at = bookedAt ?? now;
  const { lines, paidEntryId } = linesOf(outcome.effects, money, {
    clientId: row.id,
    balance: row.balance,
    now: at,
    today: localDay(at, terms.timeZone),
    newId,
  });
  const paid = paidEntryId === undefined ? row.paid_entry_id : paidEntryId;
  const columns = columnsOf(row, outcome, { terms, paidEntryId: paid });
  const moved = changesWorth(row, columns) ? [{ id: row.id, day: dayOf(at, terms.timeZone) }] : [];
  return { lines, moved, columns: wakeAt ? { ...columns, next_event_at: wakeAt } : columns };
}

/** Whether what the client is worth a month may be another now; most renewals leave it as it was. */
function changesWorth(before: SubscribedRow, after: SubscriptionColumns): boolean {
  const isPaying = payingStatuses.includes(after.status);
  if (payingStatuses.includes(before.status) !== isPaying) return true;
  return isPaying && (before.monthly_worth !== after.monthly_worth || before.tariff_id !== after.tariff_id);
}

const audited = ['grace', 'block', 'resume', 'archive', 'return'] as const;

/** Audit entries for what the lifecycle did, kept for ever. */
function auditOf({ row, outcome }: Change): AuditEntryInput[] {
  let before = row.status;
  return outcome.effects.flatMap((effect) => {
    // The start of a period needs no entry, because the ledger has it.
    const isPeriod = effect.kind === 'charge' || effect.kind === 'renewal';
    if (isPeriod && (before === 'trial' || before === 'grace')) before = 'active';
    const kind = audited.find((name) => name === effect.kind);
    if (!kind || !('at' in effect)) return [];
    const after = statusAfter[kind];
    const entry: AuditEntryInput = {
      action: `client.${kind}`,
      ...clientSubject(row),
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
