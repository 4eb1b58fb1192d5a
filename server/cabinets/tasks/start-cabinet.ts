import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/tables.ts';
import { newestBackup } from '#server/cabinets/backups/backup-store.ts';
import type { StartDeps } from '#server/cabinets/cabinet-deps.ts';
import {
  findCabinet,
  putNewCabinets,
  putTask,
  setCabinetStatus,
  updateCabinet,
} from '#server/cabinets/cabinet-store.ts';
import { newToken } from '#server/keys/secrets.ts';

/** Starts a client's first cabinet; does nothing if that was started already. */
export async function startCabinet(
  deps: Pick<StartDeps, 'queue' | 'secrets' | 'drivers'>,
  tx: Db,
  clientId: string,
  now: Date,
): Promise<void> {
  const found = await findCabinet(tx, clientId, { lock: true });
  if (found && !found.cabinet) await startCabinets(deps, tx, [clientId], now);
}

/** The same for many new clients at once. */
export async function startCabinets(
  { queue, secrets, drivers }: Pick<StartDeps, 'queue' | 'secrets' | 'drivers'>,
  tx: Db,
  clientIds: readonly string[],
  now: Date,
): Promise<void> {
  const cabinets = clientIds.map((client_id) => ({
    client_id,
    driver: drivers.current,
    secret_sealed: secrets.seal(newToken()),
    reference: newReference(),
    started_at: now,
  }));
  await putNewCabinets(tx, cabinets);
  await queue.enqueueAll(
    tx,
    'make-cabinet',
    cabinets.map(({ client_id }) => ({ clientId: client_id })),
  );
}

/**
 * An archived client is back: resumes what is left of its cabinet. If nothing is left, makes a new one, from the last
 * backup while it is kept (the setting `restore_on_return`).
 */
export async function startCabinetAgain(deps: StartDeps, tx: Db, clientId: string, now: Date): Promise<void> {
  const found = await findCabinet(tx, clientId, { lock: true });
  if (!found?.cabinet) return startCabinet(deps, tx, clientId, now);
  if (found.client.cabinet_status === 'deleted' && !found.cabinet.task) {
    await beginAgain(deps, tx, clientId, { now, backupId: await backupToRestore(deps, tx, clientId) });
  }
  await settleCabinet(deps, tx, clientId);
}

/** Makes a cabinet follow its client's state once the transaction is committed; also continues a creation. */
export function settleCabinet({ queue }: Pick<StartDeps, 'queue'>, tx: Db, clientId: string): Promise<void> {
  return queue.enqueue(tx, 'settle-cabinet', { clientId });
}

/** The same for many at once. */
export function settleCabinets(
  { queue }: Pick<StartDeps, 'queue'>,
  tx: Db,
  clientIds: readonly string[],
): Promise<void> {
  return queue.enqueueAll(
    tx,
    'settle-cabinet',
    clientIds.map((clientId) => ({ clientId })),
  );
}

/** Begins a new cabinet for a client whose first is gone, under its old address if that is still free. */
export async function beginAgain(
  { drivers }: Pick<StartDeps, 'drivers'>,
  tx: Db,
  clientId: string,
  { now, backupId, by = null }: { now: Date; backupId: string | null; by?: string | null },
): Promise<void> {
  await updateCabinet(tx, clientId, {
    driver: drivers.current,
    started_at: now,
    ready_at: null,
    failed_at: null,
    suspended_for: null,
    backup_id: backupId,
  });
  await putTask(tx, clientId, { task: 'create', by });
  await setCabinetStatus(tx, clientId, 'creating');
}

/** The backup for a cabinet that is made again, by the setting `restore_on_return`. */
export async function backupToRestore(
  { settings }: Pick<StartDeps, 'settings'>,
  tx: Db,
  clientId: string,
): Promise<string | null> {
  if (!(await settings.get('restore_on_return', tx))) return null;
  return (await newestBackup(tx, clientId))?.id ?? null;
}

/** Eight letters and digits that are not confused when read out. */
function newReference(): string {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return Array.from(randomBytes(8), (byte) => letters[byte % letters.length]).join('');
}
