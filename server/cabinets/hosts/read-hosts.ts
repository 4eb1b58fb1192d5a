import type { CabinetHost, CabinetHosts } from '#contract/cabinets/cabinet-host.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { Db } from '#server/db/tables.ts';
import { countMoving, type SeenHost } from './host-store.ts';
import { roomsOf } from './place-cabinet.ts';
import { type HostRoom, takesMore } from './roomiest-host.ts';

type HostDeps = Pick<CabinetDeps, 'config'>;

interface HostState extends Pick<
  SeenHost & HostRoom,
  'name' | 'cabinets' | 'room' | 'freeBytes' | 'seenAt' | 'silentSeconds' | 'drainingSince'
> {
  /** `full`: by its number of cabinets or its disk. */
  state: CabinetHost['state'];
  /** Of its cabinets, those on their way to another host. */
  moving: number;
}

/** The hosts as an operator sees them; none where there is a single one. */
export async function readHosts(deps: HostDeps, db: Db): Promise<HostState[]> {
  if (deps.config.cabinets.hosts.length === 0) return [];
  const moving = await countMoving(db);
  return (await roomsOf(deps, db)).map((host) => ({
    name: host.name,
    state: stateOf(host),
    cabinets: host.cabinets,
    room: host.room,
    moving: moving.get(host.name) ?? 0,
    freeBytes: host.freeBytes,
    seenAt: host.seenAt,
    silentSeconds: host.silentSeconds,
    drainingSince: host.drainingSince,
  }));
}

function stateOf(host: HostRoom): CabinetHost['state'] {
  if (!host.isAlive) return 'away';
  if (host.isDraining) return 'draining';
  return takesMore(host) ? 'open' : 'full';
}

/** The same for the panel. */
export async function hostsForStaff(deps: HostDeps, db: Db): Promise<CabinetHosts> {
  const hosts = await readHosts(deps, db);
  return {
    driver: deps.config.cabinets.driver,
    hosts: hosts.map(({ name, state, cabinets, room, moving, freeBytes, seenAt, drainingSince }) => ({
      name,
      state,
      cabinets,
      room,
      moving,
      free_bytes: freeBytes,
      seen_at: seenAt?.toISOString() ?? null,
      draining_since: drainingSince?.toISOString() ?? null,
    })),
  };
}
