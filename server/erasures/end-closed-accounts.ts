import { restOf } from '#contract/clients/closing-words.ts';
import { lockMembersOf } from '#server/auth/member-store.ts';
import { clientById, closingBefore } from '#server/clients/client-store.ts';
import { deleteSoftly } from '#server/clients/remove-client.ts';
import { inTransaction } from '#server/db/answered.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { attempt } from '#server/jobs/attempt.ts';
import { translate } from '#server/kernel/messages.ts';
import { settleSubscription } from '#server/subscriptions/settle-subscription.ts';
import type { ErasureDeps } from './erasure-deps.ts';
import { eraseLocked } from './erase-client.ts';

type EndDeps = Pick<
  ErasureDeps,
  'db' | 'queue' | 'subscriptions' | 'timeZone' | 'mail' | 'defaultLocale' | 'log'
>;

/**
 * Ends the accounts whose customers closed them and let their days pass, each in a transaction of its own: deletes them
 * (docs/decisions/0207), or erases them where that was chosen (docs/decisions/0269). One that fails is tried again with the
 * next run, and stops none of the others. Returns how many.
 */
export async function endClosedAccounts(deps: EndDeps, now: Date): Promise<number> {
  const caller = systemCaller(now, deps.defaultLocale);
  let ended = 0;
  for (const clientId of await closingBefore(deps.db, now)) {
    await attempt(deps.log, { failed: 'a closed account could not be ended', clientId }, async () => {
      if (await inTransaction(deps.db, (tx) => end(deps, tx, caller, clientId))) ended += 1;
    });
  }
  return ended;
}

/** False when it was taken back meanwhile. */
async function end(deps: EndDeps, tx: Db, caller: Caller, id: string): Promise<boolean> {
  const { now } = caller;
  await lockMembersOf(tx, id);
  // What was due until its last day, for the sum that is left.
  await settleSubscription(deps.subscriptions, tx, id, now);
  const client = await clientById(tx, id, { lock: true });
  if (!client?.closes_at || client.closes_at > now || client.deleted_at) return false;
  if (client.close_erases && client.balance <= 0) await erase(deps, tx, caller, client);
  else await close(deps, tx, caller, client);
  return true;
}

async function erase(deps: EndDeps, tx: Db, caller: Caller, { id }: ClientRow): Promise<void> {
  const reason = translate(deps.defaultLocale, 'erasedByCustomer');
  await eraseLocked(deps, tx, caller, { id, reason, askedBy: null, closed: true });
}

/** What is left on the balance of an erased client could be paid back to nobody: colleagues pay it back first. */
async function close(deps: EndDeps, tx: Db, caller: Caller, client: ClientRow): Promise<void> {
  const { id, name, email, locale, balance, close_reason: reason, close_erases } = client;
  await deleteSoftly(deps, tx, caller, { client, reason, action: 'client.closed' });
  await deps.mail.write(tx, caller.now, {
    kind: 'account_closed',
    reason: 'account_closed',
    data: { name, ...restOf(balance, reason), erasure: close_erases ? 1 : null },
    to: email,
    locale,
    clientId: id,
  });
}
