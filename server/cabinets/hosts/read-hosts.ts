import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { Db } from '#server/db/tables.ts';
import { countMoving } from './host-store.ts';
import { roomsOf } from './place-cabinet.ts';

interface HostState {
  name: string;
  state: 'open' | 'draining' | 'away';
  cabinets: number;
  room: number;
  /** Of its cabinets, those on their way to another host. */
  moving: number;
  freeBytes: number | null;
}

/** The hosts as an operator sees them; none where there is a single one. */
export async function readHosts(deps: Pick<CabinetDeps, 'config'>, db: Db): Promise<HostState[]> {
  if (deps.config.cabinets.hosts.length === 0) return [];
  const moving = await countMoving(db);
  return (await roomsOf(deps, db)).map(({ name, isAlive, isDraining, cabinets, room, freeBytes }) => ({
    name,
    state: isAlive ? (isDraining ? 'draining' : 'open') : 'away',
    cabinets,
    room,
    moving: moving.get(name) ?? 0,
    freeBytes,
  }));
}
