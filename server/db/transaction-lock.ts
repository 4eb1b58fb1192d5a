import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** What may change in one transaction at a time. */
export type LockName = 'users' | 'tariffs' | 'settings' | 'offers';

/**
 * Waits until nobody holds the name, and holds it to the end of the caller's transaction. For rules over several rows
 * (the last keeper, the last open tariff), which locks on single rows can't protect.
 */
export async function lockUntilCommit(tx: Kysely<Tables>, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tenantry ${name}`}, 0))`.execute(tx);
}
