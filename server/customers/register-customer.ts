import { askTaken, beforeUse, guardRegistration, takeInterval, tryInterval } from '#server/auth/guard.ts';
import type { CustomerLoginAnswer } from '#contract/accounts/auth.ts';
import { emailKey } from '#contract/kernel/primitives.ts';
import type { RegistrationInput } from '#contract/contact/registration.ts';
import { alreadyRegistered } from '#server/accounts/account-emails.ts';
import { auditOwnAccount } from '#server/audit-log/audit-store.ts';
import { accountByEmail } from '#server/auth/account-store.ts';
import { clientConfirmation } from '#server/clients/client-emails.ts';
import { insertClient, takenContacts } from '#server/clients/client-store.ts';
import { phoneOf } from '#server/clients/contact/checked-contact.ts';
import { refuseTaken, takenMeanwhile } from '#server/clients/contact/taken-contacts.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { currentOffer } from '#server/offer/offer-store.ts';
import { startingOfferVersion } from '#server/offer/starting-offer.ts';
import { discountOfCode } from '#server/promo-codes/promo-code.ts';
import { promoCodeStore } from '#server/promo-codes/promo-code-store.ts';
import { addDiscount } from '#server/subscriptions/discounts/move-discounts.ts';
import { customerOf } from './customer-account.ts';
import type { CustomerDeps } from './customer-deps.ts';
import { goodPromoCode, promoCodeRefused, requirePartner, requirePromoCode } from './read-registration.ts';
import { startingTariff } from './starting-tariff.ts';
import { openCustomerSession } from './sign-in-customer.ts';

type Registered = CustomerLoginAnswer | { data: { sent: true } };

interface Prepared {
  id: string;
  phoneE164: string;
  passwordHash: string;
  mayTellOwner: boolean;
}

const sent = { data: { sent: true as const } };

/** Refuses before the body is read: an address that registers too often, or a closed registration. */
export async function beforeRegister({ guard, settings }: CustomerDeps, caller: Caller): Promise<void> {
  await beforeUse(guard, 'registration', caller);
  await beforeUse(guard, 'taken', caller);
  if (!(await settings.get('registration_open'))) throw new AppError('registration_closed');
}

/**
 * Creates an unconfirmed client, its session and the confirmation email; under strict disclosure answers only `sent`
 * (specification, sections 1 and 5; DESIGN section 6).
 */
export async function registerCustomer(
  deps: CustomerDeps,
  caller: Caller,
  input: RegistrationInput,
): Promise<Registered> {
  const { db, guard, passwords, settings, strictDisclosure } = deps;
  const { now } = caller;
  const phoneE164 = phoneOf(input);
  const { promo_code, partner } = input;
  // First of all, so that new and taken addresses are refused alike.
  if (promo_code !== undefined) await requirePromoCode(deps, caller, { promo_code, partner });
  const look = () => takenContacts(db, { email: input.email, phoneE164 });
  // Counted only where the answer tells who has an account.
  const taken = await (strictDisclosure ? look() : askTaken(guard, caller, look));
  if (!strictDisclosure) refuseTaken(taken);
  const seconds = await settings.get('resend_interval_seconds');
  const ofAddress = { accountId: emailKey(input.email), now, seconds };
  // The owner of an address is told once per interval, however often somebody tries.
  const mayTellOwner = taken.email && (await tryInterval(guard, 'already_registered', ofAddress));
  const write = async () => {
    const id = newId(now);
    const passwordHash = await passwords.hashNew(input.password, [input.email, input.name]);
    await takeInterval(guard, 'confirm', { accountId: id, now, seconds });
    // Without a token, the address alone limits the next email.
    if (strictDisclosure) await tryInterval(guard, 'confirm', ofAddress);
    const prepared = { id, phoneE164, passwordHash, mayTellOwner };
    return db.transaction().execute((tx) => accept(deps, tx, caller, { input, prepared }));
  };
  try {
    return await guardRegistration(guard, caller, write);
  } catch (error) {
    const refusal = takenMeanwhile(error);
    if (refusal !== error && strictDisclosure) return sent;
    throw refusal;
  }
}

async function accept(
  deps: CustomerDeps,
  tx: Db,
  caller: Caller,
  { input, prepared }: { input: RegistrationInput; prepared: Prepared },
): Promise<Registered> {
  const { now } = caller;
  const { id, phoneE164 } = prepared;
  const partner = input.partner === undefined ? undefined : await requirePartner(tx, input.partner);
  const promoCode =
    input.promo_code === undefined
      ? undefined
      : await goodPromoCode(tx, input.promo_code, now, { lock: true });
  if (input.promo_code !== undefined && !promoCode) throw promoCodeRefused();
  const { tariff_id: tariffId, link_code: linkCode } = input;
  const tariff = await startingTariff(deps, tx, { partner, promoCode, tariffId, linkCode });
  const taken = await takenContacts(tx, { email: input.email, phoneE164 });
  if (!deps.strictDisclosure) refuseTaken(taken);
  if (taken.email || taken.phone) {
    if (prepared.mayTellOwner) await notifyOwner(deps, tx, input.email, now);
    return sent;
  }
  if (promoCode?.uses_left != null) {
    await promoCodeStore.update(tx, promoCode.id, { uses_left: promoCode.uses_left - 1, updated_at: now });
  }
  const { name, type, email, country_code, phone, ident, locale = caller.locale } = input;
  const offer = await currentOffer(tx, 'terms', [locale, deps.defaultLocale]);
  await insertClient(tx, {
    id,
    name,
    type,
    email,
    country_code,
    phone,
    ident,
    locale,
    phone_e164: phoneE164,
    password_hash: prepared.passwordHash,
    status: 'unconfirmed',
    tariff_id: tariff.id,
    source: partner ? 'partner' : promoCode ? 'promo' : 'direct',
    registration_source: partner?.name ?? null,
    partner_id: partner?.id ?? null,
    promo_code: promoCode?.code ?? null,
    promo_code_id: promoCode?.id ?? null,
    billing_period: input.billing_period ?? 'month',
    utm_source: input.utm?.source ?? null,
    utm_medium: input.utm?.medium ?? null,
    utm_campaign: input.utm?.campaign ?? null,
    offer_version: offer?.version ?? startingOfferVersion,
    created_at: now,
  });
  const discount = promoCode && discountOfCode(promoCode, id);
  if (discount) await addDiscount(deps.subscriptions, tx, discount, now);
  await deps.mail.write(tx, now, clientConfirmation({ id, name, email, locale }, 'registered'));
  await auditOwnAccount(
    tx,
    caller,
    { kind: 'customer', id, name, client: { id, name } },
    { what: 'register' },
  );
  if (deps.strictDisclosure) return sent;
  const customer = await customerOf(tx, { personId: id, clientId: id });
  if (!customer) throw new Error('the client just written is gone');
  return openCustomerSession(deps, tx, caller, customer);
}

/** Under strict disclosure the answer is that of a new address, and the owner of the taken address gets an email. */
async function notifyOwner({ mail }: CustomerDeps, tx: Db, email: string, now: Date): Promise<void> {
  const owner = await accountByEmail(tx, 'customer', email);
  if (owner) await mail.write(tx, now, alreadyRegistered(owner));
}
