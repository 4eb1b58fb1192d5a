import type { Kysely } from 'kysely';
import type { BillingPeriod } from '#contract/client.ts';
import type { Tables } from '#server/db/tables.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { addDays } from './periods.ts';

/**
 * The subscription of a client (DESIGN section 7).
 */
export function createSubscriptionService({
  settings,
  timeZone,
}: {
  settings: SettingsService;
  timeZone: string;
}) {
  return {
    /** Days of a client's free period: its own, else the partner's, else the general one, and the promo code's. */
    async freePeriodDays(tx: Kysely<Tables>, clientId: string): Promise<number> {
      return (await freePeriodOf(tx, clientId)).days;
    },

    /** Begins the free period, when the cabinet becomes active. Once: a client that had its own keeps its end. */
    async startFreePeriod(tx: Kysely<Tables>, clientId: string, now: Date): Promise<void> {
      const { client, days } = await freePeriodOf(tx, clientId);
      if (client.trial_ends) return;
      await setFreePeriod(tx, client, addDays(now, days, timeZone), now);
    },

    /** Gives a free period that still runs the length that now holds, counted from its beginning. */
    async moveFreePeriod(tx: Kysely<Tables>, clientId: string, now: Date): Promise<void> {
      const { client, days } = await freePeriodOf(tx, clientId);
      if (client.status !== 'trial' || !client.ready_at) return;
      await setFreePeriod(tx, client, addDays(client.ready_at, days, timeZone), now);
    },
  };

  async function freePeriodOf(tx: Kysely<Tables>, clientId: string) {
    const client = await tx
      .selectFrom('clients as c')
      .leftJoin('partners as p', 'p.id', 'c.partner_id')
      .leftJoin('promo_codes as promo', 'promo.id', 'c.promo_code_id')
      .leftJoin('cabinets as k', 'k.client_id', 'c.id')
      .innerJoin('tariffs as t', 't.id', 'c.tariff_id')
      .select(['c.id', 'c.status', 'c.trial_ends', 'c.billing_period', 'c.free_period_days', 'k.ready_at'])
      .select([
        'p.free_period_days as partner_days',
        'promo.extra_free_days',
        't.price_month',
        't.price_year',
      ])
      .where('c.id', '=', clientId)
      .executeTakeFirstOrThrow();
    const base =
      client.free_period_days ?? client.partner_days ?? (await settings.get('free_period_days', tx));
    return { client, days: base + (client.extra_free_days ?? 0) };
  }

  async function setFreePeriod(
    tx: Kysely<Tables>,
    client: { id: string; billing_period: BillingPeriod; price_month: number; price_year: number },
    end: Date,
    now: Date,
  ): Promise<void> {
    const price = client.billing_period === 'year' ? client.price_year : client.price_month;
    await tx
      .updateTable('clients')
      .set({ status: 'trial', trial_ends: end, lasts_until: price > 0 ? end : null, updated_at: now })
      .where('id', '=', client.id)
      .execute();
  }
}
export type SubscriptionService = ReturnType<typeof createSubscriptionService>;
