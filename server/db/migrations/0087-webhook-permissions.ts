import { type Kysely, sql } from 'kysely';

/** Those who could do everything may manage webhooks too; others are given the permissions by somebody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update users set permissions = permissions || '{webhooks.read,webhooks.write}'::text[]
      where permissions @> '{clients.write,clients.delete,clients.replenish,clients.export,clients.impersonate,tariffs.write,users.write,settings.write,company.write,payments.write,payments.close,reports.read,audit.read}'::text[]`.execute(
    db,
  );
}
