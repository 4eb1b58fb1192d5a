import type { RegistrationStart, StartQuery } from '#contract/contact/registration.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, PartnerRow, PromoCodeRow, TariffRow } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import { partnerStore } from '#server/partners/partner-store.ts';
import { tariffAmong, tariffForNewClient } from '#server/tariffs/choose-tariff.ts';
import { toPublic } from '#server/tariffs/public-tariffs.ts';
import { openTariff, tariffOfLink } from '#server/tariffs/tariff-store.ts';
import type { CustomerDeps } from './customer-deps.ts';
import { idsOfBoth, promoCodeRefused } from './read-registration.ts';

type StartingDeps = Pick<CustomerDeps, 'db' | 'defaultLocale' | 'settings'>;

interface Wishes {
  partner?: PartnerRow | undefined;
  promoCode?: PromoCodeRow | undefined;
  tariffId?: string | undefined;
  linkCode?: string | undefined;
}

/**
 * The starting tariff of a client: the one that it chose, else one allowed by both partner and promo code. A code with
 * no open tariff, none that the partner has, or for other tariffs than the chosen one, counts as used up. A partner's
 * limits are not the customer's fault: if none of its tariffs is open, the general one is used.
 * @throws AppError 422 at `tariff_id` or `link_code` for a tariff that isn't sold like this
 */
export async function startingTariff(
  deps: StartingDeps,
  tx: Db,
  { partner, promoCode, tariffId, linkCode }: Wishes,
): Promise<TariffRow> {
  const chosen = await chosenTariff(tx, { tariffId, linkCode });
  if (chosen) {
    if (promoCode?.tariff_ids && !promoCode.tariff_ids.includes(chosen.id)) throw promoCodeRefused();
    return chosen;
  }
  const ofPartner = partner?.tariff_ids ?? null;
  if (promoCode?.tariff_ids) {
    const tariff = await tariffAmong(deps, tx, idsOfBoth(promoCode.tariff_ids, ofPartner));
    if (!tariff) throw promoCodeRefused();
    return tariff;
  }
  const limited = ofPartner ? await tariffAmong(deps, tx, ofPartner) : undefined;
  return limited ?? tariffForNewClient(deps, tx);
}

/** What a link to the registration chooses, before anybody has registered. */
export async function readRegistrationStart(
  deps: StartingDeps,
  locale: Locale,
  { tariff_id: tariffId, link_code: linkCode, partner: code }: StartQuery,
): Promise<RegistrationStart> {
  const { db, settings } = deps;
  const partner = code === undefined ? undefined : await partnerStore.byCode(db, code);
  const row = await startingTariff(deps, db, { partner, tariffId, linkCode });
  const [tariff] = await toPublic(deps, [row], locale);
  if (!tariff) throw new Error('a tariff was lost');
  return {
    tariff,
    free_days: partner?.free_period_days ?? tariff.trial_days,
    seller: (await settings.get('company_details')).name,
    partner: partner ? { code: partner.code, name: partner.name } : null,
  };
}

/** A link goes before an id. Tariffs that aren't public are unknown by their id. */
async function chosenTariff(
  tx: Db,
  { tariffId, linkCode }: Pick<Wishes, 'tariffId' | 'linkCode'>,
): Promise<TariffRow | undefined> {
  if (linkCode !== undefined) {
    const linked = await tariffOfLink(tx, linkCode);
    if (!linked) throw fieldError('link_code', 'validation.tariffGone');
    return linked;
  }
  if (tariffId === undefined) return undefined;
  const tariff = await openTariff(tx, tariffId);
  if (tariff?.visibility !== 'public') throw fieldError('tariff_id', 'validation.tariffGone');
  return tariff;
}
