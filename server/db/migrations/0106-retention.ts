import { type Kysely, sql } from 'kysely';

/**
 * What is kept for how long (GROWTH section 18, "Privacy"; docs/decisions/0206). Documents may lose their buyer, with
 * the titles of their lines, once and for all; whatever else they say stays frozen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table retention_progress (kind text primary key, at timestamptz not null, id uuid not null)`.execute(
    db,
  );
  await sql`
    create table retention_runs (
      id uuid primary key,
      at timestamptz not null,
      forgotten jsonb not null
    )`.execute(db);
  await sql`alter table documents add column erased_at timestamptz`.execute(db);
  await sql`
    create or replace function refuse_document_change() returns trigger language plpgsql as $$
      declare
        moving constant text[] := '{status,paid_amount,paid_at,content,erased_at}';
        erasable constant text[] := '{buyer,lines}';
      begin
        if tg_op = 'DELETE'
          or (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving)
          or (old.erased_at is not null and new.erased_at is distinct from old.erased_at)
          or (new.content is distinct from old.content and (
            old.erased_at is not null or new.erased_at is null
            or new.content - erasable is distinct from old.content - erasable
            or (select jsonb_agg(line - 'title' order by place)
                from jsonb_array_elements(new.content -> 'lines') with ordinality l (line, place))
              is distinct from
              (select jsonb_agg(line - 'title' order by place)
                from jsonb_array_elements(old.content -> 'lines') with ordinality l (line, place))))
        then raise exception 'a document never changes' using errcode = '23514';
        end if;
        return new;
      end $$`.execute(db);
}
