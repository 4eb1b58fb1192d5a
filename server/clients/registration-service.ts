import { type Kysely, sql } from 'kysely';
import type { CustomerLoginAnswer } from '#contract/auth.ts';
import { emailKey } from '#contract/primitives.ts';
import type { PromoCodeOffer } from '#contract/promo-code.ts';
import type { Offer, PartnerChoice, RegistrationInput } from '#contract/registration.ts';
import type { Locale } from '#contract/variants.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { LoginGuard } from '#server/auth/login-guard.ts';
import type { Passwords } from '#server/auth/passwords.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import type { ClientRow, PartnerRow, PromoCodeRow, Tables, TariffRow } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { Refused, refusedField } from '#server/refused.ts';
import { effectOf } from '#server/settings/promo-code-service.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { startingOffer, startingOfferVersion } from '#server/settings/starting-offer.ts';
import type { TariffService } from '#server/tariffs/tariff-service.ts';
import { clientConfirmation } from './client-invitation.ts';
import { clientByEmail, clientById, insertClient, takenContacts } from './client-store.ts';
import { phoneOf } from './contact.ts';

interface RegistrationDeps {
  db: Kysely<Tables>;
  passwords: Passwords;
  guard: LoginGuard;
  mail: MailService;
  settings: SettingsService;
  tariffs: TariffService;
  openSession(tx: Kysely<Tables>, caller: Caller, client: ClientRow): Promise<CustomerLoginAnswer>;
  strictDisclosure: boolean;
  productName: string;
  defaultLocale: Locale;
}

interface Accepted {
  id: string;
  phoneE164: string;
  passwordHash: string;
  mayTellOwner: boolean;
}

const sent: { data: { sent: true } } = { data: { sent: true } };

/**
 * How customers register themselves (specification, sections 1 and 5; DESIGN section 6).
 */
