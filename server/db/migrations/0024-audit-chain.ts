import { type Kysely, sql } from 'kysely';

/**
 * An audit log that is only added to, and says so (GROWTH section 15, "Security events"; section 18, "Erasure and an
 * audit that never changes"). Entries are written as before, by anybody at once; a job chains them a moment later, so
 * that no writer waits for another. Chained entries may lose personal values, each with its salt, and nothing else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeTables(db);
  await guardEntries(db);
  await guardSeals(db);
}

async function makeTables(db: Kysely<unknown>): Promise<void> {
  // No reference to the entry: checking one locks the row that it names, and a million of them are chained at once.
  await sql`
    create table audit_seals (
      position bigint primary key,
      entry_id uuid not null unique,
      format smallint not null,
      salts bytea not null,
      digests bytea not null,
      previous_hash bytea not null,
      hash bytea not null
    )`.execute(db);
  await sql`create table audit_unsealed (entry_id uuid primary key)`.execute(db);
  await sql`insert into audit_unsealed select id from audit_entries order by id`.execute(db);
  await sql`
    create function note_unsealed() returns trigger language plpgsql as $$
      begin insert into audit_unsealed select id from added; return null; end $$`.execute(db);
  await sql`
    create trigger audit_entries_unsealed after insert on audit_entries referencing new table as added
      for each statement execute function note_unsealed()`.execute(db);
}

async function guardEntries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        raise exception 'the audit log is only added to' using errcode = '23514';
      end $$`.execute(db);
  await sql`
    create trigger audit_entries_kept before delete or truncate on audit_entries
      for each statement execute function refuse_audit_change()`.execute(db);
  // Whatever columns come later are guarded too.
  await sql`
    create function guard_audit_entry() returns trigger language plpgsql as $$
      declare
        personal constant text[] := array['actor_name', 'subject_name', 'ip', 'device', 'changes'];
      begin
        if to_jsonb(new) - personal is distinct from to_jsonb(old) - personal
          or (new.actor_name is not null and new.actor_name is distinct from old.actor_name)
          or (new.subject_name is not null and new.subject_name is distinct from old.subject_name)
          or (new.ip is not null and new.ip is distinct from old.ip)
          or (new.device is not null and new.device is distinct from old.device)
          or jsonb_array_length(new.changes) <> jsonb_array_length(old.changes)
          or exists (
            select from jsonb_array_elements(old.changes) with ordinality o (change, place)
              join jsonb_array_elements(new.changes) with ordinality n (change, place) using (place)
            where n.change <> o.change and n.change <> jsonb_build_object(
              'field', o.change -> 'field', 'before', null, 'after', null, 'erased', true))
        then
          raise exception 'an audit entry only loses personal values' using errcode = '23514';
        end if;
        if not exists (select from audit_seals where entry_id = old.id) then
          raise exception 'an audit entry loses nothing before it is sealed' using errcode = '23514';
        end if;
        return new;
      end $$`.execute(db);
  await sql`
    create trigger audit_entries_erased before update on audit_entries
      for each row execute function guard_audit_entry()`.execute(db);
}

/** A seal loses salts, 16 bytes each, and nothing else. */
async function guardSeals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger audit_seals_kept before delete or truncate on audit_seals
      for each statement execute function refuse_audit_change()`.execute(db);
  await sql`
    create function guard_audit_seal() returns trigger language plpgsql as $$
      declare
        none constant bytea := decode(repeat('00', 16), 'hex');
      begin
        if to_jsonb(new) - 'salts' is distinct from to_jsonb(old) - 'salts'
          or octet_length(new.salts) <> octet_length(old.salts)
          or exists (
            select from generate_series(1, octet_length(old.salts), 16) start
            where substring(new.salts from start for 16) <> substring(old.salts from start for 16)
              and substring(new.salts from start for 16) <> none)
        then
          raise exception 'a seal of the audit log only loses salts' using errcode = '23514';
        end if;
        return new;
      end $$`.execute(db);
  await sql`
    create trigger audit_seals_erased before update on audit_seals
      for each row execute function guard_audit_seal()`.execute(db);
}
