import { type Kysely, sql } from 'kysely';

/** Staff sign in by OpenID Connect (docs/decisions/0192). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column oidc_issuer text, add column oidc_subject text`.execute(db);
  await sql`create unique index users_oidc on users (oidc_issuer, oidc_subject)`.execute(db);
  await sql`alter table sessions add column opened_by text not null default 'password'`.execute(db);
  await sql`
    create table used_oidc_states (
      state_hash bytea primary key,
      expires_at timestamptz not null
    )`.execute(db);
}
