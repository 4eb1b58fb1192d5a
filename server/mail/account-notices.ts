import { createHash } from 'node:crypto';
import { emailKey } from '#contract/kernel/primitives.ts';
import { deviceOf, writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { accountByEmail, type AccountRow } from '#server/auth/account-store.ts';
import type { DeviceCookies } from '#server/auth/login-guard/device-cookie.ts';
import type { Slowed } from '#server/auth/login-guard/login-limits.ts';
import type { AccountKind, ClientRow, Db } from '#server/db/tables.ts';
import type { Actor, Caller } from '#server/kernel/caller.ts';
import { addressKey } from '#server/kernel/address-key.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { MailService } from './mail-service.ts';
import type { NewMail } from './new-mail.ts';
import { notePlace, placesOf } from './sign-in-place-store.ts';

/**
 * Emails to an account's owner about its sign-ins: failed attempts once a day, and a sign-in from a new device
 * (GROWTH section 15, "Logins"), for staff and customers alike.
 */

/** A limit, because a browser without cookies and with changing addresses would fill a mailbox. */
const newDeviceMailsADay = 3;

export interface NoticeDeps {
  db: Db;
  mail: Pick<MailService, 'write'>;
  queue: Pick<Queue, 'enqueue'>;
  devices: Pick<DeviceCookies, 'idFor'>;
}

/**
 * Records a failed login in the audit log, with the account of the address, confirmed or not, and never with what was
 * typed.
 */
export async function noteFailedLogin(
  { db }: Pick<NoticeDeps, 'db'>,
  caller: Caller,
  kind: AccountKind,
  email: string,
): Promise<void> {
  const account = (await accountByEmail(db, kind, email)) ?? null;
  await writeSecurityEvent(db, caller, { event: 'login_failed', account, details: { door: kind } });
}

/** Records in the audit log that logins are slowed down, and enqueues a job that tells the owner, if there is one. */
export async function noteSlowedLogin(
  { db, queue }: Pick<NoticeDeps, 'db' | 'queue'>,
  tx: Db,
  caller: Caller,
  { kind, email, scope, failures }: Slowed,
): Promise<void> {
  await writeSecurityEvent(tx, caller, {
    event: 'login_slowed',
    account: (await accountByEmail(db, kind, email)) ?? null,
    details: { scope, failures },
  });
  await queue.enqueue(tx, 'notify-failed-logins', { kind, email: emailKey(email) });
}

/** The job: tells the owner, at most once a day. */
export async function notifyFailedLogins(
  { db, mail }: Pick<NoticeDeps, 'db' | 'mail'>,
  { kind, email }: { kind: AccountKind; email: string },
  now: Date,
): Promise<void> {
  const account = await accountByEmail(db, kind, email);
  // An address that nobody has confirmed may belong to a stranger.
  if (!account?.proved_at) return;
  await db.transaction().execute((tx) =>
    mail.write(tx, now, {
      ...emailTo(account),
      kind: 'failed_logins',
      data: { name: account.name, date: now.toISOString() },
      reason: 'failed_logins',
      dedupeKey: `failed_logins:${account.id}:${dayOf(now)}`,
    }),
  );
}

/**
 * Records where an account signed in. With `notifies` its owner gets an email about a browser that has no cookie of
 * the account and is in a new place, at most three times a day and never at the first sign-in.
 */
export async function noteSignIn(
  { mail, devices }: Pick<NoticeDeps, 'mail' | 'devices'>,
  tx: Db,
  caller: Caller,
  { account, notifies }: { account: AccountRow; notifies: boolean },
): Promise<void> {
  const { kind, id, name } = account;
  const { now } = caller;
  const place = placeOf(caller);
  const known = await placesOf(tx, kind, id);
  await notePlace(tx, { kind, accountId: id, place, now });
  const isKnown =
    known.some((one) => one.equals(place)) || devices.idFor(caller.cookies, kind, account, now) !== undefined;
  if (!notifies || isKnown || known.length === 0) return;
  const notice: NewMail = {
    ...emailTo(account),
    kind: 'new_device',
    data: { name, ...eventOf(caller, account) },
    reason: 'new_device',
  };
  // The account's row is locked, so nobody else counts at the same time.
  for (let count = 1; count <= newDeviceMailsADay; count += 1) {
    const dedupeKey = `new_device:${id}:${dayOf(now)}:${count}`;
    if (await mail.write(tx, now, { ...notice, dedupeKey })) return;
  }
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Address and browser together, as a hash: only compared, never read. */
function placeOf({ ip, userAgent }: Caller): Buffer {
  const text = JSON.stringify([addressKey(ip ?? 'unknown'), deviceOf(userAgent)]);
  return createHash('sha256').update(text).digest();
}

/** When and from where an account was used or changed; where a colleague did it is nobody's business. */
export function eventOf(
  { actor, now, userAgent, ip }: Caller,
  { id }: { id: string },
): { date: string; device: string | null; address: string | null } {
  const isElsewhere = actor.kind !== 'nobody' && accountOf(actor) !== id;
  return {
    date: now.toISOString(),
    device: isElsewhere ? null : deviceOf(userAgent),
    address: isElsewhere ? null : ip,
  };
}

function accountOf(actor: Actor): string | null {
  if (actor.kind === 'customer') return actor.person.id;
  return actor.kind === 'staff' ? actor.id : null;
}

/** The recipient of an account's email. */
export function emailTo({
  kind,
  id,
  email,
  locale,
  client,
}: Pick<AccountRow, 'kind' | 'id' | 'email' | 'locale' | 'client'>): Pick<
  NewMail,
  'to' | 'locale' | 'clientId' | 'userId' | 'personId'
> {
  if (kind === 'staff') return { to: email, locale, userId: id };
  return { to: email, locale, personId: id, ...(client && { clientId: client.id }) };
}

/** The recipient of an email to a client: the owner whose contact it has. */
export function emailToClient(client: Pick<ClientRow, 'id' | 'email' | 'locale'>) {
  return { to: client.email, locale: client.locale, clientId: client.id };
}
