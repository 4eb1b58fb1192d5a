import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { freePeriodRow } from './subscription-store.ts';

type FreePeriodRow = Awaited<ReturnType<typeof freePeriodRow>>;

/** How long a client's free period is, and what its promo code gives beside it. */
export async function freePeriodOf(
  tx: Kysely<Tables>,
  settings: SettingsService,
  clientId: string,
): Promise<{ client: FreePeriodRow; days: number }> {
  const client = await freePeriodRow(tx, clientId);
  const base = client.free_period_days ?? client.partner_days ?? (await settings.get('free_period_days', tx));
  return { client, days: base + (client.extra_free_days ?? 0) };
}
