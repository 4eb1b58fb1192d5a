import { sql } from 'kysely';
import { findingEntity, findingKinds, type FindingKind } from '#contract/entities/cabinet-finding.ts';
import type { CabinetFindingRow, Db, SeenDifference } from '#server/db/tables.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import { newId } from '#server/kernel/ids.ts';

/** SQL for differences (DESIGN section 10.3). */

/** Kinds that a comparison finds. The others are failed work, and end when it is done. */
export const comparedKinds = findingKinds.filter((kind) => !kind.endsWith('_failed'));

/** Stores a difference that was seen outside a comparison. It counts at once. */
export async function putFinding(db: Db, now: Date, seen: SeenDifference): Promise<void> {
  await db
    .insertInto('cabinet_findings')
    .values({
      ...seen,
      id: newId(now),
      first_seen_at: now,
      last_seen_at: now,
      times_seen: 1,
      confirmed_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'kind']).doUpdateSet({
        domain: seen.domain,
        driver: seen.driver,
        host: seen.host,
        reason: seen.reason,
        detail: seen.detail,
        has_database: seen.has_database,
        last_seen_at: now,
        times_seen: sql`cabinet_findings.times_seen + 1`,
        times_missed: 0,
        confirmed_at: sql`coalesce(cabinet_findings.confirmed_at, ${now})`,
      }),
    )
    .execute();
}

export async function clearFindings(db: Db, clientId: string, kinds: readonly FindingKind[]): Promise<void> {
  await db
    .deleteFrom('cabinet_findings')
    .where('client_id', '=', clientId)
    .where('kind', 'in', kinds)
    .execute();
}

/** Writes whole findings as they are now. */
export async function saveFindings(db: Db, rows: readonly CabinetFindingRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1000) {
    await db
      .insertInto('cabinet_findings')
      .values(rows.slice(start, start + 1000))
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'kind']).doUpdateSet((eb) => ({
          domain: eb.ref('excluded.domain'),
          driver: eb.ref('excluded.driver'),
          host: eb.ref('excluded.host'),
          reason: eb.ref('excluded.reason'),
          detail: eb.ref('excluded.detail'),
          has_database: eb.ref('excluded.has_database'),
          last_seen_at: eb.ref('excluded.last_seen_at'),
          times_seen: eb.ref('excluded.times_seen'),
          times_missed: eb.ref('excluded.times_missed'),
          confirmed_at: eb.ref('excluded.confirmed_at'),
        })),
      )
      .execute();
  }
}

export async function deleteFindings(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('cabinet_findings').where('id', 'in', ids).execute();
}

export async function allFindings(db: Db): Promise<CabinetFindingRow[]> {
  return db.selectFrom('cabinet_findings').selectAll().execute();
}

/** Cabinets that run another version than they should, as confirmed by their comparison. */
export async function outdatedCabinets(db: Db): Promise<CabinetFindingRow[]> {
  return db
    .selectFrom('cabinet_findings')
    .selectAll()
    .where('kind', '=', 'version_behind')
    .where('confirmed_at', 'is not', null)
    .orderBy('client_id')
    .execute();
}

export async function findFinding(db: Db, id: string): Promise<CabinetFindingRow | undefined> {
  return db.selectFrom('cabinet_findings').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Gives a finding another id, because the operations under the one before are over. */
export async function renewFinding(db: Db, id: string, renewed: string): Promise<void> {
  await db.updateTable('cabinet_findings').set({ id: renewed }).where('id', '=', id).execute();
}

/** Confirmed findings for a list; one that belongs to a client carries its name. */
export const findingSource: ListSource = {
  from: sql`cabinet_findings f left join clients c on c.id = f.client_id`,
  id: sql`f.id`,
  defaultOrder: sql`f.confirmed_at`,
  where: sql`f.confirmed_at is not null`,
  search: [sql`c.name`, sql`f.domain`, sql`c.email`],
  columns: columnsOf(findingEntity, {
    table: 'cabinet_findings',
    alias: 'f',
    own: { client_name: nameColumn(sql`c.name`), client_status: { sql: sql`c.status` } },
  }),
};

export type FindingWithClient = CabinetFindingRow & {
  client_name: string | null;
  client_status: string | null;
};

export async function findingRowsByIds(db: Db, ids: readonly string[]): Promise<FindingWithClient[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('cabinet_findings as f')
    .leftJoin('clients as c', 'c.id', 'f.client_id')
    .selectAll('f')
    .select(['c.name as client_name', 'c.status as client_status'])
    .where('f.id', 'in', ids)
    .execute();
}

/** How many confirmed findings there are by kind. */
export async function countFindings(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('cabinet_findings')
    .select(['kind', sql<number>`count(*)::integer`.as('count')])
    .where('confirmed_at', 'is not', null)
    .groupBy('kind')
    .execute();
  const found = new Map<string, number>(rows.map(({ kind, count }) => [kind, count]));
  return Object.fromEntries(findingKinds.map((kind) => [kind, found.get(kind) ?? 0]));
}
