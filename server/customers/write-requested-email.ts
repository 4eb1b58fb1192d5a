import { linkSeconds } from '#contract/accounts/auth.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { emailTo } from '#server/mail/account-notices.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { accountByEmail, type AccountRow, lockAccount } from '#server/auth/account-store.ts';
import { lastClientOf } from '#server/auth/member-store.ts';
import { isEndedSince } from '#server/auth/end-access.ts';
import { hostOf } from '#server/cabinets/cabinet-address.ts';
import { clientConfirmation } from '#server/clients/client-emails.ts';
import { clientById } from '#server/clients/client-store.ts';
import type { Db } from '#server/db/tables.ts';
import type { Jobs } from '#server/jobs/queue.ts';
import { askedBy, systemCaller } from '#server/kernel/caller.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import type { NewMail } from '#server/mail/new-mail.ts';

interface RequestedEmailDeps {
  db: Db;
  mail: Pick<MailService, 'write'>;
  urlOf(domain: string | null): string | null;
  defaultLocale: Locale;
}

/**
 * The job behind an email that anybody may request for an address: a new password, the cabinet's address, another
 * confirmation. Until here the work was the same for every address. Only now we look whether an account has it
 * (GROWTH section 15; docs/decisions/0096).
 */
export async function writeRequestedEmail(
  deps: RequestedEmailDeps,
  { what, email, from, at }: Jobs['write-requested-email'],
  now: Date,
): Promise<void> {
  // A job of an older version carries no time.
  const requestedAt = at === undefined ? now : new Date(at);
  const caller = from ? askedBy(from, now, deps.defaultLocale) : systemCaller(now, deps.defaultLocale);
  const kind = what === 'staff_reset' ? 'staff' : 'customer';
  const found = await accountByEmail(deps.db, kind, email);
  if (!found) return;
  await deps.db.transaction().execute(async (tx) => {
    // Ending links locks the same row, so a link written here either ends with them or comes after them.
    await lockAccount(tx, found);
    const account = await accountByEmail(tx, kind, email);
    if (account?.id !== found.id) return;
    const requested = await emailOf(deps, tx, what, account);
    if (!requested || (requested.link && isEndedSince(account, requestedAt))) return;
    await deps.mail.write(tx, now, requested);
    if (requested.kind !== 'reset' && requested.kind !== 'staff_reset') return;
    await writeSecurityEvent(tx, caller, { event: 'reset_sent', account });
  });
}

async function emailOf(
  { urlOf }: RequestedEmailDeps,
  tx: Db,
  what: Jobs['write-requested-email']['what'],
  account: AccountRow & { proved_at: Date | null },
): Promise<NewMail | undefined> {
  const { id: accountId, name, email, proved_at } = account;
  const link = { accountId, email, seconds: linkSeconds.reset };
  switch (what) {
    case 'staff_reset':
    case 'reset':
      // Staff who have not joined yet have an invitation instead.
      if (what === 'staff_reset' && !proved_at) return undefined;
      return {
        ...emailTo(account),
        kind: what,
        data: { name },
        reason: 'reset_asked',
        link: { ...link, purpose: what },
      };
    case 'cabinet_address': {
      const client = await clientById(tx, (await lastClientOf(tx, accountId)) ?? accountId);
      const url = client ? urlOf(hostOf(client)) : null;
      if (url === null) return undefined;
      const data = { name, cabinet_url: url };
      return { ...emailTo(account), kind: what, data, reason: 'cabinet_asked' };
    }
    case 'confirm':
      return proved_at ? undefined : clientConfirmation(account, 'confirmation_asked');
  }
}
