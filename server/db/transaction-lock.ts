import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Names that one transaction at a time may hold. */
export type LockName =
  | 'users'
  | 'tariffs'
  | 'settings'
  | 'offers'
  | 'documents'
  | 'months'
  | 'client-fields'
  | 'branding'
  | 'email-templates'
  | 'cabinet-hosts'
  | 'comparison';

/**
 * Waits until nobody holds the name, and holds it to the end of the caller's transaction. For rules over several
 * rows, such as the last keeper or the last open tariff, which row locks can't protect.
 */
export async function lockUntilCommit(tx: Db, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tenantry ${name}`}, 0))`.execute(tx);
}

/** The same for those who only need that nothing changes: they hold it together, and keep off who locks it. */
export async function keepUntilCommit(tx: Db, name: LockName): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`tenantry ${name}`}, 0))`.execute(tx);
}
