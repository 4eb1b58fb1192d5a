import { guardPromoCode } from '#server/auth/guard.ts';
import type { PromoCodeOffer } from '#contract/entities/promo-code.ts';
import type { Offer } from '#contract/contact/registration.ts';
import type { OfferKind } from '#contract/entities/offer.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, PartnerRow, PromoCodeRow } from '#server/db/tables.ts';
import { type AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { currentOffer } from '#server/offer/offer-store.ts';
import { readSeller } from '#server/offer/seller.ts';
import { startingOffer, startingOfferDays, startingOfferVersion } from '#server/offer/starting-offer.ts';
import { partnerStore } from '#server/partners/partner-store.ts';
import { effectOf } from '#server/promo-codes/promo-code.ts';
import { refusalOfCode } from '#server/promo-codes/promo-code.ts';
import { promoCodeStore } from '#server/promo-codes/promo-code-store.ts';
import { tariffAmong } from '#server/tariffs/choose-tariff.ts';
import { firstUserAt } from '#server/users/user-store.ts';
import type { CustomerDeps } from './customer-deps.ts';

/** The newest version of the terms or of the privacy text in the language, or in the default one. */
export async function readOffer(
  { db, defaultLocale, productName, settings }: OfferDeps,
  locale: Locale,
  kind: OfferKind = 'terms',
): Promise<Offer & { since: Date }> {
  const stored = await currentOffer(db, kind, [locale, defaultLocale]);
  if (stored) return { ...stored, since: stored.created_at };
  const text = startingOffer(kind, { locale, productName, seller: await readSeller(settings) });
  const written = new Date(`${startingOfferDays[kind]}T12:00:00Z`);
  const begun = await firstUserAt(db);
  const since = begun && begun > written ? begun : written;
  return { ...text, version: startingOfferVersion, locale, since };
}

type OfferDeps = Pick<CustomerDeps, 'db' | 'defaultLocale' | 'productName' | 'settings'>;

/** What a promo code gives. Unknown, used-up and expired codes are refused alike. */
export async function readPromoCode(
  deps: CustomerDeps,
  caller: Caller,
  typed: TypedCodes,
): Promise<PromoCodeOffer> {
  const { code, ...found } = await requirePromoCode(deps, caller, typed);
  return { code, effect: effectOf(found) };
}

interface TypedCodes {
  promo_code: string;
  partner?: string | undefined;
}

/** A promo code that registration would accept. A wrong one counts as a guess and is refused. */
export async function requirePromoCode(
  deps: CustomerDeps,
  caller: Caller,
  { promo_code, partner }: TypedCodes,
): Promise<PromoCodeRow> {
  const { db, guard } = deps;
  const found = await guardPromoCode(guard, caller, async () => {
    const code = await goodPromoCode(db, promo_code, caller.now);
    if (!code?.tariff_ids) return code;
    const ofPartner = partner === undefined ? null : (await requirePartner(db, partner)).tariff_ids;
    return (await tariffAmong(deps, db, idsOfBoth(code.tariff_ids, ofPartner))) && code;
  });
  if (!found) throw promoCodeRefused();
  return found;
}

/** A promo code that is neither used up nor out of its dates. */
export async function goodPromoCode(
  db: Db,
  typed: string,
  now: Date,
  { lock = false } = {},
): Promise<PromoCodeRow | undefined> {
  const found = await promoCodeStore.byCode(db, typed, { lock });
  return found && refusalOfCode(found, now) === null ? found : undefined;
}

/** The partner with this code; 422 when there is none. */
export async function requirePartner(db: Db, code: string): Promise<PartnerRow> {
  const partner = await partnerStore.byCode(db, code);
  if (!partner) throw fieldError('partner', 'validation.notAllowed');
  return partner;
}

/** The promo code's tariffs, limited to the partner's. */
export function idsOfBoth(
  ofPromo: readonly string[],
  ofPartner: readonly string[] | null,
): readonly string[] {
  return ofPartner ? ofPromo.filter((id) => ofPartner.includes(id)) : ofPromo;
}

export function promoCodeRefused(): AppError {
  return fieldError('promo_code', 'validation.promoCode');
}
