import type { OwnPerson, OwnPersonInput } from '#contract/accounts/own-person.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { askTaken } from '#server/auth/guard.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import { takenContacts } from '#server/clients/client-store.ts';
import { phoneOf } from '#server/clients/contact/checked-contact.ts';
import { refuseTaken, refuseTakenContacts, takingContacts } from '#server/clients/contact/taken-contacts.ts';
import { requireCustomer } from '#server/customers/customer-account.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import { nextUpdate, refuseStale } from '#server/db/row-version.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { ownRow, updatePerson } from './person-store.ts';

/** Who is signed in. */
export async function readOwnPerson(
  { db }: Pick<CustomerDeps, 'db'>,
  caller: CustomerCaller,
): Promise<OwnPerson> {
  await requireCustomer(db, caller.actor);
  return toOwnPerson(await ownRow(db, caller.actor.person.id));
}

/**
 * Changes one's own name and phone, in whatever role. The client that shows one as its owner shows the new phone too;
 * its own name stays.
 */
export async function changeOwnPerson(
  deps: CustomerDeps,
  caller: CustomerCaller,
  { updated_at: seen, name, ...sent }: OwnPersonInput,
): Promise<OwnPerson> {
  const { db, guard, strictDisclosure } = deps;
  const { person } = caller.actor;
  const known = await ownRow(db, person.id);
  const phone = phoneIn(known, sent);
  const isNew = phone !== undefined && phone.phone_e164 !== known.phone_e164;
  if (isNew && !strictDisclosure) {
    const look = () => takenContacts(db, { phoneE164: phone.phone_e164, except: person.id });
    refuseTaken(await askTaken(guard, caller, look));
  }
  return takingContacts(db, caller, async (tx) => {
    const customer = await requireCustomer(tx, caller.actor, { lock: true });
    await requireOpenSession(tx, caller.actor);
    const before = await ownRow(tx, person.id);
    refuseStale(seen, before.updated_at, () => toOwnPerson(before));
    const after = { ...before, ...(name !== undefined && { name, own_name: name }), ...phone };
    const changes = auditChanges(toldOf(before), toldOf(after));
    if (changes.length === 0) return toOwnPerson(before);
    if (customer.blocked_from !== null) throw new AppError('account_blocked');
    if (phone && phone.phone_e164 !== before.phone_e164) {
      // As for a company's own: nobody can try numbers out.
      if (strictDisclosure) throw fieldError('phone', 'validation.phoneBySupport');
      await refuseTakenContacts(tx, { phoneE164: phone.phone_e164, except: person.id });
    }
    const updated_at = nextUpdate(before.updated_at, caller.now);
    await updatePerson(tx, person.id, { ...(name !== undefined && { name }), ...phone, updated_at });
    await auditClient(tx, caller, customer.client, { action: 'client.change_person', changes });
    return toOwnPerson({ ...after, updated_at });
  });
}

type PersonRow = Awaited<ReturnType<typeof ownRow>>;

/** The number as it would be; undefined: neither of its parts was sent. */
function phoneIn(
  before: Pick<PersonRow, 'country_code' | 'phone'>,
  { country_code, phone }: Pick<OwnPersonInput, 'country_code' | 'phone'>,
) {
  if (country_code === undefined && phone === undefined) return undefined;
  const whole = { country_code: country_code ?? before.country_code, phone: phone ?? before.phone };
  if (whole.country_code === null) throw fieldError('country_code', 'validation.required');
  if (whole.phone === null) throw fieldError('phone', 'validation.required');
  const number = { country_code: whole.country_code, phone: whole.phone };
  return { ...number, phone_e164: phoneOf(number) };
}

function toldOf({ own_name, phone_e164 }: Pick<PersonRow, 'own_name' | 'phone_e164'>) {
  return { person_name: own_name, phone_e164 };
}

function toOwnPerson({
  id,
  name,
  own_name,
  registered_type,
  country_code,
  phone,
  updated_at,
}: PersonRow): OwnPerson {
  const lacks_name = own_name === null && registered_type === 'legal';
  return { id, name, lacks_name, country_code, phone, updated_at: updated_at.toISOString() };
}
