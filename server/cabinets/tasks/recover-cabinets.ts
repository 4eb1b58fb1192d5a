import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { clientsToSettle, clientsWithTasks } from '#server/cabinets/cabinet-store.ts';
import type { Db } from '#server/db/tables.ts';
import { firstToAsk, takeAway } from './away-store.ts';
import { settleCabinet, settleCabinets } from './start-cabinet.ts';

type RecoverDeps = Pick<CabinetDeps, 'db' | 'queue'>;

/** Continues what a dead worker left: tasks, and cabinets that differ from their client's state. */
export async function recoverCabinets({ db, queue }: RecoverDeps): Promise<void> {
  for (const clientId of await clientsWithTasks(db)) await queue.enqueue(db, 'make-cabinet', { clientId });
  for (const clientId of await clientsToSettle(db)) await settleCabinet({ queue }, db, clientId);
  for (const clientId of await firstToAsk(db)) await settleCabinet({ queue }, db, clientId);
}

/** A host answers again: every cabinet that waited for it is tried at once. */
export async function hostIsThere(
  { queue }: Pick<CabinetDeps, 'queue'>,
  db: Db,
  place: { driver: string; host: string | null },
): Promise<void> {
  await settleCabinets({ queue }, db, await takeAway(db, place));
}
