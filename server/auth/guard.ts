import type { BaseLogger } from 'pino';
import { emailKey } from '#contract/kernel/primitives.ts';
import type { AccountKind, Db } from '#server/db/tables.ts';
import { addressKey } from '#server/kernel/address-key.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Config } from '#server/kernel/config.ts';
import type { DeviceCookies } from '#server/auth/login-guard/device-cookie.ts';
import type { Slowed } from '#server/auth/login-guard/login-limits.ts';
import { checkUses, forgetUse, giveBackUses, takeUses, type Use } from './rate-limit-store.ts';

/**
 * Limits on guessing, on asking who has an account, and on emails to unproved addresses, for staff and customers
 * alike (DESIGN sections 3 and 13; GROWTH section 15).
 */
export interface Guard {
  db: Db;
  limits: Config['limits'];
  log: Pick<BaseLogger, 'warn'>;
  devices: DeviceCookies;
  /** Called once for each scope whose failures reach its limit, in a separate transaction. */
  slowed(tx: Db, caller: Caller, slowed: Slowed): Promise<void>;
}

/** What is counted per calling address. `taken`: answers that an account with this email or phone exists. */
const perAddress = {
  link: ({ link }: Config['limits']) => link,
  promo: ({ link }: Config['limits']) => link,
  registration: ({ registration }: Config['limits']) => registration,
  taken: ({ registration }: Config['limits']) => registration,
  second_factor: ({ loginPerAddress }: Config['limits']) => loginPerAddress,
  passkey: ({ loginPerAddress }: Config['limits']) => loginPerAddress,
  // Each press of the button asks once, and an office shares an address.
  passkey_asked: ({ loginPerAddress: { count, seconds } }: Config['limits']) => ({
    count: count * 10,
    seconds,
  }),
  // Every change of a password that is being chosen asks once.
  password_asked: ({ loginPerAddress: { count, seconds } }: Config['limits']) => ({
    count: count * 10,
    seconds,
  }),
  current_password: ({ loginPerAddress }: Config['limits']) => loginPerAddress,
  oidc: ({ loginPerAddress }: Config['limits']) => loginPerAddress,
  // Four times the limit of an account.
  reset: ({ reset }: Config['limits']) => ({ ...reset, count: reset.count * 4 }),
  find: ({ reset }: Config['limits']) => ({ ...reset, count: reset.count * 4 }),
};

/** Secrets that a person known by a challenge or a session may guess. */
type OwnSecret = 'second_factor' | 'current_password';

/** Emails that anybody may ask for. */
type AskedEmail = 'reset' | 'find';

/** Refuses an address that has used up its limit, before anything else is checked; counts nothing. */
export function beforeUse(guard: Guard, what: keyof typeof perAddress, caller: Caller): Promise<void> {
  return checkUses(guard.db, caller.now, [ofAddress(guard, what, caller)]);
}

/**
 * Runs what a link allows. A right link is never refused: nobody guesses 256 bits, and a neighbour's wrong links must
 * not lock anybody out. Wrong ones (undefined) count for the address.
 */
export async function guardLink<Result>(
  guard: Guard,
  caller: Caller,
  use: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const result = await use();
  if (result === undefined) await takeUses(guard.db, caller.now, [ofAddress(guard, 'link', caller)]);
  return result;
}

/** Looks for a promo code; a wrong one (undefined) counts as a guess of the address. */
export function guardPromoCode<Result>(
  guard: Guard,
  caller: Caller,
  look: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const uses = [ofAddress(guard, 'promo', caller)];
  return counting(guard, { now: caller.now, uses }, look, (result) => result === undefined);
}

/** Counts a challenge for a passkey, each of which is a row for a while. */
export function takePasskeyAsked(guard: Guard, caller: Caller): Promise<void> {
  return takeUses(guard.db, caller.now, [ofAddress(guard, 'passkey_asked', caller)]);
}