export function createRegistrationService(deps: RegistrationDeps) {
  const { db, passwords, guard, mail, settings, tariffs } = deps;

  return {
    /** Refuses before the body is looked at: an address that registers too often, a closed registration. */
    async beforeRegister(caller: Caller): Promise<void> {
      await guard.beforeRegistration(caller);
      if (!(await settings.get('registration_open'))) throw new Refused('registration_closed');
    },

    /** An unconfirmed client, its session and the confirmation's mail; under strict disclosure only `sent`. */
    async register(
      caller: Caller,
      input: RegistrationInput,
    ): Promise<CustomerLoginAnswer | { data: { sent: true } }> {
      const phoneE164 = phoneOf(input);
      const { promo_code, partner } = input;
      // Before anything else, so that it is refused alike for new and taken addresses.
      if (promo_code !== undefined) await promoCodeGuess(caller, { promo_code, partner });
      const contacts = { email: input.email, phoneE164 };
      const taken = await takenContacts(db, contacts);
      if (!deps.strictDisclosure) refuseTaken(taken);
      const interval = await settings.get('resend_interval_seconds');
      const key = emailKey(input.email);
      // However often somebody tries, the owner of an address hears of it once in the interval.
      const mayTellOwner =
        taken.email && (await guard.tryInterval('already_registered', key, caller.now, interval));
      await guard.takeRegistration(caller);
      try {
        const id = newId(caller.now);
        const passwordHash = await passwords.hash(input.password);
        const answer = await db
          .transaction()
          .execute((tx) => accept(tx, caller, input, { id, phoneE164, passwordHash, mayTellOwner }));
        await guard.takeInterval('confirm', id, caller.now, interval);
        // Without a token a resend goes by the address alone.
        if (deps.strictDisclosure) await guard.tryInterval('confirm', key, caller.now, interval);
        return answer;
      } catch (error) {
        await guard.giveRegistrationBack(caller);
        const refusal = takenMeanwhile(error);
        if (refusal !== error && deps.strictDisclosure) return sent;
        throw refusal;
      }
    },

    /** What a promo code gives; unknown, spent and out of its days are refused alike. */
    async promoCode(
      caller: Caller,
      { promo_code, partner }: { promo_code: string; partner?: string | undefined },
    ): Promise<PromoCodeOffer> {
      const { code, ...found } = await promoCodeGuess(caller, { promo_code, partner });
      return { code, effect: effectOf(found) };
    },

    /** Banks and alliances, by name. */
    partners(): Promise<PartnerChoice[]> {
      return db
        .selectFrom('partners')
        .select(['code', 'name', 'kind'])
        .where('deleted_at', 'is', null)
        .orderBy(sql`name collate "uk-x-icu"`)
        .execute();
    },

    /** The newest version of the public offer, in the language or else the default one. */
    async offer(locale: Locale): Promise<Offer> {
      for (const language of new Set([locale, deps.defaultLocale])) {
        const stored = await db
          .selectFrom('offers')
          .select(['title', 'body', 'version'])
          .where('locale', '=', language)
          .orderBy('version', 'desc')
          .executeTakeFirst();
        if (stored) return { ...stored, locale: language };
      }
      return { ...startingOffer(locale, deps.productName), version: startingOfferVersion, locale };
    },
  };

  async function accept(
    tx: Kysely<Tables>,
    caller: Caller,
    input: RegistrationInput,
    { id, phoneE164, passwordHash, mayTellOwner }: Accepted,
  ): Promise<CustomerLoginAnswer | { data: { sent: true } }> {
    const { now } = caller;
    const locale = input.locale ?? caller.locale;
    const partner = input.partner === undefined ? undefined : await partnerOf(tx, input.partner);
    const promoCode =
      input.promo_code === undefined
        ? undefined
        : await goodPromoCode(tx, input.promo_code, now, { lock: true });
    if (input.promo_code !== undefined && !promoCode) throw refusedPromoCode();
    const tariff = await startingTariff(tx, partner?.tariff_ids ?? null, promoCode?.tariff_ids ?? null);
    const taken = await takenContacts(tx, { email: input.email, phoneE164 });
    if (!deps.strictDisclosure) refuseTaken(taken);
    if (taken.email || taken.phone) return mayTellOwner ? tellOwner(tx, now, input) : sent;
    if (promoCode) await spendPromoCode(tx, promoCode, now);
    await insertClient(tx, {
      id,
      name: input.name,
      type: input.type,
      email: input.email,
      country_code: input.country_code,
      phone: input.phone,
      phone_e164: phoneE164,
      ident: input.ident,
      password_hash: passwordHash,
      locale,
      status: 'unconfirmed',
      tariff_id: tariff.id,
      registration_source: partner?.name ?? null,
      partner_id: partner?.id ?? null,
      promo_code: promoCode?.code ?? null,
      promo_code_id: promoCode?.id ?? null,
      offer_version: await offerVersion(tx, locale, deps.defaultLocale),
      created_at: now,
    });
    await mail.write(tx, now, clientConfirmation({ ...input, id, locale }, 'registered'));
    await writeAudit(
      tx,
      { ...caller, actor: { kind: 'customer', id, name: input.name, sessionId: '' } },
      { action: 'client.register', subject: { type: 'client', id, name: input.name }, clientId: id },
    );
    if (deps.strictDisclosure) return sent;
    const client = await clientById(tx, id);
    if (!client) throw new Error('the client just written is gone');
    return deps.openSession(tx, caller, client);
  }

  /** A promo code that would be taken at registration; a wrong one counts as a guess and is refused. */
  async function promoCodeGuess(
    caller: Caller,
    { promo_code, partner }: { promo_code: string; partner: string | undefined },
  ): Promise<PromoCodeRow> {
    const found = await guard.guardPromoCode(caller, async () => {
      const code = await goodPromoCode(db, promo_code, caller.now);
      if (!code?.tariff_ids) return code;
      const ofPartner = partner === undefined ? null : (await partnerOf(db, partner)).tariff_ids;
      return (await tariffs.amongForNewClient(db, idsOfBoth(code.tariff_ids, ofPartner))) && code;
    });
    if (!found) throw refusedPromoCode();
    return found;
  }

  /**
   * The tariff that a client starts on: one that partner and promo code are both limited to. A code whose tariffs are
   * all archived, or none of which the partner has, is as good as spent; a partner is no fault of the customer, so
   * without an open tariff of theirs the general one holds.
   */
  async function startingTariff(
    tx: Kysely<Tables>,
    ofPartner: readonly string[] | null,
    ofPromo: readonly string[] | null,
  ): Promise<TariffRow> {
    if (ofPromo) {
      const tariff = await tariffs.amongForNewClient(tx, idsOfBoth(ofPromo, ofPartner));
      if (!tariff) throw refusedPromoCode();
      return tariff;
    }
    const limited = ofPartner ? await tariffs.amongForNewClient(tx, ofPartner) : undefined;
    return limited ?? tariffs.forNewClient(tx);
  }

  /** Strict disclosure: the answer is as for a new address, and the owner of the taken one is told by mail. */
  async function tellOwner(
    tx: Kysely<Tables>,
    now: Date,
    input: RegistrationInput,
  ): Promise<{ data: { sent: true } }> {
    const owner = await clientByEmail(tx, input.email);
    if (owner && !owner.deleted_at) {
      await mail.write(tx, now, {
        kind: 'already_registered',
        to: owner.email,
        locale: owner.locale,
        data: { name: owner.name },
        reason: 'address_taken',
        clientId: owner.id,
      });
    }
    return sent;
  }
}
export type RegistrationService = ReturnType<typeof createRegistrationService>;

