import type { Kysely } from 'kysely';
import type { Entitlements, Usage } from '#contract/cabinet.ts';
import type { ClientStatus } from '#contract/client.ts';
import { signatureToleranceSeconds } from '#contract/webhook-signature.ts';
import type { Config } from '#server/config.ts';
import type { Tables } from '#server/db/tables.ts';
import type { CabinetActor, Caller } from '#server/http/caller.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import type { UsageWatch } from '#server/subscriptions/usage-watch.ts';

interface EntitlementDeps {
  db: Kysely<Tables>;
  usage: Pick<UsageWatch, 'report'>;
  settings: SettingsService;
  config: Pick<Config, 'publicUrl' | 'productName'>;
  currency: string;
  timeZone: string;
}

/**
 * What a cabinet may know of its client, and what it reports (API.md, "Cabinets to the platform").
 */
export function createEntitlementService({
  db,
  settings,
  usage,
  config,
  currency,
  timeZone,
}: EntitlementDeps) {
  return {
    async of({ actor }: Caller<CabinetActor>): Promise<Entitlements> {
      const client = await db
        .selectFrom('clients as c')
        .innerJoin('tariffs as t', 't.id', 'c.tariff_id')
        .select([
          'c.id',
          'c.name',
          'c.type',
          'c.ident',
          'c.status',
          'c.trial_ends',
          'c.deletion_at',
          'c.balance',
          'c.tariff_id',
          'c.monthly_turnover_limit as own_turnover',
          'c.goods_quantity as own_goods',
          't.monthly_turnover_limit',
          't.goods_quantity',
          't.translations',
        ])
        .where('c.id', '=', actor.id)
        .executeTakeFirstOrThrow();
      const features = await db
        .selectFrom('features as f')
        .innerJoin('tariff_features as tf', 'tf.feature_id', 'f.id')
        .select(['f.key', 'f.translations'])
        .where('tf.tariff_id', '=', client.tariff_id)
        .orderBy('f.key')
        .execute();
      return {
        features: features.map(({ key }) => key),
        feature_names: Object.fromEntries(
          features.map(({ key, translations }) => [key, namesOf(translations)]),
        ),
        limits: {
          monthly_turnover: client.own_turnover ?? client.monthly_turnover_limit,
          goods_quantity: client.own_goods ?? client.goods_quantity,
        },
        status: client.status,
        ends_at: client.trial_ends?.toISOString() ?? null,
        read_only: isUnpaid(client.status) && (await settings.get('expired_read_only')),
        deletion_at: client.deletion_at?.toISOString() ?? null,
        client: { id: client.id, name: client.name, type: client.type, ident: client.ident },
        tariff: { id: client.tariff_id, name: namesOf(client.translations) },
        balance: client.balance,
        currency,
        time_zone: timeZone,
        product_name: config.productName,
        platform_url: config.publicUrl,
      };
    },

    async report({ actor, now }: Caller<CabinetActor>, reported: Usage): Promise<void> {
      await db.transaction().execute((tx) => usage.report(tx, actor.id, reported, now));
    },

    /** True the first time that a cabinet's message id is seen; a replay is refused. */
    async isNewMessage(clientId: string, messageId: string, now: Date): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('cabinet_messages')
        .values({ client_id: clientId, message_id: messageId, received_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Forgets message ids that the signature's clock would refuse anyway. */
    async cleanUp(now: Date): Promise<void> {
      const oldest = new Date(now.getTime() - 3 * signatureToleranceSeconds * 1000);
      await db.deleteFrom('cabinet_messages').where('received_at', '<', oldest).execute();
      await db.deleteFrom('cabinet_tickets').where('expires_at', '<', oldest).execute();
    },
  };
}
export type EntitlementService = ReturnType<typeof createEntitlementService>;

/** The paid period is over and nothing covers the next; the cabinet may still be up. */
function isUnpaid(status: ClientStatus): boolean {
  return status === 'grace' || status === 'blocked' || status === 'archived';
}

function namesOf(translations: Record<string, { name: string } | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(translations).flatMap(([locale, texts]) => (texts?.name ? [[locale, texts.name]] : [])),
  );
}
