import type { AwaitedEmail } from '#contract/clients/client-details.ts';
import { takeEmailInterval } from '#server/accounts/email-interval.ts';
import { ownerAccountOf, ownerIdOf } from '#server/auth/account-store.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import type { ClientRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import type { ClientDeps } from './client-deps.ts';
import { awaitedEmail, clientConfirmation, clientInvitation } from './client-emails.ts';
import { requireClient } from './require-client.ts';
import { takingAddress } from '#server/clients/contact/taken-contacts.ts';

/** Sends the email that lets a client in, with a new link, once per interval. The link before it is void. */
export async function inviteClient(
  deps: ClientDeps,
  caller: StaffCaller,
  id: string,
): Promise<{ retry_after: number }> {
  const { now } = caller;
  const seen = await requireClient(deps.db, id);
  requireAwaited(seen);
  // The client may request the same email, so both count together.
  const interval = await takeEmailInterval(deps, 'confirm', { accountId: ownerIdOf(seen), now });
  await takingAddress(deps, { now }, seen.email, async (tx) => {
    const client = await requireClient(tx, id);
    const awaited = requireAwaited(client);
    const write = awaited === 'invitation' ? clientInvitation : clientConfirmation;
    await deps.mail.write(tx, now, write(ownerAccountOf(client), 'sent_by_staff'));
    await auditClient(tx, caller, client, { action: `client.${awaited}` });
  });
  return { retry_after: interval };
}

function requireAwaited(client: ClientRow): AwaitedEmail {
  const awaited = awaitedEmail(client);
  if (!awaited) throw new AppError('already_confirmed');
  return awaited;
}
