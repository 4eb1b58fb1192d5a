import { type Kysely, sql } from 'kysely';

/** Keys for programs (GROWTH section 18; docs/decisions/0191). Those who could do everything may make them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_keys (
      id uuid primary key,
      name text not null,
      permissions text[] not null,
      addresses text[] not null,
      token_hash bytea not null unique,
      token_end text not null,
      user_id uuid not null references users (id),
      expires_at timestamptz,
      last_used_at timestamptz,
      last_used_ip text,
      created_at timestamptz not null,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index api_keys_user on api_keys (user_id) where deleted_at is null`.execute(db);
  await sql`
    update users set permissions = permissions || '{keys.write}'::text[]
      where permissions @> '{clients.write,clients.delete,clients.replenish,clients.export,clients.impersonate,tariffs.write,users.write,settings.write,company.write,payments.write,payments.close,reports.read,audit.read,webhooks.write}'::text[]`.execute(
    db,
  );
}
