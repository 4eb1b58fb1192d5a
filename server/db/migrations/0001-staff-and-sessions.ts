import { type Kysely, sql } from 'kysely';

/** Staff, sessions of both kinds, one-time links, limits, settings, audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      email text not null,
      email_key text not null,
      name text not null,
      permissions text[] not null check (cardinality(permissions) > 0),
      password_hash text,
      locale text not null,
      joined_at timestamptz,
      last_login timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create unique index users_email on users (email_key) where deleted_at is null`.execute(db);

  await sql`
    create table sessions (
      id uuid primary key,
      kind text not null check (kind in ('staff', 'customer')),
      account_id uuid not null,
      token_hash bytea not null unique,
      previous_hash bytea,
      successor_sealed text,
      rotated_at timestamptz not null,
      token_expires_at timestamptz not null,
      expires_at timestamptz not null,
      ends_at timestamptz not null,
      ip text,
      user_agent text,
      created_at timestamptz not null,
      last_used_at timestamptz not null
    )`.execute(db);
  await sql`create index sessions_account on sessions (account_id, created_at)`.execute(db);
  await sql`create index sessions_previous on sessions (previous_hash) where previous_hash is not null`.execute(
    db,
  );
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db);

  await sql`
    create table one_time_links (
      token_hash bytea primary key,
      purpose text not null,
      account_id uuid,
      email text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index one_time_links_account on one_time_links (account_id, purpose)`.execute(db);
  await sql`create index one_time_links_expiry on one_time_links (expires_at)`.execute(db);

  await sql`
    create table rate_limits (
      key text primary key,
      used integer not null,
      resets_at timestamptz not null
    )`.execute(db);

  await sql`
    create table settings (
      id uuid primary key,
      key text not null unique,
      value jsonb not null,
      updated_at timestamptz not null
    )`.execute(db);

  await sql`
    create table audit_entries (
      id uuid primary key,
      at timestamptz not null,
      actor_kind text not null,
      actor_id uuid,
      actor_name text,
      as_client boolean not null default false,
      action text not null,
      subject_type text not null,
      subject_id uuid,
      subject_name text,
      client_id uuid,
      changes jsonb not null default '[]',
      ip text,
      request_id text
    )`.execute(db);
  await sql`create index audit_entries_at on audit_entries (at desc, id desc)`.execute(db);
  await sql`create index audit_entries_client on audit_entries (client_id, at desc)`.execute(db);
}
