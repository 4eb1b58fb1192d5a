import { type Kysely, sql } from 'kysely';
import type { ListSource } from '#server/db/list-source.ts';
import type { PartnerRow, Tables } from '#server/db/tables.ts';

/** SQL of partners that are not deleted. */

export type CountedPartner = PartnerRow & { clients_count: number };

const clientsCount = sql<number>`(select count(*) from clients c where c.partner_id = p.id and c.deleted_at is null)`;

export function partnerById(
  db: Kysely<Tables>,
  id: string,
  { lock = false } = {},
): Promise<CountedPartner | undefined> {
  const query = db
    .selectFrom('partners as p')
    .selectAll('p')
    .select(clientsCount.as('clients_count'))
    .where('p.id', '=', id)
    .where('p.deleted_at', 'is', null);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export function partnersByIds(db: Kysely<Tables>, ids: readonly string[]): Promise<CountedPartner[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('partners as p')
    .selectAll('p')
    .select(clientsCount.as('clients_count'))
    .where('p.id', 'in', ids)
    .execute();
}

export async function insertPartner(db: Kysely<Tables>, row: PartnerRow): Promise<void> {
  await db.insertInto('partners').values(row).execute();
}

export async function updatePartner(
  db: Kysely<Tables>,
  id: string,
  changes: Partial<Omit<PartnerRow, 'id'>>,
): Promise<void> {
  await db.updateTable('partners').set(changes).where('id', '=', id).execute();
}

export const partnerSource: ListSource = {
  from: sql`partners p`,
  id: sql`p.id`,
  newest: sql`p.created_at`,
  where: sql`p.deleted_at is null`,
  search: [sql`p.code`, sql`p.name`],
  columns: {
    id: { sql: sql`p.id`, required: true },
    code: { sql: sql`p.code`, required: true },
    name: { sql: sql`p.name`, order: sql`p.name collate "uk-x-icu"`, required: true },
    kind: { sql: sql`p.kind`, required: true },
    free_period_days: { sql: sql`p.free_period_days` },
    clients_count: { sql: clientsCount, required: true },
    created_at: { sql: sql`p.created_at`, required: true },
    updated_at: { sql: sql`p.updated_at`, required: true },
  },
};
