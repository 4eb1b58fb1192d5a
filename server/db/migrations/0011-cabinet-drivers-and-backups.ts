import { type Kysely, sql } from 'kysely';

/** Work on cabinets in recorded steps, their last backups and deletions, and what differs (DESIGN section 10.3–10.7). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table cabinets
      add column task text check (task in ('create', 'suspend', 'resume', 'delete', 'undo', 'repair')),
      add column task_by uuid references users,
      add column suspended_for text,
      add column backup_id uuid,
      add column last_domain text`.execute(db);
  await sql`
    update cabinets k set task = 'create' from clients c
      where c.id = k.client_id and c.cabinet_status in ('creating', 'failed')`.execute(db);
  await sql`create index cabinets_task on cabinets (client_id) where task is not null`.execute(db);

  await sql`
    alter table cabinet_steps
      add column task text not null default 'create',
      add column operation_id uuid,
      add column waiting_since timestamptz,
      add column answer jsonb,
      drop constraint cabinet_steps_pkey,
      add primary key (client_id, task, step)`.execute(db);
  await sql`
    create unique index cabinet_steps_operation on cabinet_steps (operation_id)
      where operation_id is not null`.execute(db);

  await sql`
    create table cabinet_backups (
      id uuid primary key,
      client_id uuid not null,
      domain text,
      driver text not null,
      taken_at timestamptz not null,
      bytes bigint not null,
      sha256 text not null,
      expires_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index cabinet_backups_client on cabinet_backups (client_id, taken_at)`.execute(db);
  await sql`
    create index cabinet_backups_expiry on cabinet_backups (expires_at) where deleted_at is null`.execute(db);

  await sql`
    create table cabinet_deletions (
      id uuid primary key,
      client_id uuid not null,
      client_name text,
      domain text,
      driver text not null,
      at timestamptz not null,
      rule text not null check (rule in ('retention', 'given_up', 'no_client')),
      by_id uuid references users,
      by_name text,
      backup_id uuid,
      backup_taken_at timestamptz,
      backup_sha256 text
    )`.execute(db);
  await sql`create index cabinet_deletions_client on cabinet_deletions (client_id, at)`.execute(db);
  await sql`
    create function refuse_deletion_change() returns trigger language plpgsql as $$
      begin
        raise exception 'the record of a deletion is kept for ever';
      end $$`.execute(db);
  await sql`
    create trigger cabinet_deletions_kept before update or delete or truncate on cabinet_deletions
      for each statement execute function refuse_deletion_change()`.execute(db);

  await sql`
    create table cabinet_findings (
      id uuid primary key,
      client_id uuid not null,
      kind text not null,
      domain text,
      driver text not null,
      reason text not null,
      detail text,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      times_seen integer not null,
      times_missed integer not null default 0,
      confirmed_at timestamptz,
      unique (client_id, kind)
    )`.execute(db);
  await sql`
    create table reconciliations (
      id uuid primary key,
      started_at timestamptz not null,
      finished_at timestamptz not null,
      cabinets integer not null,
      differing integer not null
    )`.execute(db);
  await sql`create index reconciliations_latest on reconciliations (finished_at)`.execute(db);
}
