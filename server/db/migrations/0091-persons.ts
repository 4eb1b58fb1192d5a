import { type Kysely, sql } from 'kysely';

/**
 * Who signs in is a person, and a client has members (docs/decisions/0194). The client's own columns stay: they show
 * the contact of one of its owners. The database keeps both alike, so that an older process may run beside new ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeTables(db);
  await sql`
    alter table clients add column owner_id uuid references persons on delete set null`.execute(db);
  await sql`create index clients_owner on clients (owner_id) where owner_id is not null`.execute(db);
  await sql`alter table sessions add column client_id uuid references clients on delete cascade`.execute(db);
  await sql`create index sessions_client on sessions (client_id) where client_id is not null`.execute(db);
  await sql`alter table cabinet_tickets add column person_id uuid references persons on delete cascade`.execute(
    db,
  );
  await sql`alter table emails add column person_id uuid references persons on delete set null`.execute(db);
  await keepAlike(db);
}

async function makeTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table persons (
      id uuid primary key,
      name text,
      email text not null,
      email_key text not null,
      pending_email text,
      pending_email_by_staff boolean not null default false,
      confirmed_at timestamptz,
      country_code text,
      phone text,
      phone_e164 text,
      password_hash text,
      locale text not null,
      devices_from timestamptz,
      links_from timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create unique index persons_email on persons (email_key) where deleted_at is null`.execute(db);
  await sql`create unique index persons_phone on persons (phone_e164) where deleted_at is null`.execute(db);
  await sql`create index persons_deleted on persons (email_key) where deleted_at is not null`.execute(db);
  await sql`
    create table members (
      client_id uuid not null references clients on delete cascade,
      person_id uuid not null references persons,
      role text not null check (role in ('owner', 'admin', 'billing', 'member')),
      invited_by uuid references persons on delete set null,
      last_used_at timestamptz,
      created_at timestamptz not null,
      primary key (client_id, person_id)
    )`.execute(db);
  await sql`create index members_person on members (person_id)`.execute(db);
  await sql`
    create table member_invitations (
      id uuid primary key,
      client_id uuid not null references clients on delete cascade,
      email text not null,
      email_key text not null,
      role text not null check (role in ('owner', 'admin', 'billing', 'member')),
      invited_by uuid not null references persons on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      unique (client_id, email_key)
    )`.execute(db);
}

async function keepAlike(db: Kysely<unknown>): Promise<void> {
  // Whoever registers a client is its owner, with the client's own id.
  await sql`
    create function persons_of_new_clients() returns trigger language plpgsql as $$
      begin
        insert into persons (id, email, email_key, pending_email, pending_email_by_staff, confirmed_at, country_code,
          phone, phone_e164, password_hash, locale, devices_from, links_from, created_at, updated_at, deleted_at)
        select id, email, email_key, pending_email, pending_email_by_staff, confirmed_at, country_code,
          phone, phone_e164, password_hash, locale, devices_from, links_from, created_at, updated_at, deleted_at
        from new_clients where owner_id is null;
        insert into members (client_id, person_id, role, created_at)
        select id, id, 'owner', created_at from new_clients where owner_id is null;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger clients_persons_new after insert on clients
      referencing new table as new_clients for each statement execute function persons_of_new_clients()`.execute(
    db,
  );
  // Only what was changed: a later owner may have no phone of their own.
  await sql`
    create function person_of_changed_client() returns trigger language plpgsql as $$
      begin
        update persons p set
          email = case when new.email is distinct from old.email then new.email else p.email end,
          email_key = case when new.email_key is distinct from old.email_key then new.email_key else p.email_key end,
          pending_email = case when new.pending_email is distinct from old.pending_email
            then new.pending_email else p.pending_email end,
          pending_email_by_staff = case when new.pending_email_by_staff is distinct from old.pending_email_by_staff
            then new.pending_email_by_staff else p.pending_email_by_staff end,
          confirmed_at = case when new.confirmed_at is distinct from old.confirmed_at
            then new.confirmed_at else p.confirmed_at end,
          country_code = case when new.phone_e164 is distinct from old.phone_e164
            or new.country_code is distinct from old.country_code then new.country_code else p.country_code end,
          phone = case when new.phone is distinct from old.phone
            or new.phone_e164 is distinct from old.phone_e164 then new.phone else p.phone end,
          phone_e164 = case when new.phone_e164 is distinct from old.phone_e164 then new.phone_e164 else p.phone_e164 end,
          password_hash = case when new.password_hash is distinct from old.password_hash
            then new.password_hash else p.password_hash end,
          locale = case when new.locale is distinct from old.locale then new.locale else p.locale end,
          devices_from = case when new.devices_from is distinct from old.devices_from
            then new.devices_from else p.devices_from end,
          links_from = case when new.links_from is distinct from old.links_from then new.links_from else p.links_from end
        where p.id = coalesce(new.owner_id, new.id) and (p.email, p.email_key, p.pending_email, p.pending_email_by_staff,
          p.confirmed_at, p.country_code, p.phone, p.phone_e164, p.password_hash, p.locale, p.devices_from, p.links_from)
          is distinct from (new.email, new.email_key, new.pending_email, new.pending_email_by_staff,
          new.confirmed_at, new.country_code, new.phone, new.phone_e164, new.password_hash, new.locale,
          new.devices_from, new.links_from);
        return null;
      end $$`.execute(db);
  await sql`
    create trigger clients_persons_changed after update on clients for each row
      when (new.owner_id is not distinct from old.owner_id and (old.email, old.email_key, old.pending_email,
        old.pending_email_by_staff, old.confirmed_at, old.country_code, old.phone, old.phone_e164, old.password_hash,
        old.locale, old.devices_from, old.links_from) is distinct from (new.email, new.email_key, new.pending_email,
        new.pending_email_by_staff, new.confirmed_at, new.country_code, new.phone, new.phone_e164, new.password_hash,
        new.locale, new.devices_from, new.links_from))
      execute function person_of_changed_client()`.execute(db);
  // A person is there as long as one of their clients is. The owner who is the contact comes back with the client or
  // not at all; of the others those whose address nobody has taken.
  await sql`
    create function persons_of_deleted_client() returns trigger language plpgsql as $$
      begin
        if new.deleted_at is not null then
          update persons p set deleted_at = new.deleted_at
          where p.deleted_at is null
            and p.id in (select person_id from members where client_id = new.id)
            and not exists (select from members m join clients c on c.id = m.client_id
              where m.person_id = p.id and c.id <> new.id and c.deleted_at is null);
        else
          update persons p set deleted_at = null
          where p.deleted_at is not null
            and p.id in (select person_id from members where client_id = new.id)
            and (p.id = coalesce(new.owner_id, new.id) or not exists (select from persons other
              where other.deleted_at is null and other.email_key = p.email_key
                or other.deleted_at is null and other.phone_e164 = p.phone_e164));
        end if;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger clients_persons_deleted after update of deleted_at on clients for each row
      when ((new.deleted_at is null) <> (old.deleted_at is null))
      execute function persons_of_deleted_client()`.execute(db);
  // With a client's row its members go, and with them the persons who are members of no other: nobody could sign in
  // with their addresses, which others may have from then on.
  await sql`
    create function persons_of_gone_client() returns trigger language plpgsql as $$
      begin
        delete from persons p using gone_members m where p.id = m.person_id
          and not exists (select from clients c where c.id = m.client_id)
          and not exists (select from members other where other.person_id = p.id);
        return null;
      end $$`.execute(db);
  await sql`
    create trigger members_persons_gone after delete on members
      referencing old table as gone_members for each statement execute function persons_of_gone_client()`.execute(
    db,
  );
  await sql`
    create function clients_of_changed_person() returns trigger language plpgsql as $$
      begin
        update clients c set email = new.email, email_key = new.email_key, pending_email = new.pending_email,
          pending_email_by_staff = new.pending_email_by_staff, confirmed_at = new.confirmed_at,
          country_code = coalesce(new.country_code, c.country_code), phone = coalesce(new.phone, c.phone),
          phone_e164 = coalesce(new.phone_e164, c.phone_e164), password_hash = new.password_hash, locale = new.locale,
          devices_from = new.devices_from, links_from = new.links_from,
          updated_at = greatest(c.updated_at, new.updated_at)
        where (c.id = new.id and c.owner_id is null or c.owner_id = new.id)
          and (c.email, c.email_key, c.pending_email, c.pending_email_by_staff, c.confirmed_at,
            c.country_code, c.phone, c.phone_e164, c.password_hash, c.locale, c.devices_from, c.links_from)
          is distinct from (new.email, new.email_key, new.pending_email, new.pending_email_by_staff, new.confirmed_at,
            coalesce(new.country_code, c.country_code), coalesce(new.phone, c.phone),
            coalesce(new.phone_e164, c.phone_e164), new.password_hash, new.locale, new.devices_from, new.links_from);
        return null;
      end $$`.execute(db);
  await sql`
    create trigger persons_clients_changed after update on persons for each row
      when ((old.email, old.email_key, old.pending_email, old.pending_email_by_staff, old.confirmed_at,
        old.country_code, old.phone, old.phone_e164, old.password_hash, old.locale, old.devices_from, old.links_from)
        is distinct from (new.email, new.email_key, new.pending_email, new.pending_email_by_staff, new.confirmed_at,
        new.country_code, new.phone, new.phone_e164, new.password_hash, new.locale, new.devices_from, new.links_from))
      execute function clients_of_changed_person()`.execute(db);
}
