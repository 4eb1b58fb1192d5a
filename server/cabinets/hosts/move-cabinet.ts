import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { findCabinet, putTask, updateCabinet } from '#server/cabinets/cabinet-store.ts';
import { settleCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * `busy`: something else is done with the cabinet. `no_cabinet`: it is not open or suspended, or its driver has one
 * host. `there`: it is on that host already.
 */
export type MoveStart = 'moving' | 'busy' | 'no_cabinet' | 'there';

/** Begins to move a cabinet to another host (decision 213); the jobs of the workers do the rest. */
export function moveCabinet(
  { db, queue, drivers }: Pick<CabinetDeps, 'db' | 'queue' | 'drivers'>,
  clientId: string,
  target: string,
): Promise<MoveStart> {
  return db.transaction().execute((tx) => beginMove({ queue, drivers }, tx, clientId, target));
}

async function beginMove(
  { queue, drivers }: Pick<CabinetDeps, 'queue' | 'drivers'>,
  tx: Db,
  clientId: string,
  target: string,
): Promise<MoveStart> {
  const found = await findCabinet(tx, clientId, { lock: true });
  const { client, cabinet } = found ?? {};
  const isThere = client?.cabinet_status === 'active' || client?.cabinet_status === 'suspended';
  if (!cabinet?.host || !isThere || !drivers.has(cabinet.driver)) return 'no_cabinet';
  if (!drivers.of(cabinet.driver).hosts?.names.includes(target)) return 'no_cabinet';
  if (cabinet.task) return 'busy';
  if (cabinet.host === target) return 'there';
  await updateCabinet(tx, clientId, { second_host: target });
  await putTask(tx, clientId, { task: 'move' });
  await settleCabinet({ queue }, tx, clientId);
  return 'moving';
}