/** Counts a question about a chosen password, so that nobody keeps the server busy with them. */
export function takePasswordAsked(guard: Guard, caller: Caller): Promise<void> {
  return takeUses(guard.db, caller.now, [ofAddress(guard, 'password_asked', caller)]);
}

/** Checks a passkey; a wrong one (undefined) counts for the address as a login does. */
export function guardPasskey<Result>(
  guard: Guard,
  caller: Caller,
  look: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const uses = [ofAddress(guard, 'passkey', caller)];
  return counting(guard, { now: caller.now, uses }, look, (result) => result === undefined);
}

/** Uses an answer of the identity provider; a refused one counts for the address. */
export async function guardOidc<Result>(
  guard: Guard,
  caller: Caller,
  use: () => Promise<Result>,
): Promise<Result> {
  const uses = [ofAddress(guard, 'oidc', caller)];
  await takeUses(guard.db, caller.now, uses);
  const result = await use();
  await countAfterwards(guard, () => giveBackUses(guard.db, uses));
  return result;
}

/** Counts an accepted registration for the address. */
export function guardRegistration<Result>(
  guard: Guard,
  caller: Caller,
  register: () => Promise<Result>,
): Promise<Result> {
  return counting(guard, { now: caller.now, uses: [ofAddress(guard, 'registration', caller)] }, register);
}

/** Checks whether somebody else has an email or phone. A yes is counted before it is answered. */
export function askTaken<Taken extends { email: boolean; phone: boolean }>(
  guard: Guard,
  caller: Caller,
  look: () => Promise<Taken>,
): Promise<Taken> {
  const uses = [ofAddress(guard, 'taken', caller)];
  return counting(guard, { now: caller.now, uses }, look, ({ email, phone }) => email || phone);
}

/** Refuses while the guesses of the account (if known) or of the address are used up; counts nothing. */
export function beforeOwnSecret(
  guard: Guard,
  what: OwnSecret,
  caller: Caller,
  accountId?: string | null,
): Promise<void> {
  const ofAccount = accountId ? [ownGuesses(guard, what, accountId)] : [];
  return checkUses(guard.db, caller.now, [ofAddress(guard, what, caller), ...ofAccount]);
}

/**
 * Checks a secret that a known person may guess, with the limits of a login. The attempt is counted before the check
 * and uncounted when the secret was right. Undefined: it was wrong.
 */
export async function guardOwnSecret<Result>(
  guard: Guard,
  what: OwnSecret,
  caller: Caller,
  accountId: string,
  look: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const own = ownGuesses(guard, what, accountId);
  const counted = { now: caller.now, uses: [ofAddress(guard, what, caller), own] };
  const result = await counting(guard, counted, look, (found) => found === undefined);
  if (result !== undefined) await countAfterwards(guard, () => forgetUse(guard.db, own));
  return result;
}

/** Refuses an email while the account or the address is used up, before the body is read. */
export function beforeEmail(
  guard: Guard,
  what: AskedEmail,
  { kind, caller, body }: { kind: AccountKind; caller: Caller; body: unknown },
): Promise<void> {
  const email = emailIn(body);
  const ofAccount = email === undefined ? [] : [ofAsked(guard, what, kind, email)];
  return checkUses(guard.db, caller.now, [ofAddress(guard, what, caller), ...ofAccount]);
}

/** Counts an email that anybody may request: per account, and per address. */
export function takeEmail(
  guard: Guard,
  what: AskedEmail,
  { kind, caller, email }: { kind: AccountKind; caller: Caller; email: string },
): Promise<void> {
  return takeUses(guard.db, caller.now, [ofAddress(guard, what, caller), ofAsked(guard, what, kind, email)]);
}

/** Counts an email to an address that an account claims: per account, and per address. */
export function takeAddressEmail(
  guard: Guard,
  now: Date,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  const ofAccount = { key: `address_mail:account:${accountId}`, limit: guard.limits.reset };
  return takeUses(guard.db, now, [ofAccount, emailsTo(guard, email)]);
}

