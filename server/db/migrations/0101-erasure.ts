import { type Kysely, sql } from 'kysely';

/**
 * Erasing a client for good (GROWTH section 18, "Privacy"; docs/decisions/0196). What can't be changed otherwise may
 * lose its words: the notes of the ledger and the names in the record of deletions. An erased client's columns are
 * nobody's contact any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clients add column erased_at timestamptz, add check (erased_at is null or deleted_at is not null)`.execute(
    db,
  );
  await sql`
    create table erasures (
      client_id uuid primary key references clients,
      reason text not null,
      asked_by uuid references users,
      asked_at timestamptz not null,
      person_ids uuid[] not null,
      file_ids uuid[] not null,
      entry_ids uuid[] not null,
      email_id uuid,
      finished_at timestamptz
    )`.execute(db);
  await sql`create index erasures_open on erasures (asked_at) where finished_at is null`.execute(db);
  await addErasingOfCabinets(db);
  await letWordsGo(db);
  await leavePersonsAlone(db);
}

async function addErasingOfCabinets(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table cabinet_deletions drop constraint cabinet_deletions_rule_check,
      add constraint cabinet_deletions_rule_check
        check (rule in ('retention', 'given_up', 'no_client', 'erased')) not valid`.execute(db);
}

async function letWordsGo(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger ledger_append_only on ledger_entries`.execute(db);
  await sql`
    create trigger ledger_kept before delete or truncate on ledger_entries
      for each statement execute function refuse_ledger_change()`.execute(db);
  await sql`
    create function guard_ledger_line() returns trigger language plpgsql as $$
      begin
        if to_jsonb(new) - 'note' is distinct from to_jsonb(old) - 'note' or new.note is not null then
          raise exception 'ledger entries are never changed; a mistake is reversed';
        end if;
        return new;
      end $$`.execute(db);
  await sql`
    create trigger ledger_append_only before update on ledger_entries
      for each row execute function guard_ledger_line()`.execute(db);
  await sql`drop trigger cabinet_deletions_kept on cabinet_deletions`.execute(db);
  await sql`
    create trigger cabinet_deletions_kept before delete or truncate on cabinet_deletions
      for each statement execute function refuse_deletion_change()`.execute(db);
  await sql`
    create function guard_deletion() returns trigger language plpgsql as $$
      declare
        personal constant text[] := '{client_name,domain}';
      begin
        if to_jsonb(new) - personal is distinct from to_jsonb(old) - personal
          or new.client_name is not null or new.domain is not null then
          raise exception 'the record of a deletion is kept for ever';
        end if;
        return new;
      end $$`.execute(db);
  await sql`
    create trigger cabinet_deletions_only_lose_names before update on cabinet_deletions
      for each row execute function guard_deletion()`.execute(db);
}

/** A person who stays because of other clients keeps name and contact when one of theirs is erased. */
async function leavePersonsAlone(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger clients_persons_changed on clients`.execute(db);
  await sql`
    create trigger clients_persons_changed after update on clients for each row
      when (new.erased_at is null and new.owner_id is not distinct from old.owner_id
        and (old.email, old.email_key, old.pending_email,
        old.pending_email_by_staff, old.confirmed_at, old.country_code, old.phone, old.phone_e164, old.password_hash,
        old.locale, old.devices_from, old.links_from) is distinct from (new.email, new.email_key, new.pending_email,
        new.pending_email_by_staff, new.confirmed_at, new.country_code, new.phone, new.phone_e164, new.password_hash,
        new.locale, new.devices_from, new.links_from))
      execute function person_of_changed_client()`.execute(db);
  await sql`
    create or replace function clients_of_changed_person() returns trigger language plpgsql as $$
      begin
        update clients c set email = new.email, email_key = new.email_key, pending_email = new.pending_email,
          pending_email_by_staff = new.pending_email_by_staff, confirmed_at = new.confirmed_at,
          country_code = coalesce(new.country_code, c.country_code), phone = coalesce(new.phone, c.phone),
          phone_e164 = coalesce(new.phone_e164, c.phone_e164), password_hash = new.password_hash, locale = new.locale,
          devices_from = new.devices_from, links_from = new.links_from,
          updated_at = greatest(c.updated_at, new.updated_at)
        where (c.id = new.id and c.owner_id is null or c.owner_id = new.id) and c.erased_at is null
          and (c.email, c.email_key, c.pending_email, c.pending_email_by_staff, c.confirmed_at,
            c.country_code, c.phone, c.phone_e164, c.password_hash, c.locale, c.devices_from, c.links_from)
          is distinct from (new.email, new.email_key, new.pending_email, new.pending_email_by_staff, new.confirmed_at,
            coalesce(new.country_code, c.country_code), coalesce(new.phone, c.phone),
            coalesce(new.phone_e164, c.phone_e164), new.password_hash, new.locale, new.devices_from, new.links_from);
        return null;
      end $$`.execute(db);
}
