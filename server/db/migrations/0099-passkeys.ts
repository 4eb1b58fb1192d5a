import { type Kysely, sql } from 'kysely';

/**
 * Passkeys of staff and of customers' persons, and the challenges that wait for an authenticator's answer
 * (docs/decisions/0195).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makePasskeys(db, { table: 'user_passkeys', owner: 'user_id', of: 'users' });
  await makePasskeys(db, { table: 'person_passkeys', owner: 'person_id', of: 'persons' });
  await sql`
    create table passkey_challenges (
      challenge_hash bytea primary key,
      kind text not null check (kind in ('staff', 'customer')),
      session_id uuid,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index passkey_challenges_expiry on passkey_challenges (expires_at)`.execute(db);
}

async function makePasskeys(
  db: Kysely<unknown>,
  { table, owner, of }: { table: string; owner: string; of: string },
): Promise<void> {
  await sql`
    create table ${sql.table(table)} (
      id uuid primary key,
      ${sql.ref(owner)} uuid not null references ${sql.table(of)} (id) on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index ${sql.ref(`${table}_owner`)} on ${sql.table(table)} (${sql.ref(owner)})`.execute(db);
}