/** 409 with a payload: the browser maps it to the field (specification, section 5). */
export function refuseTaken(taken: { email: boolean; phone: boolean }): void {
  if (taken.email) throw takenRefusal('email_taken');
  if (taken.phone) throw takenRefusal('phone_taken');
}

/** A transaction that takes an e-mail or phone: 409 when somebody else was quicker by a moment. */
export async function takingContacts<Result>(
  db: Kysely<Tables>,
  work: (tx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    throw takenMeanwhile(error);
  }
}

/** The refusal of an e-mail or phone that was taken meanwhile; any other error as it is. */
function takenMeanwhile(error: unknown): unknown {
  if (!isUniqueViolation(error)) return error;
  if (error.constraint === 'clients_email') return takenRefusal('email_taken');
  return error.constraint === 'clients_phone' ? takenRefusal('phone_taken') : error;
}

function takenRefusal(code: 'email_taken' | 'phone_taken'): Refused {
  return new Refused(code, { payload: [`errors.${code}`] });
}

async function partnerOf(tx: Kysely<Tables>, code: string): Promise<PartnerRow> {
  const partner = await tx
    .selectFrom('partners')
    .selectAll()
    .where(sql`lower(code)`, '=', sql`lower(${code})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!partner) throw refusedField('partner', 'validation.notAllowed');
  return partner;
}

function idsOfBoth(ofPromo: readonly string[], ofPartner: readonly string[] | null): readonly string[] {
  return ofPartner ? ofPromo.filter((id) => ofPartner.includes(id)) : ofPromo;
}

function refusedPromoCode(): Refused {
  return refusedField('promo_code', 'validation.promoCode');
}

/** A promo code that is neither spent nor out of its days. */
async function goodPromoCode(
  tx: Kysely<Tables>,
  code: string,
  now: Date,
  { lock = false } = {},
): Promise<PromoCodeRow | undefined> {
  const query = tx
    .selectFrom('promo_codes')
    .selectAll()
    .where(sql`lower(code)`, '=', sql`lower(${code})`)
    .where('deleted_at', 'is', null);
  const found = await (lock ? query.forUpdate() : query).executeTakeFirst();
  const isGood =
    found &&
    (found.valid_from === null || found.valid_from <= now) &&
    (found.valid_to === null || found.valid_to > now) &&
    (found.uses_left === null || found.uses_left > 0);
  return isGood ? found : undefined;
}

async function spendPromoCode(tx: Kysely<Tables>, { id, uses_left }: PromoCodeRow, now: Date): Promise<void> {
  if (uses_left === null) return;
  await tx
    .updateTable('promo_codes')
    .set({ uses_left: uses_left - 1, updated_at: now })
    .where('id', '=', id)
    .execute();
}

async function offerVersion(tx: Kysely<Tables>, locale: Locale, fallback: Locale): Promise<number> {
  for (const language of [locale, fallback]) {
    const stored = await tx
      .selectFrom('offers')
      .select('version')
      .where('locale', '=', language)
      .orderBy('version', 'desc')
      .executeTakeFirst();
    if (stored) return stored.version;
  }
  return startingOfferVersion;
}
