import { type Kysely, sql } from 'kysely';

const batch = 5000;

/**
 * Makes each client's owner a person, in batches beside running servers; new clients and changes come by the triggers
 * of the migration before. Then persons have their addresses for themselves, and a person may own several clients.
 */
export async function upInSteps(db: Kysely<unknown>): Promise<void> {
  let last: string | null = null;
  do last = await makePersons(db, last);
  while (last !== null);
  for (const [name, column] of [
    ['clients_by_email', 'email_key'],
    ['clients_by_phone', 'phone_e164'],
  ] as const) {
    // What an interrupted try left is not valid.
    await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
    await sql`create index concurrently ${sql.ref(name)} on clients (${sql.ref(column)}) where deleted_at is null`.execute(
      db,
    );
  }
  await sql`drop index concurrently if exists clients_email`.execute(db);
  await sql`drop index concurrently if exists clients_phone`.execute(db);
}

/** The next batch after an id; returns its last id, or null when there was none. */
async function makePersons(db: Kysely<unknown>, after: string | null): Promise<string | null> {
  // The lock keeps a change from falling between the reading and the writing.
  const { rows } = await sql<{ last: string | null }>`
    with next as materialized (
      select id, email, email_key, pending_email, pending_email_by_staff, confirmed_at, country_code, phone, phone_e164,
        password_hash, locale, devices_from, links_from, created_at, updated_at, deleted_at, last_login
      from clients where ${after === null ? sql`true` : sql`id > ${after}::uuid`} order by id limit ${batch} for share
    ), made as (
      insert into persons (id, email, email_key, pending_email, pending_email_by_staff, confirmed_at, country_code,
        phone, phone_e164, password_hash, locale, devices_from, links_from, created_at, updated_at, deleted_at)
      select id, email, email_key, pending_email, pending_email_by_staff, confirmed_at, country_code, phone, phone_e164,
        password_hash, locale, devices_from, links_from, created_at, updated_at, deleted_at
      from next on conflict (id) do nothing
    ), joined as (
      insert into members (client_id, person_id, role, created_at, last_used_at)
      select id, id, 'owner', created_at, last_login from next on conflict do nothing
    )
    select max(id::text) as last from next`.execute(db);
  return rows[0]?.last ?? null;
}
