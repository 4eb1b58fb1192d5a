import { linkSeconds } from '#contract/accounts/auth.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { auditOwnAccount } from '#server/audit-log/audit-store.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { accountByEmail, type AccountRow, updateAccount } from '#server/auth/account-store.ts';
import { endAccess } from '#server/auth/end-access.ts';
import { voidNewerLinks } from '#server/auth/one-time-link-store.ts';
import type { Db, OneTimeLinkRow, SessionRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { emailTo, eventOf } from '#server/mail/account-notices.ts';
import { alreadyRegistered } from './account-emails.ts';

interface AddressDeps {
  mail: Pick<MailService, 'write'>;
}

const words = {
  staff: { asked: 'staff_address_asked', confirm: 'confirm_staff_email', refuse: 'refuse_staff_email' },
  customer: { asked: 'address_asked', confirm: 'confirm_new_email', refuse: 'refuse_email' },
} as const;

/**
 * Requests a new address for an account whose owner has confirmed one. It waits until it is confirmed from its
 * mailbox. The present address goes on, is told at once, and can refuse the change for 72 hours (GROWTH section 15).
 * The caller has locked the account's row.
 */
export async function askForAddress(
  { mail }: AddressDeps,
  tx: Db,
  caller: Caller,
  {
    account,
    email,
    byStaff,
    owner,
  }: {
    account: Omit<AccountRow, 'two_factor_at'>;
    email: string;
    /** Staff ask for it: for a colleague or for a client. */
    byStaff: boolean;
    /** The client who has the address already, under strict disclosure. Only they are told; the answer is the same. */
    owner?: AccountRow | undefined;
  },
): Promise<void> {
  const { kind, id, name } = account;
  const { now } = caller;
  const { asked, confirm, refuse } = words[kind];
  await endAccess(tx, account, 'address_asked', { now });
  await updateAccount(tx, account, { pending_email: email, pending_email_by_staff: byStaff });
  const reason = byStaff ? 'email_change_asked_by_staff' : 'email_change_asked';
  if (owner) await mail.write(tx, now, alreadyRegistered(owner));
  else {
    await mail.write(tx, now, {
      ...emailTo({ ...account, email }),
      kind: confirm,
      data: { name },
      reason,
      link: { purpose: confirm, accountId: id, email, seconds: linkSeconds.confirm },
    });
  }
  const link = { purpose: refuse, accountId: id, email: account.email, seconds: linkSeconds.refusal };
  await mail.write(tx, now, {
    ...emailTo(account),
    kind: asked,
    data: { name, email },
    reason,
    link: { ...link, besideOlder: true },
  });
  await writeSecurityEvent(tx, caller, { event: 'address_asked', account, details: { email } });
}

/**
 * The new address takes the old one's place. This opens no session; the session that confirms stays if the owner
 * requested the change. Undefined: this is not the address that waits.
 */
export async function confirmAddress(
  { mail }: AddressDeps,
  tx: Db,
  caller: Caller,
  { account, link, session }: { account: AccountRow; link: OneTimeLinkRow; session: SessionRow | undefined },
): Promise<{ email: string; isSessionKept: boolean } | undefined> {
  const { id, name, pending_email: email, pending_email_by_staff: byStaff } = account;
  if (email === null || emailKey(link.email ?? '') !== emailKey(email)) return undefined;
  const { now } = caller;
  const sessionId = session?.account_id === id && !byStaff ? session.id : null;
  await takeAddress(tx, caller, account, email);
  const because = byStaff ? 'staff_address_confirmed' : 'address_confirmed';
  await endAccess(tx, account, because, { now, sessionId });
  await mail.write(tx, now, {
    ...emailTo(account),
    kind: 'email_changed',
    data: { name, email, ...eventOf(caller, account) },
    reason: byStaff ? 'email_changed_by_staff' : 'email_changed',
  });
  return { email, isSessionKept: sessionId !== null };
}

/**
 * Refuses a change of address from the old address: the waiting address is dropped, and a confirmed one is undone. It
 * ends all sessions and links, and refusals sent later than this one: when an account has had two owners, the earlier
 * one decides (docs/decisions/0133).
 */
export async function refuseAddress(
  tx: Db,
  caller: Caller,
  { account, link }: { account: AccountRow; link: OneTimeLinkRow },
): Promise<{ email: string; undone: boolean }> {
  const email = link.email ?? account.email;
  const undone = emailKey(email) !== account.email_key;
  if (undone) await takeAddress(tx, caller, account, email);
  await voidNewerLinks(tx, link);
  await endAccess(tx, account, 'address_refused', { now: caller.now });
  return { email, undone };
}

/** The link has shown that the caller owns the account. */
async function takeAddress(tx: Db, caller: Caller, account: AccountRow, email: string): Promise<void> {
  const owner = await accountByEmail(tx, account.kind, email);
  if (owner && owner.id !== account.id) throw emailTaken();
  await updateAccount(tx, account, { email, updated_at: caller.now });
  const changes = [{ field: 'email', before: account.email, after: email }];
  await auditOwnAccount(tx, caller, account, { what: 'change', changes });
  await writeSecurityEvent(tx, caller, { event: 'address_changed', account, details: { email } });
}

/** 409 with a payload: the browser maps it to the field. */
export function emailTaken(): AppError {
  return new AppError('email_taken', { payload: ['errors.email_taken'] });
}
