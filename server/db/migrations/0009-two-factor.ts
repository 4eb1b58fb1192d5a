import { type Kysely, sql } from 'kysely';

/** A second factor of staff: when it was switched on, who must have one, its secret and its recovery codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column two_factor_at timestamptz`.execute(db);
  await sql`alter table users add column two_factor_required boolean not null default false`.execute(db);
  // The secret is there before the second factor is on, while it is being set up.
  await sql`
    create table two_factor_secrets (
      user_id uuid primary key references users (id) on delete cascade,
      secret_sealed text not null,
      last_step bigint,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table recovery_codes (
      user_id uuid not null references users (id) on delete cascade,
      code_hash bytea not null,
      created_at timestamptz not null,
      primary key (user_id, code_hash)
    )`.execute(db);
}
