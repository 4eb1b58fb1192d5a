import type { Kysely } from 'kysely';
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
    /**
     * Begins the free period, when the cabinet becomes active: the client's own length, else the partner's, else the
     * general one, and what the promo code adds. Once: a client that had its free period keeps its end.
     */
    async startFreePeriod(tx: Kysely<Tables>, clientId: string, now: Date): Promise<void> {
      const client = await tx
        .selectFrom('clients as c')
        .leftJoin('partners as p', 'p.id', 'c.partner_id')
        .leftJoin('promo_codes as promo', 'promo.id', 'c.promo_code_id')
        .innerJoin('tariffs as t', 't.id', 'c.tariff_id')
        .select([
          'c.trial_ends',
          'c.billing_period',
          'c.free_period_days',
          'p.free_period_days as partner_days',
          'promo.extra_free_days',
          't.price_month',
          't.price_year',
        ])
        .where('c.id', '=', clientId)
        .executeTakeFirstOrThrow();
      if (client.trial_ends) return;
      const general = () => settings.get('free_period_days', tx);
      const days = client.free_period_days ?? client.partner_days ?? (await general());
      const trialEnds = addDays(now, days + (client.extra_free_days ?? 0), timeZone);
      const price = client.billing_period === 'year' ? client.price_year : client.price_month;
      await tx
        .updateTable('clients')
        .set({
          status: 'trial',
          trial_ends: trialEnds,
          lasts_until: price > 0 ? trialEnds : null,
          updated_at: now,
        })
        .where('id', '=', clientId)
        .execute();
    },
  };
}
export type SubscriptionService = ReturnType<typeof createSubscriptionService>;