/**
 * Counts a copy of a paper to an address that a client has named for them, which nobody proves: per client, and per address
 * with the emails above. False: they have had theirs, and no copy is sent.
 */
export async function takeCopy(
  guard: Guard,
  now: Date,
  { clientId, email }: { clientId: string; email: string },
): Promise<boolean> {
  const ofClient = { key: `document_copy:client:${clientId}`, limit: guard.limits.reset };
  try {
    await takeUses(guard.db, now, [ofClient, emailsTo(guard, email)]);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/**
 * Runs an action of staff that sends such an email. It is counted per target address, for all who ask and any
 * account, and uncounted when nothing was sent. Undefined: no email goes to an unproved address.
 */
export function emailing<Result>(
  guard: Guard,
  now: Date,
  email: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (email === undefined) return work();
  return counting(guard, { now, uses: [emailsTo(guard, email)] }, work);
}

interface Interval {
  accountId: string;
  now: Date;
  seconds: number;
}

/** Refuses while the interval of an email runs; starts none. */
export function checkInterval({ db }: Guard, what: string, of: Interval): Promise<void> {
  return checkUses(db, of.now, [interval(what, of)]);
}

/** Allows one email of a kind per account and interval; otherwise refuses with the seconds that are left. */
export function takeInterval({ db }: Guard, what: string, of: Interval): Promise<void> {
  return takeUses(db, of.now, [interval(what, of)]);
}

/** The same as an answer instead of a refusal. */
export async function tryInterval(guard: Guard, what: string, of: Interval): Promise<boolean> {
  try {
    await takeInterval(guard, what, of);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The address in a body that has not been checked yet. */
export function emailIn(body: unknown): string | undefined {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  return typeof email === 'string' && email.length <= 255 ? email.trim() : undefined;
}

/**
 * Updates counters after work that is committed or has failed for its own reason: an error here is only logged and
 * never the answer (docs/decisions/0123). A count that stays too high ends with its window.
 */
export async function countAfterwards(
  { log }: Pick<Guard, 'log'>,
  count: () => Promise<unknown>,
): Promise<void> {
  try {
    await count();
  } catch (error) {
    // Its details may hold the counter's key, which contains an email address.
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'a count was not given back');
  }
}

/** Counts before the work, and uncounts when it fails or its result is not kept. */
async function counting<Result>(
  guard: Guard,
  { now, uses }: { now: Date; uses: readonly Use[] },
  work: () => Promise<Result>,
  isKept: (result: Result) => boolean = () => true,
): Promise<Result> {
  await takeUses(guard.db, now, uses);
  let keeps = false;
  try {
    const result = await work();
    keeps = isKept(result);
    return result;
  } finally {
    if (!keeps) await countAfterwards(guard, () => giveBackUses(guard.db, uses));
  }
}

function ofAddress({ limits }: Guard, what: keyof typeof perAddress, { ip }: Caller): Use {
  return { key: `${what}:address:${addressKey(ip ?? 'unknown')}`, limit: perAddress[what](limits) };
}

function ownGuesses({ limits }: Guard, what: OwnSecret, accountId: string): Use {
  return { key: `${what}:account:${accountId}`, limit: limits.login };
}

function ofAsked({ limits }: Guard, what: AskedEmail, kind: AccountKind, email: string): Use {
  return { key: `${what}:${kind}:${emailKey(email)}`, limit: limits.reset };
}

function emailsTo({ limits }: Guard, email: string): Use {
  return { key: `address_mail:to:${emailKey(email)}`, limit: limits.reset };
}

function interval(what: string, { accountId, seconds }: Interval): Use {
  const limit = { count: 1, seconds };
  return { key: `${what}:interval:${accountId}`, limit, refusal: 'sent_recently' };
}
