import { type Kysely, sql } from 'kysely';

/** A second factor of customers' persons, in the form that staff have had since 0009. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table persons add column two_factor_at timestamptz`.execute(db);
  await sql`
    create table person_two_factor_secrets (
      person_id uuid primary key references persons (id) on delete cascade,
      secret_sealed text not null,
      last_step bigint,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table person_recovery_codes (
      person_id uuid not null references persons (id) on delete cascade,
      code_hash bytea not null,
      created_at timestamptz not null,
      primary key (person_id, code_hash)
    )`.execute(db);
}
