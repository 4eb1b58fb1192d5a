import type { CompanyInput } from '#contract/accounts/member.ts';
import type { CustomerLoginAnswer } from '#contract/accounts/auth.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { askTaken, beforeUse, guardRegistration } from '#server/auth/guard.ts';
import { noteUsed } from '#server/auth/member-store.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import { startCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import { insertClient, takenContacts } from '#server/clients/client-store.ts';
import { phoneOf } from '#server/clients/contact/checked-contact.ts';
import { refuseTaken, takenMeanwhile } from '#server/clients/contact/taken-contacts.ts';
import { customerOf, lockCustomer } from '#server/customers/customer-account.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import { openCustomerSession } from '#server/customers/sign-in-customer.ts';
import { startingTariff } from '#server/customers/starting-tariff.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { currentOffer } from '#server/offer/offer-store.ts';
import { startingOfferVersion } from '#server/offer/starting-offer.ts';
import { insertMember, phoneOfPerson, setPhone } from './member-store.ts';

/** Refuses before the body is read: an address that registers too often, or a closed registration. */
export async function beforeAddCompany(
  { guard, settings }: CustomerDeps,
  caller: CustomerCaller,
): Promise<void> {
  await beforeUse(guard, 'registration', caller);
  if (!(await settings.get('registration_open'))) throw new AppError('registration_closed');
}

/** One more company of a person who has confirmed the address; its cabinet is made at once. */
export async function addCompany(
  deps: CustomerDeps,
  caller: CustomerCaller,
  input: CompanyInput,
): Promise<CustomerLoginAnswer> {
  const { db, guard } = deps;
  const own = await phoneOfPerson(db, caller.actor.person.id);
  const phone = own ?? (await chosenPhone(deps, caller, input));
  try {
    return await guardRegistration(guard, caller, () =>
      db.transaction().execute((tx) => write(deps, tx, caller, { input, phone, isNewPhone: !own })),
    );
  } catch (error) {
    throw takenMeanwhile(error);
  }
}

type Phone = NonNullable<Awaited<ReturnType<typeof phoneOfPerson>>>;

/** The phone of somebody who came by an invitation and has none yet. */
async function chosenPhone(
  { db, guard }: CustomerDeps,
  caller: CustomerCaller,
  { country_code, phone }: CompanyInput,
): Promise<Phone> {
  if (country_code === undefined || phone === undefined) throw fieldError('phone', 'validation.required');
  const phone_e164 = phoneOf({ country_code, phone });
  refuseTaken(await askTaken(guard, caller, () => takenContacts(db, { phoneE164: phone_e164 })));
  return { country_code, phone, phone_e164 };
}

async function write(
  deps: CustomerDeps,
  tx: Db,
  caller: CustomerCaller,
  { input, phone, isNewPhone }: { input: CompanyInput; phone: Phone; isNewPhone: boolean },
): Promise<CustomerLoginAnswer> {
  const { actor, now } = caller;
  const before = await lockCustomer(tx, actor.person.id, actor.id);
  if (!before || before.deleted_at || before.client.deleted_at) throw new AppError('unauthorized');
  await requireOpenSession(tx, actor);
  if (!before.confirmed_at) throw new AppError('unconfirmed');
  if (isNewPhone) await setPhone(tx, before.id, phone);
  const { type, name, ident, address } = input;
  const { email, locale, confirmed_at, password_hash, devices_from, links_from } = before;
  const tariff = await startingTariff(deps, tx, {});
  const offer = await currentOffer(tx, 'terms', [locale, deps.defaultLocale]);
  const id = newId(now);
  await insertClient(tx, {
    id,
    name,
    type,
    ident,
    email,
    locale,
    confirmed_at,
    password_hash,
    devices_from,
    links_from,
    ...phone,
    address: address || null,
    owner_id: before.id,
    status: 'unconfirmed',
    tariff_id: tariff.id,
    source: 'direct',
    offer_version: offer?.version ?? startingOfferVersion,
    created_at: now,
  });
  const member = { client_id: id, person_id: before.id, role: 'owner', invited_by: null } as const;
  await insertMember(tx, { ...member, created_at: now });
  await startCabinet(deps, tx, id, now);
  await auditClient(tx, caller, { id, name }, { action: 'client.register' });
  const customer = await customerOf(tx, { personId: before.id, clientId: id });
  if (!customer) throw new Error('the client just written is gone');
  await noteUsed(tx, customer, now);
  return openCustomerSession(deps, tx, caller, customer);
}
