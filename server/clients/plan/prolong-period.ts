import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { nextUpdate } from '#server/db/row-version.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { addDays } from '#server/kernel/periods.ts';
import { settleSubscription } from '#server/subscriptions/settle-subscription.ts';
import { updateSubscription } from '#server/subscriptions/subscription-store.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import { requireClient } from '#server/clients/require-client.ts';

type ProlongDeps = Pick<ClientDeps, 'subscriptions' | 'timeZone'>;

/** The end of a running free or paid period after some more days; undefined where no period runs. Pure. */
export function prolonged(
  { status, blocked_from, trial_ends }: Pick<ClientRow, 'status' | 'blocked_from' | 'trial_ends'>,
  days: number,
  timeZone: string,
): Date | undefined {
  const isRunning = blocked_from === null && (status === 'trial' || status === 'active');
  return isRunning && trial_ends ? addDays(trial_ends, days, timeZone) : undefined;
}

/** Moves the end of a running free or paid period; the next periods follow from there. */
export async function prolongPeriod(
  deps: ProlongDeps,
  tx: Db,
  caller: StaffCaller,
  { id, days }: { id: string; days: number },
): Promise<void> {
  await settleSubscription(deps.subscriptions, tx, id, caller.now);
  const client = await requireClient(tx, id);
  const end = prolonged(client, days, deps.timeZone);
  if (!end) throw new AppError('validation_failed');
  const anchor = client.anchor && end;
  await movePeriod(deps, tx, caller, { id, end, anchor, action: 'client.prolong' });
}

/** Sets the end of the period, and the start of the grid of those that follow. */
export async function movePeriod(
  { subscriptions }: Pick<ProlongDeps, 'subscriptions'>,
  tx: Db,
  caller: StaffCaller,
  {
    id,
    end,
    anchor,
    action,
  }: {
    id: string;
    end: Date;
    anchor: Date | null;
    action: 'client.prolong' | 'client.prolong_undone';
  },
): Promise<void> {
  const client = await requireClient(tx, id);
  await updateSubscription(tx, id, {
    trial_ends: end,
    anchor,
    updated_at: nextUpdate(client.updated_at, caller.now),
  });
  await settleSubscription(subscriptions, tx, id, caller.now);
  const changes = auditChanges({ trialEnds: client.trial_ends }, { trialEnds: end });
  await auditClient(tx, caller, client, { action, changes });
}
