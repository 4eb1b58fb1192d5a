import { type Kysely, sql } from 'kysely';
import type { Usage as Reported } from '#contract/cabinet.ts';
import type { ClientRow, Tables } from '#server/db/tables.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { exceededLimits, limitsOf, type UsageLimit, type UsageLimits } from './usage-limits.ts';

interface UsageDeps {
  mail: Pick<MailService, 'write'>;
  timeZone: string;
}

/** Usage against limits (DESIGN section 7): over one, the client is flagged and told; nothing is cut off. */
export function createUsageWatch({ mail, timeZone }: UsageDeps) {
  return {
    /** What a cabinet reports. */
    async report(tx: Kysely<Tables>, clientId: string, usage: Reported, now: Date): Promise<void> {
      await tx
        .updateTable('clients')
        .set({
          monthly_turnover: usage.monthly_turnover,
          goods_count: usage.goods_count,
          cash_registers: usage.cash_registers,
          last_visit: usage.last_visit ? new Date(usage.last_visit) : null,
        })
        .where('id', '=', clientId)
        .execute();
      await recheck(tx, clientId, now);
    },

    /** After limits or usage of a client have changed. */
    recheck,

    /** After the limits of a tariff have changed: flags only; letters go with the next reports. */
    async flagOf(tx: Kysely<Tables>, tariffId: string): Promise<void> {
      await sql`
        with concerned as (
          select c.id, coalesce(c.monthly_turnover > coalesce(c.monthly_turnover_limit, t.monthly_turnover_limit), false)
            or coalesce(c.goods_count > coalesce(c.goods_quantity, t.goods_quantity), false) as is_over
          from clients c join tariffs t on t.id = c.tariff_id where t.id = ${tariffId}::uuid
        ), different as (
          select c.id, n.is_over from concerned n join clients c on c.id = n.id
          where c.over_limit <> n.is_over order by c.id for update of c
        )
        update clients c set over_limit = d.is_over from different d where c.id = d.id`.execute(tx);
    },
  };

  async function recheck(tx: Kysely<Tables>, clientId: string, now: Date): Promise<void> {
    const client = await tx
      .selectFrom('clients as c')
      .innerJoin('tariffs as t', 't.id', 'c.tariff_id')
      .select(['c.id', 'c.name', 'c.email', 'c.locale', 'c.deleted_at', 'c.over_limit'])
      .select(['c.monthly_turnover', 'c.goods_count', 'c.monthly_turnover_limit', 'c.goods_quantity'])
      .select(['t.monthly_turnover_limit as tariff_turnover', 't.goods_quantity as tariff_goods'])
      .where('c.id', '=', clientId)
      .executeTakeFirstOrThrow();
    const limits = limitsOf(
      { monthlyTurnover: client.monthly_turnover_limit, goods: client.goods_quantity },
      { monthlyTurnover: client.tariff_turnover, goods: client.tariff_goods },
    );
    const used = { monthlyTurnover: client.monthly_turnover, goods: client.goods_count };
    const exceeded = exceededLimits(used, limits);
    const isOver = exceeded.length > 0;
    if (isOver !== client.over_limit) {
      await tx.updateTable('clients').set({ over_limit: isOver }).where('id', '=', clientId).execute();
    }
    if (client.deleted_at) return;
    for (const name of exceeded) await tell(tx, client, { name, used: used[name], limits, now });
  }

  /** Once a month for each limit. */
  async function tell(
    tx: Kysely<Tables>,
    client: Pick<ClientRow, 'id' | 'name' | 'email' | 'locale'>,
    { name, used, limits, now }: { name: UsageLimit; used: number; limits: UsageLimits; now: Date },
  ): Promise<void> {
    await mail.write(tx, now, {
      kind: kinds[name],
      to: client.email,
      locale: client.locale,
      data: { name: client.name, used, limit: limits[name] },
      reason: 'limit_exceeded',
      onceKey: `${client.id}:limit:${name}:${monthOf(now, timeZone)}`,
      clientId: client.id,
    });
  }
}
export type UsageWatch = ReturnType<typeof createUsageWatch>;

/** `2027-03`, on the variant's calendar. */
function monthOf(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' }).format(now);
}

const kinds = { monthlyTurnover: 'turnover_exceeded', goods: 'goods_exceeded' } as const;
