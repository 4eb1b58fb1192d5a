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
    ...rowsOfH,
  };
}

/**
 * One document's rows of the same tables: itself and its credit notes, lines of the wallet that name it or are of its
 * payments, with their reversals, emails that say its number, and its cancelling. All are found by its client.
 */
export function documentTimelineSource(documentId: string): ListSource {
  const numbers = sql`(m.data ->> 'number', m.data ->> 'paid', m.data ->> 'part')`;
  return {
    from: sql`(
      with d as (select id, client_id, number from documents where id = ${documentId}::uuid),
      paid as (
        select l.id, l.created_at from d join ledger_entries l on l.client_id = d.client_id
        where l.invoice = d.number
          or l.id in (select p.ledger_entry_id from payments p where p.document_id = d.id)
      )
      select o.id, o.created_at as at, 'document' as kind from d join documents o on o.id = d.id or o.corrects_id = d.id
      union all select id, created_at, 'money' from paid
      union all select r.id, r.created_at, 'money' from ledger_entries r where r.reverses_id in (select id from paid)
      union all select m.id, m.created_at, 'email' from d join emails m on m.client_id = d.client_id
        where m.document_id = d.id or d.number in ${numbers}
      union all select a.id, a.at, 'document' from d join audit_entries a on a.client_id = d.client_id
        where a.action = 'client.document_cancelled' and exists (
          select from jsonb_array_elements(a.changes) as change
          where change ->> 'field' = 'invoice' and change ->> 'before' = d.number)
    ) as h`,
    ...rowsOfH,
  };
}

/** What the rows `h` of a timeline are sorted and filtered by. */
const rowsOfH = {
  id: sql`h.id`,
  defaultOrder: sql`h.at`,
  columns: columnsOf(timelineEntity, { table: 'audit_entries', alias: 'h', own: {} }),
};

export const timelineCsv = fileColumnsOf(timelineEntity, {});

/** The names of colleagues, deleted ones included. */
export async function namesOfPeople(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
}
