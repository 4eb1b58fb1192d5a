import { type Kysely, sql } from 'kysely';

/** A backup may be there and lack the cabinets of a host that was away; then it has a name and a problem (decision 244). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table backup_runs drop constraint backup_runs_check1`.execute(db);
}
