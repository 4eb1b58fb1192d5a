import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { cabinetsToDrain, setDraining } from './host-store.ts';
import { moveCabinet } from './move-cabinet.ts';
import { roomsOf } from './place-cabinet.ts';
import { roomiestHost } from './roomiest-host.ts';

type DrainDeps = Pick<CabinetDeps, 'db' | 'queue' | 'drivers' | 'config' | 'log' | 'clock'>;

/**
 * From now on a host gets nothing new, and what it has moves to the others; or it takes new cabinets again. Returns how
 * many begin to move.
 */
export async function drainHost(deps: DrainDeps, name: string, isDraining: boolean): Promise<number> {
  await setDraining(deps.db, name, isDraining ? deps.clock.now() : null);
  return isDraining ? continueDraining(deps) : 0;
}

/**
 * Begins the move of every cabinet that is still on a draining host, as far as others have room. A host that is away
 * is left alone: nothing can be copied from it.
 */
export async function continueDraining(deps: DrainDeps): Promise<number> {
  if (deps.config.cabinets.hosts.length === 0) return 0;
  const rooms = await roomsOf(deps, deps.db);
  let begun = 0;
  for (const { name, isDraining, isAlive } of rooms) {
    if (!isDraining || !isAlive) continue;
    for (const clientId of await cabinetsToDrain(deps.db, name)) {
      const target = rooms.find((room) => room.name === roomiestHost(rooms));
      if (!target) {
        deps.log.warn({ host: name }, 'a draining host is not empty, and no other has room');
        return begun;
      }
      if ((await moveCabinet(deps, clientId, target.name)) !== 'moving') continue;
      target.cabinets += 1;
      begun += 1;
    }
  }
  return begun;
}
