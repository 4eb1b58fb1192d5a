import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** SQL of how far the runs have come: up to when, and who waits first. */

/** The moment of the latest run that ended; null before there was one. */
export async function ranUntil(db: Kysely<Tables>): Promise<Date | null> {
  const row = await db.selectFrom('billing_progress').select('ran_until').executeTakeFirst();
  return row?.ran_until ?? null;
}

/** Notes a run that ended, at a real moment; one that comes in behind another moves nothing back. */
export async function noteRun(db: Kysely<Tables>, moment: Date, at: Date): Promise<void> {
  await sql`insert into billing_progress (ran_until, last_run_at) values (${moment}, ${at})
    on conflict (single) do update set last_run_at = excluded.last_run_at,
      ran_until = greatest(billing_progress.ran_until, excluded.ran_until)`.execute(db);
}

/** When billing last ran, and when it came back after a silence; null: not known, never. */
export async function silenceOf(
  db: Kysely<Tables>,
): Promise<{ lastRunAt: Date | null; backAt: Date | null }> {
  const row = await db.selectFrom('billing_progress').select(['last_run_at', 'back_at']).executeTakeFirst();
  return { lastRunAt: row?.last_run_at ?? null, backAt: row?.back_at ?? null };
}

/** Notes that billing is back; the runs of the day to come ask for it. */
export async function noteBack(db: Kysely<Tables>, at: Date): Promise<void> {
  await db.updateTable('billing_progress').set({ back_at: at }).execute();
}

/** When the first of those is due who are by a moment; null when nobody is. */
export async function firstDue(db: Kysely<Tables>, moment: Date): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(next_event_at) as first from clients
    where next_event_at <= ${moment} and deleted_at is null and blocked_from is null`.execute(db);
  return rows[0]?.first ?? null;
}
