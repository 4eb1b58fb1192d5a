import { sql } from 'kysely';
import { columnsOf, fileColumnsOf } from '#server/lists/entity-columns.ts';
import type { Db } from '#server/db/tables.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import { timelineEntity } from '#contract/clients/timeline.ts';
import { actionsByKind } from './action-kinds.ts';

/**
 * One client's rows of four tables, each read by its index on client and time. What a row says is read afterwards,
 * for the rows of a page alone.
 */
export function timelineSource(clientId: string): ListSource {
  const { told, kinds } = actionsByKind();
  const kind = sql.join(
    kinds.map(([name, actions]) => sql`when a.action in (${sql.join(actions)}) then ${sql.lit(name)}`),
    sql` `,
  );
  const own = sql`${clientId}::uuid`;
  return {
    from: sql`(
      select e.id, e.created_at as at, 'money' as kind from ledger_entries e where e.client_id = ${own}
      union all select d.id, d.created_at, 'document' from documents d where d.client_id = ${own}
      union all select m.id, m.created_at, 'email' from emails m where m.client_id = ${own}
      union all select a.id, a.at, case ${kind} else 'change' end from audit_entries a
        where a.client_id = ${own} and a.action not in (${sql.join(told)})
    ) as h`,
    id: sql`h.id`,
    defaultOrder: sql`h.at`,
    columns: columnsOf(timelineEntity, {
      table: 'audit_entries',
      alias: 'h',
      own: {},
    }),
  };
}

export const timelineCsv = fileColumnsOf(timelineEntity, {});

/** The names of colleagues, deleted ones included. */
export async function namesOfPeople(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
}
