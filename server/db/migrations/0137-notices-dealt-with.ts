import { type Kysely, sql } from 'kysely';

/**
 * A notice is somebody's work until it is dismissed (decision 316). One that is meant for another installation is nobody's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_notices add column dealt_with_at timestamptz`.execute(db);
  await sql`update payment_notices set problem = null where problem = 'other_installation'`.execute(db);
  await sql`drop index payment_notices_problems`.execute(db);
  await sql`
    create index payment_notices_problems on payment_notices (received_at desc, id desc)
      where problem is not null and dealt_with_at is null`.execute(db);
}
