import type { Kysely } from 'kysely';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { ClientRow, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import type { MailService } from '#server/mail/mail-service.ts';

/** Logs a customer's new password and tells the owner by mail, in the transaction of the change. */
export async function tellPasswordChange(
  tx: Kysely<Tables>,
  caller: Caller,
  client: Pick<ClientRow, 'id' | 'name' | 'email' | 'locale'>,
  mail: Pick<MailService, 'write'>,
): Promise<void> {
  await writeAudit(tx, caller, {
    action: 'client.password',
    subject: { type: 'client', id: client.id, name: client.name },
    clientId: client.id,
  });
  await mail.write(tx, caller.now, {
    kind: 'password_changed',
    to: client.email,
    locale: client.locale,
    data: { name: client.name },
    reason: 'password_changed',
    clientId: client.id,
  });
}
