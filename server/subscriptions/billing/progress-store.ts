import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** SQL for the progress of billing runs: how far they have come, and who is due first. */

/** The moment of the latest run that ended; null before there was one. */
export async function ranUntil(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('billing_progress').select('ran_until').executeTakeFirst();
  return row?.ran_until ?? null;
}

/** Stores that a run ended. A run that ends after a later one moves nothing back. */
export async function noteRun(db: Db, moment: Date, at: Date): Promise<void> {
  await sql`insert into billing_progress (ran_until, last_run_at) values (${moment}, ${at})
    on conflict (single) do update set last_run_at = excluded.last_run_at,
      ran_until = greatest(billing_progress.ran_until, excluded.ran_until)`.execute(db);
}

/** When billing last ran (null: unknown), and when it came back after a silence (null: never). */
export async function silenceOf(db: Db): Promise<{ lastRunAt: Date | null; backAt: Date | null }> {
  const row = await db.selectFrom('billing_progress').select(['last_run_at', 'back_at']).executeTakeFirst();
  return { lastRunAt: row?.last_run_at ?? null, backAt: row?.back_at ?? null };
}

/** Stores that billing is back; runs check it for the next day. */
export async function noteBack(db: Db, at: Date): Promise<void> {
  await db.updateTable('billing_progress').set({ back_at: at }).execute();
}

/** When the first client is due of those due by a moment; null when none is. */
export async function firstDue(db: Db, moment: Date): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(next_event_at) as first from clients
    where next_event_at <= ${moment} and deleted_at is null and blocked_from is null`.execute(db);
  return rows[0]?.first ?? null;
}
