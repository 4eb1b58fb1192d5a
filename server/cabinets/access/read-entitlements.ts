import type { Entitlements } from '#contract/cabinets/cabinet.ts';
import { cabinetBrandingOf } from '#contract/cabinets/cabinet-branding.ts';
import type { ClientStatus } from '#contract/entities/client.ts';
import { readBrand } from '#server/branding/read-branding.ts';
import { endedSessionsOf } from '#server/cabinet-sessions/cabinet-session-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { measuresOf } from '#server/metrics/limit-store.ts';
import type { Config } from '#server/kernel/config.ts';
import type { CabinetCaller } from '#server/kernel/caller.ts';
import { readDuePayment } from '#server/subscriptions/prices/read-due-payment.ts';
import { clientWithTariff, featuresOf, membersOf, upgradesOf } from './access-store.ts';

interface EntitlementDeps extends Pick<CabinetDeps, 'db' | 'settings' | 'subscriptions' | 'timeZone'> {
  config: Pick<Config, 'publicUrl' | 'productName' | 'logoName'>;
  currency: string;
  /** What is announced to a client now. */
  announcementsFor(clientId: string, now: Date): Promise<Entitlements['announcements']>;
}

/** What a cabinet may know of its client (API.md, "Cabinets to the platform"). */
export async function readEntitlements(
  { db, settings, subscriptions, config, currency, timeZone, announcementsFor }: EntitlementDeps,
  { actor, now }: CabinetCaller,
): Promise<Entitlements> {
  const client = await clientWithTariff(db, actor.id);
  const features = await featuresOf(db, client.tariff_id);
  const upgrades = await upgradesOf(db, { tariffId: client.tariff_id, period: client.billing_period });
  const seller = await settings.getAll(['company_details', 'support_email', 'support_phone']);
  const brand = await readBrand({ db, config });
  const measures = await measuresOf(db, actor.id);
  return {
    features: features.map(({ key }) => key),
    feature_names: Object.fromEntries(features.map(({ key, translations }) => [key, namesOf(translations)])),
    upgrades: upgrades.map(({ key, id, translations, price }) => ({
      feature: key,
      tariff: { id, name: namesOf(translations) },
      price,
      period: client.billing_period,
    })),
    limits: {
      monthly_turnover: client.own_turnover ?? client.monthly_turnover_limit,
      goods_quantity: client.own_goods ?? client.goods_quantity,
      ...Object.fromEntries(measures.map(({ key, most }) => [key, most])),
    },
    metrics: Object.fromEntries(
      measures.map(({ key, unit, period, translations }) => [
        key,
        { unit, period, name: namesOf(translations) },
      ]),
    ),
    status: client.status,
    ends_at: client.trial_ends?.toISOString() ?? null,
    read_only: isUnpaid(client.status) && (await settings.get('expired_read_only')),
    deletion_at: client.deletion_at?.toISOString() ?? null,
    closes_at: client.closes_at?.toISOString() ?? null,
    client: { id: client.id, name: client.name, type: client.type, ident: client.ident },
    own_domain: client.own_domain,
    tariff: { id: client.tariff_id, name: namesOf(client.translations) },
    discounts: (client.discounts ?? []).map(({ kind, value, left }) => ({
      percent: kind === 'percent' ? value : null,
      amount: kind === 'amount' ? value : null,
      periods_left: left,
    })),
    balance: client.balance,
    payment: await readDuePayment(subscriptions, db, client.id, {
      byCard: client.by_card ?? false,
      now,
    }),
    currency,
    time_zone: timeZone,
    product_name: config.productName,
    platform_url: config.publicUrl,
    seller: seller.company_details.name,
    support: { email: seller.support_email, phone: seller.support_phone },
    logo_url: config.publicUrl + brand.markUrl,
    announcements: await announcementsFor(client.id, now),
    branding: cabinetBrandingOf(brand, config.publicUrl),
    members: await membersOf(db, actor.id),
    ...(await endedSessionsOf(db, actor.id, now)),
  };
}

/** The paid period is over and nothing covers the next; the cabinet may still be up. */
function isUnpaid(status: ClientStatus): boolean {
  return status === 'grace' || status === 'blocked' || status === 'archived';
}

function namesOf(translations: Record<string, { name: string } | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(translations).flatMap(([locale, texts]) => (texts?.name ? [[locale, texts.name]] : [])),
  );
}
