import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { ownNeed, recommendedNeed } from '#server/clients/client-store.ts';
import type { NamedProforma } from '#server/subscriptions/subscription-deps.ts';

/** SQL of proformas that are issued by themselves, each for the end of a client's running period. */

export interface DueProforma {
  client_id: string;
  period_end: Date;
  /** Minor units: what the recommended days cost, and at least the coming period, less the balance. */
  amount: number;
}

interface Asked {
  now: Date;
  /** No end after this moment. */
  until: Date;
  /** Only those whose lifecycle is due: they may be reminded now. */
  onlyDue: boolean;
}

const period = sql`case when c.next_tariff_id is null then c.billing_period
  else coalesce(c.next_billing_period, c.billing_period) end`;
const price = sql`coalesce(c.due_price, case when ${period} = 'year' then t.price_year else t.price_month end)`;
const need = sql`coalesce(${ownNeed(sql`t.recommended_days`, period)},
  case when ${period} = 'year' then ${recommendedNeed('year')} else ${recommendedNeed('month')} end)`;
const amount = sql`(greatest(${price}, ${need}) - c.balance)`;

/**
 * Clients whose balance doesn't cover the end that comes: for whom time runs, whose account stays open after it, whose
 * card isn't charged by itself, and who have no proforma for it, or another one open of as much.
 */
function due({ now, until, onlyDue }: Asked): RawBuilder<unknown> {
  return sql`clients c join tariffs t on t.id = coalesce(c.next_tariff_id, c.tariff_id)
    where c.status in ('trial', 'active') and c.deleted_at is null and c.blocked_from is null
      and c.trial_ends > ${now} and c.trial_ends <= ${until}
      and (c.closes_at is null or c.closes_at > c.trial_ends)
      ${onlyDue ? sql`and c.next_event_at <= ${now}` : sql``}
      and ${price} > 0 and c.balance < ${price}
      and not exists (select from auto_top_ups a where a.client_id = c.id and a.enabled)
      and not exists (
        select from period_proformas p where p.client_id = c.id and p.period_end = c.trial_ends)
      and not exists (
        select from documents d where d.client_id = c.id and d.status = 'open'
          and d.total - d.paid_amount >= ${amount})`;
}

/** The ids of those clients in their order, after the given one. */
export async function clientsDue(
  db: Db,
  { after, limit, ...asked }: Asked & { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from ${due(asked)} and c.id > ${after}::uuid order by c.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Which of these clients are due still; their rows stay locked. Those locked elsewhere come next time. */
export async function lockDueProformas(
  tx: Db,
  { ids, ...asked }: Asked & { ids: readonly string[] },
): Promise<DueProforma[]> {
  const { rows } = await sql<DueProforma>`
    select c.id as client_id, c.trial_ends as period_end, ${amount} as amount
    from ${due(asked)} and c.id = any(${[...ids]}::uuid[])
    order by c.id for update of c skip locked`.execute(tx);
  return rows;
}

/** Which document is of which period's end: one of each. */
export async function insertPeriodProformas(
  tx: Db,
  rows: readonly { client_id: string; period_end: Date; document_id: string }[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto('period_proformas').values(rows).execute();
}

/** By client, the proforma of its running period's end, while it is open. */
export async function proformasOfPeriods(
  db: Db,
  clientIds: readonly string[],
): Promise<Map<string, NamedProforma & { id: string }>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('period_proformas as p')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.id', '=', 'p.client_id').onRef('c.trial_ends', '=', 'p.period_end'),
    )
    .innerJoin('documents as d', 'd.id', 'p.document_id')
    .select(['p.client_id', 'd.id', 'd.number'])
    .select(({ eb }) => eb('d.total', '-', eb.ref('d.paid_amount')).as('rest'))
    .where('p.client_id', 'in', clientIds)
    .where('d.status', '=', 'open')
    .execute();
  return new Map(rows.map(({ client_id, ...named }) => [client_id, named]));
}
