import { emailKey } from '#contract/kernel/primitives.ts';
import type { AccountKind, Db, LoginFailureRow } from '#server/db/tables.ts';
import { addressKey } from '#server/kernel/address-key.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { accountByEmail } from '#server/auth/account-store.ts';
import { countAfterwards, emailIn, type Guard } from '#server/auth/guard.ts';
import { deleteCounts, lockCounts, type LoginCount, readCounts, saveCount } from './login-failure-store.ts';
import { type Counted, isSlowed, oneLess, oneMore, refusalOf, scopesOf } from './login-limits.ts';

/**
 * Counts failed logins and refuses those who have to wait (GROWTH section 15, "Logins"). The rule is in
 * `login-limits.ts`; the server itself never sleeps.
 */

/** What a login is for. */
interface Attempt {
  kind: AccountKind;
  caller: Caller;
  email: string;
}

/** Refuses while a login has to wait, before the body is read; counts nothing. */
export async function beforeLogin(
  guard: Guard,
  kind: AccountKind,
  { caller, body }: { caller: Caller; body: unknown },
): Promise<void> {
  const counts = await countsOf(guard, { kind, caller, email: emailIn(body) });
  refuse((await readCounts(guard.db, counts)).map(asCounted), caller.now);
}

/**
 * Runs a login. The attempt is counted as a failure before the password is checked, so that many at once can't pass,
 * and uncounted when it succeeds. Undefined: it failed.
 */
export async function guardLogin<Result>(
  guard: Guard,
  attempt: Attempt,
  login: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const { now } = attempt.caller;
  const afterwards = (count: (tx: Db) => Promise<void>) =>
    countAfterwards(guard, () => guard.db.transaction().execute(count));
  const counts = await countsOf(guard, attempt);
  const reached = await guard.db.transaction().execute((tx) => take(guard, tx, counts, now));
  let result: Result | undefined;
  try {
    result = await login();
  } catch (error) {
    await afterwards((tx) => giveBack(guard, tx, counts, now));
    throw error;
  }
  if (result !== undefined) await afterwards((tx) => forgive(guard, tx, counts, now));
  else await notifySlowed(guard, attempt, reached);
  return result;
}

async function countsOf(
  guard: Guard,
  { kind, caller, email }: Omit<Attempt, 'email'> & { email: string | undefined },
): Promise<LoginCount[]> {
  const address = addressKey(caller.ip ?? 'unknown');
  const device = email === undefined ? undefined : await deviceOf(guard, { kind, caller, email });
  const typed = email === undefined ? null : emailKey(email);
  const scopes = scopesOf({ hasEmail: typed !== null, isKnownDevice: device !== undefined });
  return scopes.map((scope): LoginCount => {
    switch (scope) {
      case 'pair':
        return { key: `pair:${kind}:${address}:${typed}`, scope, kind, emailKey: typed, address };
      case 'account':
        return { key: `account:${kind}:${typed}`, scope, kind, emailKey: typed, address: null };
      case 'address':
        return { key: `address:${kind}:${address}`, scope, kind, emailKey: null, address };
      case 'device':
        return { key: `device:${kind}:${device}`, scope, kind, emailKey: typed, address };
    }
  });
}

/** The id of the caller's device for the account, if it has signed in since the account's last new password. */
async function deviceOf(
  { db, devices }: Guard,
  { kind, caller, email }: Attempt,
): Promise<string | undefined> {
  if (!devices.hasAny(caller.cookies, kind, caller.now)) return undefined;
  const account = await accountByEmail(db, kind, email);
  return account && devices.idFor(caller.cookies, kind, account, caller.now);
}

/** Counts one more failure in each scope, or refuses and counts none. Returns the scopes that reached their limit. */
async function take({ limits }: Guard, tx: Db, counts: readonly LoginCount[], now: Date): Promise<Counted[]> {
  const rows = await lockCounts(tx, counts, now);
  refuse([...rows.values()].map(asCounted), now);
  const reached: Counted[] = [];
  for (const [key, row] of rows) {
    const { scope } = row;
    const after = oneMore(scope, asCounted(row), limits, now);
    const wasSlowed = row.resets_at > now && row.slowed_at !== null;
    const slowedAt = wasSlowed ? row.slowed_at : isSlowed(scope, after, limits) ? now : null;
    await saveCount(tx, key, { ...after, slowedAt });
    if (slowedAt && !wasSlowed) reached.push({ scope, ...after });
  }
  return reached;
}

async function giveBack({ limits }: Guard, tx: Db, counts: readonly LoginCount[], now: Date): Promise<void> {
  for (const [key, row] of await lockCounts(tx, counts, now)) {
    const after = oneLess(row.scope, asCounted(row), limits);
    const slowedAt = isSlowed(row.scope, after, limits) ? row.slowed_at : null;
    await saveCount(tx, key, { ...after, slowedAt });
  }
}

/** After a success: the address keeps the failures of its other accounts, all other counts are deleted. */
async function forgive(guard: Guard, tx: Db, counts: readonly LoginCount[], now: Date): Promise<void> {
  const ofAddress = counts.filter(({ scope }) => scope === 'address');
  // In the order of the locks that everybody takes.
  if (ofAddress.length > 0) await giveBack(guard, tx, counts, now);
  await deleteCounts(
    tx,
    counts.filter(({ scope }) => scope !== 'address'),
  );
}

async function notifySlowed(
  { db, slowed }: Guard,
  { kind, caller, email }: Attempt,
  reached: readonly Counted[],
): Promise<void> {
  // A limit of the whole address concerns no single owner.
  const concerned = reached.find(({ scope }) => scope !== 'address');
  if (!concerned) return;
  const { scope, failures } = concerned;
  await db.transaction().execute((tx) => slowed(tx, caller, { kind, email, scope, failures }));
}

function refuse(counts: readonly Counted[], now: Date): void {
  const refusal = refusalOf(counts, now);
  if (!refusal) return;
  const retryAfter = Math.max(1, Math.ceil((refusal.nextAt.getTime() - now.getTime()) / 1000));
  throw new AppError('too_many_requests', { retryAfter });
}

function asCounted({ scope, failures, next_at, resets_at }: LoginFailureRow): Counted {
  return { scope, failures, nextAt: next_at, resetsAt: resets_at };
}
