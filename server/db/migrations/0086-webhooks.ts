import { type Kysely, sql } from 'kysely';

/** Events for other systems, who gets them, and what became of each message (GROWTH section 18; docs/decisions/0198). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      id uuid primary key,
      url text not null,
      events text[] not null,
      enabled boolean not null,
      off_at timestamptz,
      failing_since timestamptz,
      secret_sealed text not null,
      previous_secret_sealed text,
      previous_until timestamptz,
      created_by uuid not null references users,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  await sql`
    create table event_listeners (
      id uuid primary key,
      events text[] not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table events (
      id uuid primary key,
      seq bigint generated always as identity unique,
      type text not null,
      client_id uuid,
      subject_id uuid not null,
      at timestamptz not null,
      data jsonb
    )`.execute(db);
  await sql`create index events_unread on events (seq) where data is null`.execute(db);
  await sql`create index events_at on events (at)`.execute(db);
  await sql`
    create table webhook_deliveries (
      id uuid primary key,
      webhook_id uuid not null references webhooks on delete cascade,
      event_id uuid not null references events on delete cascade,
      seq bigint not null,
      client_id uuid,
      type text not null,
      status text not null check (status in ('waiting', 'delivered', 'failed')),
      attempts integer not null default 0,
      next_at timestamptz,
      lease uuid,
      leased_until timestamptz,
      response_status integer,
      error text,
      duration_ms integer,
      tried_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, seq) where status = 'waiting'`.execute(
    db,
  );
  // Messages of one client go in order: the first that waits, before the others.
  await sql`
    create index webhook_deliveries_client on webhook_deliveries (webhook_id, client_id, seq)
      where status = 'waiting' and client_id is not null`.execute(db);
  await sql`create index webhook_deliveries_list on webhook_deliveries (webhook_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`create index webhook_deliveries_event on webhook_deliveries (event_id)`.execute(db);
}
