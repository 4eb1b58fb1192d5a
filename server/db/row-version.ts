import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';

/**
 * Refuses a write that was made from an older row, and answers the present row (API.md, "`updated_at`"). Without
 * `sent` nothing is compared.
 */
export function refuseStale(sent: string | undefined, stored: Date, current: () => unknown): void {
  if (sent === undefined || Date.parse(sent) === stored.getTime()) return;
  throw new AppError('stale', { extra: { current: current() } });
}

/**
 * The same, and names who made the last change, from the audit log. Null: there is no row yet, as for a setting at
 * its default.
 */
export async function refuseStaleOf(
  tx: Db,
  { id, updated_at }: { id: string; updated_at: Date | null },
  sent: string | null | undefined,
  current: () => unknown,
): Promise<void> {
  if (sent === undefined || momentOf(sent) === momentOf(updated_at)) return;
  const last = await tx
    .selectFrom('audit_entries')
    .select(['actor_id', 'actor_name'])
    .where('subject_id', '=', id)
    // Sign-ins change no row.
    .where('kind', '=', 'change')
    // Leaves out later entries that don't change the row, such as a client's top-up.
    .$if(updated_at !== null, (query) => query.where('at', '<=', updated_at))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { actor_id = null, actor_name = null } = last ?? {};
  throw new AppError('stale', {
    extra: { current: await current(), changed_by: actor_name, changed_by_id: actor_id },
  });
}

function momentOf(version: Date | string | null): number | null {
  return version === null ? null : new Date(version).getTime();
}

/** The time of a change; always later than the one before, even within a millisecond or when the clock was set back. */
export function nextUpdate(before: Date, now: Date): Date {
  return now > before ? now : new Date(before.getTime() + 1);
}
