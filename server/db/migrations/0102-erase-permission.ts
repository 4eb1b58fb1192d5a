import { type Kysely, sql } from 'kysely';

/** Those who could do everything may erase clients too; others are given the permission by somebody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update users set permissions = permissions || '{clients.erase}'::text[]
      where permissions @> '{clients.write,clients.delete,clients.replenish,clients.export,clients.impersonate,tariffs.write,users.write,settings.write,company.write,payments.write,payments.close,reports.read,audit.read,webhooks.write,keys.write}'::text[]`.execute(
    db,
  );
}
