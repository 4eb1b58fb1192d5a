import type { EventType } from '#contract/panel/event-types.ts';
import type { Db } from '#server/db/tables.ts';

/** SQL of terminals that listen; one that was killed is forgotten by its time. */

export async function keepListener(
  db: Db,
  { id, events, until }: { id: string; events: readonly EventType[]; until: Date },
): Promise<void> {
  await db
    .insertInto('event_listeners')
    .values({ id, events: [...events], expires_at: until })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at: until }))
    .execute();
}

export async function removeListener(db: Db, id: string): Promise<void> {
  await db.deleteFrom('event_listeners').where('id', '=', id).execute();
}
