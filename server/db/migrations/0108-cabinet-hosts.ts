import { type Kysely, sql } from 'kysely';

/** On which host a cabinet is, and which hosts are being emptied (decision 213). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cabinets add column host text, add column second_host text`.execute(db);
  await sql`create index cabinets_host on cabinets (host) where host is not null`.execute(db);
  await sql`alter table cabinets drop constraint cabinets_task_check`.execute(db);
  await sql`
    alter table cabinets add constraint cabinets_task_check check (task in ('create', 'suspend', 'resume', 'delete',
      'undo', 'repair', 'move', 'move_back'))`.execute(db);
  await sql`alter table cabinet_findings add column host text`.execute(db);
  await sql`alter table process_heartbeats add column cabinet_host text, add column free_bytes bigint`.execute(
    db,
  );
  await sql`create table cabinet_hosts (name text primary key, draining_since timestamptz)`.execute(db);
}
