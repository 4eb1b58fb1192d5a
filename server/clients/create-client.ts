import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { ClientInput } from '#contract/entities/client.ts';
import { takeEmailInterval } from '#server/accounts/email-interval.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { startCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { auditedOwnValues, checkedOwnValues, mergedOwnValues } from '#server/client-fields/sent-values.ts';
import { replaceOwnValues } from '#server/client-fields/value-store.ts';
import type { Db } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { isOpenTariff, tariffForNewClient } from '#server/tariffs/choose-tariff.ts';
import type { ClientDeps } from './client-deps.ts';
import { clientInvitation } from './client-emails.ts';
import { insertClient } from './client-store.ts';
import { phoneOf } from '#server/clients/contact/checked-contact.ts';
import { readClient } from './read-client.ts';
import { requireManager } from './require-client.ts';
import { refuseTakenContacts, takingAddress } from '#server/clients/contact/taken-contacts.ts';

/**
 * Creates a client, whose cabinet is made at once. The invitation's link sets the password and confirms the address.
 */
export async function createClient(
  deps: ClientDeps,
  caller: StaffCaller,
  input: ClientInput,
): Promise<ClientDetails> {
  const { now } = caller;
  const id = newId(now);
  const {
    send_invitation: isInvited = true,
    locale = deps.defaultLocale,
    tariff_id,
    manager_id,
    custom,
    ...contact
  } = input;
  if (isInvited) await takeEmailInterval(deps, 'confirm', { accountId: id, now });
  return takingAddress(deps, caller, isInvited ? contact.email : undefined, async (tx) => {
    const phone_e164 = phoneOf(contact);
    await refuseTakenContacts(tx, { email: contact.email, phoneE164: phone_e164 });
    const chosen = { tariff_id: await startingTariff(deps, tx, tariff_id), manager_id: manager_id ?? null };
    await requireManager(tx, manager_id);
    const values = await checkedOwnValues(tx, custom);
    const client = {
      ...contact,
      ...chosen,
      id,
      phone_e164,
      locale,
      status: 'unconfirmed' as const,
      source: 'staff' as const,
      password_hash: null,
      created_at: now,
    };
    await insertClient(tx, client);
    await replaceOwnValues(tx, id, values);
    await startCabinet(deps, tx, id, now);
    const changes = auditChanges(
      {},
      { ...contact, ...chosen, ...auditedOwnValues(mergedOwnValues({}, values)) },
    );
    await auditClient(tx, caller, client, { action: 'client.create', changes });
    if (isInvited) await deps.mail.write(tx, now, clientInvitation({ ...client, client }));
    return readClient(deps, caller, id, tx);
  });
}

async function startingTariff(deps: ClientDeps, tx: Db, chosen: string | undefined): Promise<string> {
  if (chosen === undefined) return (await tariffForNewClient(deps, tx)).id;
  if (!(await isOpenTariff(tx, chosen))) throw fieldError('tariff_id', 'validation.notAllowed');
  return chosen;
}
