import type { ClientDetails } from '#contract/clients/client-details.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { endClientAccess } from '#server/auth/end-access.ts';
import { lockMembersOf } from '#server/auth/member-store.ts';
import { settleCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { clientById, updateClient } from '#server/clients/client-store.ts';
import { readClient } from '#server/clients/read-client.ts';
import { deleteSoftly } from '#server/clients/remove-client.ts';
import { answered, inTransaction } from '#server/db/answered.ts';
import { nextUpdate } from '#server/db/row-version.ts';
import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { type Caller, type StaffCaller, systemCaller } from '#server/kernel/caller.ts';
import { keepName } from '#server/persons/member-store.ts';
import type { ErasureDeps } from './erasure-deps.ts';
import {
  deleteJobsWith,
  entriesNaming,
  exportIdsOf,
  insertErasure,
  invitedBy,
  namelessMembers,
  personsOfOneClient,
} from './erasure-store.ts';
import { erasedName, eraseTables } from './erased-tables-store.ts';

/**
 * Erases a client for good (GROWTH section 18, "Privacy"; docs/decisions/0196): deletes it if it isn't deleted, and
 * takes everything personal out of its rows at once. What the law asks for stays: the ledger, and documents for their
 * years. A job does the rest: the cabinet, files, the last email, and the audit log, whose values must be sealed first.
 */
export function eraseClient(
  deps: ErasureDeps,
  caller: StaffCaller,
  id: string,
  { reason }: { reason: string },
): Promise<ClientDetails> {
  return answered(deps.db, caller, async (tx) => {
    await eraseLocked(deps, tx, caller, { id, reason, askedBy: caller.actor.id });
    return readClient(deps, caller, id, tx);
  });
}

/** The same by the command line: for a client who was erased before a backup was restored. False: there is nothing. */
export function eraseAgain(
  deps: ErasureDeps,
  id: string,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const client = await clientById(tx, id);
    if (!client || client.erased_at) return false;
    const caller = systemCaller(now, deps.defaultLocale);
    await eraseLocked(deps, tx, caller, { id, reason, askedBy: null });
    return true;
  });
}

type EraseDeps = Pick<ErasureDeps, 'queue' | 'subscriptions' | 'timeZone' | 'mail'>;

/** In a transaction; `closed`: its customer closed the account, nobody of the staff deletes it. */
export async function eraseLocked(
  deps: EraseDeps,
  tx: Db,
  caller: Caller,
  {
    id,
    reason,
    askedBy,
    closed = false,
  }: { id: string; reason: string; askedBy: string | null; closed?: boolean },
): Promise<void> {
  const { now } = caller;
  await lockMembersOf(tx, id);
  const client = await clientById(tx, id, { lock: true });
  if (!client) throw new AppError('not_found');
  if (client.erased_at) throw new AppError('erased');
  if (!client.deleted_at)
    await deleteSoftly(deps, tx, caller, {
      client,
      reason: null,
      action: closed ? 'client.closed' : 'client.delete',
    });
  await endClientAccess(tx, id, 'erased', { now });
  for (const person of await namelessMembers(tx, id)) await keepName(tx, person);
  const persons = await personsOfOneClient(tx, id);
  const personIds = persons.map((person) => person.id);
  const addresses = folded(persons.flatMap(({ email, pending_email }) => [email, pending_email]));
  const otherAddresses = folded([client.documents_email, ...(await invitedBy(tx, id))]);
  const fileIds = await exportIdsOf(tx, id, personIds);
  const entryIds = await entriesNaming(tx, { clientId: id, addresses });
  await deleteJobsWith(tx, addresses);
  await eraseTables(tx, {
    clientId: id,
    personIds,
    addresses,
    otherAddresses,
    name: client.name,
    now,
  });
  await insertErasure(tx, {
    client_id: id,
    reason,
    asked_by: askedBy,
    asked_at: now,
    person_ids: personIds,
    file_ids: fileIds,
    entry_ids: entryIds,
    email_id: await sayGoodbye(deps, tx, client, now),
  });
  await updateClient(tx, id, { updated_at: nextUpdate(client.updated_at, now) });
  await auditClient(
    tx,
    caller,
    { id, name: erasedName(id) },
    { action: 'client.erase', changes: auditChanges({}, { reason }) },
  );
  await settleCabinet(deps, tx, id);
  await deps.queue.enqueue(tx, 'finish-erasure', { clientId: id });
}

/** As they are compared: in small letters. */
function folded(addresses: readonly (string | null)[]): string[] {
  return [...new Set(addresses.flatMap((one) => (one ? [emailKey(one), one.toLowerCase()] : [])))];
}

/** The last email, which belongs to nobody in the log and goes from it once it is sent. */
async function sayGoodbye(
  { mail }: Pick<ErasureDeps, 'mail'>,
  tx: Db,
  { name, email, locale, confirmed_at }: ClientRow,
  now: Date,
): Promise<string | null> {
  // Perhaps somebody else's.
  if (confirmed_at === null) return null;
  return mail.write(tx, now, {
    kind: 'data_erased',
    reason: 'data_erased',
    data: { name },
    to: email,
    locale,
  });
}
