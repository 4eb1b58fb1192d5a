import type { Closing, ClosingInput } from '#contract/clients/closing.ts';
import { accountIn, restOf } from '#contract/clients/closing-words.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import { requireOwnPassword, requireSamePassword } from '#server/auth/own-password.ts';
import { updateClient } from '#server/clients/client-store.ts';
import { inTransaction } from '#server/db/answered.ts';
import { nextUpdate } from '#server/db/row-version.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { addDays } from '#server/kernel/periods.ts';
import { changeClosing } from '#server/subscriptions/lifecycle/lifecycle.ts';
import { emailToClient } from '#server/mail/account-notices.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import { moveSubscription } from '#server/subscriptions/settle-subscription.ts';
import { requireCustomer, requireOwnClient } from './customer-account.ts';
import type { CustomerDeps } from './customer-deps.ts';

/** Whether one's own account is closing. */
export async function readClosing(deps: CustomerDeps, caller: CustomerCaller): Promise<Closing> {
  return toClosing(deps, caller, await requireOwnClient(deps.db, caller.actor));
}

/**
 * Closes the account in `close_days`; until then everything goes on. Asked again, the day stays and the words are
 * replaced (docs/decisions/0207); only an erasure that is asked for later has all its days (docs/decisions/0269).
 * Another account for the rest is confirmed by another email.
 */
export async function closeAccount(
  deps: CustomerDeps,
  caller: CustomerCaller,
  { password, reason: given, erase }: ClosingInput,
): Promise<Closing> {
  const { now } = caller;
  const judged = await requireCustomer(deps.db, caller.actor);
  await requireOwnPassword(deps, caller, judged, password, 'password');
  const closesAt = await dayOfClosing(deps, now, judged.client);
  return inTransaction(deps.db, async (tx) => {
    const customer = await requireCustomer(tx, caller.actor, { lock: true });
    await requireOpenSession(tx, caller.actor);
    requireSamePassword(judged, customer, 'password');
    const { client: before } = customer;
    const close_erases = erase ?? before.close_erases;
    const isFirst = before.closes_at === null;
    const isErased = close_erases && !before.close_erases;
    const after = {
      ...before,
      closes_at: isFirst || isErased ? closesAt : before.closes_at,
      close_reason: given === undefined ? before.close_reason : given || null,
      close_erases,
    };
    const changes = auditChanges(toldOf(before), toldOf(after));
    if (changes.length > 0) {
      await storeClosing(deps, tx, { before, after, now });
      await auditClient(tx, caller, before, { action: 'client.close', changes });
    }
    const { balance } = await requireOwnClient(tx, caller.actor);
    const news = closingNews(before, after, balance);
    // An address that nobody has confirmed may be a stranger's.
    if (news && before.confirmed_at !== null) await deps.mail.write(tx, now, news);
    return toClosing(deps, caller, { ...after, balance });
  });
}

/** Takes the closing back. */
export function keepAccount(deps: CustomerDeps, caller: CustomerCaller): Promise<Closing> {
  const { now } = caller;
  return inTransaction(deps.db, async (tx) => {
    const { client: before } = await requireCustomer(tx, caller.actor, { lock: true });
    await requireOpenSession(tx, caller.actor);
    const after = { ...before, closes_at: null, close_reason: null, close_erases: false };
    const changes = auditChanges(toldOf(before), toldOf(after));
    if (changes.length > 0) {
      await storeClosing(deps, tx, { before, after, now });
      await auditClient(tx, caller, before, { action: 'client.close_taken_back', changes });
    }
    if (before.closes_at !== null && before.confirmed_at !== null) {
      await deps.mail.write(tx, now, {
        ...emailToClient(before),
        kind: 'closing_taken_back',
        reason: 'closing_taken_back',
        data: { name: before.name, date: before.closes_at.toISOString() },
      });
    }
    const { balance } = await requireOwnClient(tx, caller.actor);
    return toClosing(deps, caller, { ...after, balance });
  });
}

/** The email about a closing or about a change of it, where there is something to tell. */
function closingNews(before: ClientRow, after: ClientRow, balance: number): NewMail | null {
  const { name, closes_at, close_reason, close_erases } = after;
  const date = closes_at?.toISOString() ?? null;
  const data = { name, date, ...restOf(balance, close_reason) };
  if (before.closes_at !== null && close_erases && !before.close_erases) {
    return { ...emailToClient(before), kind: 'erasure_asked', reason: 'erasure_asked', data };
  }
  // Who changes where the money goes is told so, as of the closing itself.
  const isElsewhere = accountIn(before.close_reason) !== accountIn(close_reason);
  if (before.closes_at !== null && before.close_erases === close_erases && !isElsewhere) return null;
  return {
    ...emailToClient(before),
    kind: 'closing_asked',
    reason: 'closing_asked',
    data: { ...data, erasure: close_erases ? 1 : null, kept: close_erases ? null : 1 },
  };
}

/** Stores the choice, and what comes of it for periods that would begin after it. The client's row must be locked. */
async function storeClosing(
  { subscriptions }: CustomerDeps,
  tx: Db,
  { before, after, now }: { before: ClientRow; after: ClientRow; now: Date },
): Promise<void> {
  const { id } = before;
  const { closes_at, close_reason, close_erases } = after;
  await moveSubscription(subscriptions, tx, { id, now }, (subscription, terms) =>
    changeClosing(subscription, terms, closes_at, now),
  );
  const updated_at = nextUpdate(before.updated_at, now);
  await updateClient(tx, id, { closes_at, close_reason, close_erases, updated_at });
}

function toldOf({
  closes_at,
  close_reason,
  close_erases,
}: Pick<ClientRow, 'closes_at' | 'close_reason' | 'close_erases'>) {
  return { closes_at: closes_at?.toISOString() ?? null, close_reason, close_erases };
}

/**
 * In `close_days`; where the running period ends in the day before that, with the period: nobody pays for one of which
 * they have hours (docs/decisions/0207).
 */
async function dayOfClosing(
  { settings, timeZone }: CustomerDeps,
  now: Date,
  { status, trial_ends: end }: Pick<ClientRow, 'status' | 'trial_ends'>,
): Promise<Date> {
  const day = addDays(now, await settings.get('close_days'), timeZone);
  const isRunning = status === 'trial' || status === 'active';
  return isRunning && end && end < day && end >= addDays(day, -1, timeZone) ? end : day;
}

async function toClosing(deps: CustomerDeps, { now }: CustomerCaller, client: ClientRow): Promise<Closing> {
  const { closes_at, close_reason, close_erases, balance } = client;
  return {
    closes_at: closes_at?.toISOString() ?? null,
    reason: close_reason,
    erases: close_erases,
    would_close_at: (await dayOfClosing(deps, now, client)).toISOString(),
    balance,
    currency: deps.currency,
  };
}
