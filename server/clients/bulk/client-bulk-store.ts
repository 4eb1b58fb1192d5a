import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** SQL for acts on many clients. */

/** The states that a later change shows in, locked: of the subscription, the account and the tags. */
export async function lockClientStates(
  tx: Db,
  ids: readonly string[],
): Promise<Map<string, Readonly<Record<string, unknown>>>> {
  const rows = await tx
    .selectFrom('clients as c')
    .select(['c.id', 'c.status', 'c.blocked_from', 'c.block_reason', 'c.manager_id', 'c.tariff_id'])
    .select(['c.billing_period', 'c.next_tariff_id', 'c.next_billing_period', 'c.trial_ends', 'c.anchor'])
    .select(['c.balance', 'c.deleted_at', 'c.deleted_reason', 'c.updated_at'])
    .select(
      sql<
        string[]
      >`array(select g.tag_id::text from taggings g where g.subject_id = c.id order by g.tag_id)`.as(
        'tag_ids',
      ),
    )
    .where('c.id', '=', anyId(ids))
    .orderBy('c.id')
    .forUpdate()
    .execute();
  // As it is stored, so that it can be compared with what was.
  return new Map(rows.map(({ id, ...state }) => [id, JSON.parse(JSON.stringify(state))]));
}

export async function clientNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('clients').select(['id', 'name']).where('id', '=', anyId(ids)).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The tags of some clients. */
export async function tagIdsOf(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('taggings')
    .select(['subject_id', 'tag_id'])
    .where('subject_id', '=', anyId(ids))
    .orderBy('tag_id')
    .execute();
  const all = new Map<string, string[]>();
  for (const { subject_id, tag_id } of rows) all.set(subject_id, [...(all.get(subject_id) ?? []), tag_id]);
  return all;
}

function anyId(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}
