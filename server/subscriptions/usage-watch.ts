import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Usage as Reported } from '#contract/cabinet.ts';
import type { Locale } from '#contract/variants.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { MailService, NewMail } from '#server/mail/mail-service.ts';
import { exceededLimits, limitsOf, type UsageLimit } from './usage-limits.ts';

interface UsageDeps {
  db: Kysely<Tables>;
  mail: Pick<MailService, 'writeAll'>;
  queue: Pick<Queue, 'enqueue'>;
  timeZone: string;
}

const toldAtOnce = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Usage against limits (DESIGN section 7): over one, the client is flagged and told; nothing is cut off. */
export function createUsageWatch({ db, mail, queue, timeZone }: UsageDeps) {
  return {
    /** What a cabinet reports; a visit ahead of our clock is one of now. */
    async report(tx: Kysely<Tables>, clientId: string, usage: Reported, now: Date): Promise<void> {
      await tx
        .updateTable('clients')
        .set({
          monthly_turnover: usage.monthly_turnover,
          goods_count: usage.goods_count,
          cash_registers: usage.cash_registers,
          last_visit: usage.last_visit === null ? null : notAfter(new Date(usage.last_visit), now),
        })
        .where('id', '=', clientId)
        .execute();
      await recheck(tx, [clientId], now);
    },

    /** After limits or usage of clients have changed. */
    recheck,

    /** After the limits of a tariff have changed: its clients are flagged at once, and told by the job that follows. */
    async limitsChanged(tx: Kysely<Tables>, tariffId: string): Promise<void> {
      await flag(tx, sql`c.tariff_id = ${tariffId}::uuid`);
      await queue.enqueue(tx, 'tell-limits', { tariffId });
    },

    /** The job: tells a tariff's clients who are over a limit, some hundred at a time. */
    async tellAll(tariffId: string, now: Date): Promise<void> {
      for (let last: string | undefined = firstId; last !== undefined;) {
        const after: string = last;
        last = await db.transaction().execute(async (tx) => {
          const found = await overLimit(tx, sql`c.tariff_id = ${tariffId}::uuid and c.id > ${after}::uuid`);
          await tell(tx, found, now);
          return found.length < toldAtOnce ? undefined : found.at(-1)?.id;
        });
      }
    },

    /** What a mail about a limit would say now; undefined when the client is not over it. */
    async factsOf(tx: Kysely<Tables>, clientId: string, kind: LimitMail): Promise<LimitFacts | undefined> {
      const found = await overLimit(tx, sql`c.id = ${clientId}::uuid`);
      return found.flatMap(exceeded).find((one) => one.kind === kind)?.facts;
    },
  };

  async function recheck(tx: Kysely<Tables>, clientIds: readonly string[], now: Date): Promise<void> {
    if (clientIds.length === 0) return;
    const concerned = sql<SqlBool>`c.id = any(${clientIds}::uuid[])`;
    await flag(tx, concerned);
    await tell(tx, await overLimit(tx, concerned), now);
  }

  /** Once a month for each limit. */
  async function tell(tx: Kysely<Tables>, clients: readonly OverLimit[], now: Date): Promise<void> {
    const month = monthOf(now, timeZone);
    const letters = clients.flatMap((client) =>
      exceeded(client).map(({ name, kind, facts }): NewMail => ({
        kind,
        to: client.email,
        locale: client.locale,
        data: { name: client.name, ...facts },
        reason: 'limit_exceeded',
        onceKey: `${client.id}:limit:${name}:${month}`,
        clientId: client.id,
      })),
    );
    await mail.writeAll(tx, now, letters);
  }
}
export type UsageWatch = ReturnType<typeof createUsageWatch>;

const kinds = { monthlyTurnover: 'turnover_exceeded', goods: 'goods_exceeded' } as const;
export type LimitMail = (typeof kinds)[UsageLimit];
type LimitFacts = { used: number; limit: number | null };

/** Sets or takes away the flag of those whose usage is over a limit, or no longer. */
async function flag(tx: Kysely<Tables>, concerned: RawBuilder<unknown>): Promise<void> {
  await sql`
    with concerned as (
      select c.id, coalesce(c.monthly_turnover > coalesce(c.monthly_turnover_limit, t.monthly_turnover_limit), false)
        or coalesce(c.goods_count > coalesce(c.goods_quantity, t.goods_quantity), false) as is_over
      from clients c join tariffs t on t.id = c.tariff_id where ${concerned}
    ), different as (
      select c.id, n.is_over from concerned n join clients c on c.id = n.id
      where c.over_limit <> n.is_over order by c.id for update of c
    )
    update clients c set over_limit = d.is_over from different d where c.id = d.id`.execute(tx);
}

interface OverLimit {
  id: string;
  name: string;
  email: string;
  locale: Locale;
  monthly_turnover: number;
  goods_count: number;
  own_turnover: number | null;
  own_goods: number | null;
  tariff_turnover: number | null;
  tariff_goods: number | null;
}

/** Clients with the flag, by their ids: as many as are told at once. */
async function overLimit(tx: Kysely<Tables>, concerned: RawBuilder<unknown>): Promise<OverLimit[]> {
  const { rows } = await sql<OverLimit>`
    select c.id, c.name, c.email, c.locale, c.monthly_turnover, c.goods_count,
      c.monthly_turnover_limit as own_turnover, c.goods_quantity as own_goods,
      t.monthly_turnover_limit as tariff_turnover, t.goods_quantity as tariff_goods
    from clients c join tariffs t on t.id = c.tariff_id
    where c.over_limit and c.deleted_at is null and ${concerned} order by c.id limit ${toldAtOnce}`.execute(
    tx,
  );
  return rows;
}

function exceeded(client: OverLimit): { name: UsageLimit; kind: LimitMail; facts: LimitFacts }[] {
  const limits = limitsOf(
    { monthlyTurnover: client.own_turnover, goods: client.own_goods },
    { monthlyTurnover: client.tariff_turnover, goods: client.tariff_goods },
  );
  const used = { monthlyTurnover: client.monthly_turnover, goods: client.goods_count };
  return exceededLimits(used, limits).map((name) => ({
    name,
    kind: kinds[name],
    facts: { used: used[name], limit: limits[name] },
  }));
}

function notAfter(moment: Date, now: Date): Date {
  return moment > now ? now : moment;
}

/** `2027-03`, on the variant's calendar. */
function monthOf(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' }).format(now);
}
