import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { updateCabinet } from '#server/cabinets/cabinet-store.ts';
import { DriverError } from '#server/cabinets/drivers/driver.ts';
import type { Db } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import { type SeenHost, seenHosts } from './host-store.ts';
import { type HostRoom, roomiestHost } from './roomiest-host.ts';

type Hosts = Pick<CabinetDeps, 'config'>;

/** What is known of every host. */
export async function roomsOf({ config }: Hosts, db: Db): Promise<(SeenHost & HostRoom)[]> {
  const { hosts, hostRoom } = config.cabinets;
  const seen = await seenHosts(
    db,
    hosts.map(({ name }) => name),
  );
  return seen.map((one) => ({
    ...one,
    isDraining: one.drainingSince !== null,
    room: hostRoom * (hosts.find(({ name }) => name === one.name)?.weight ?? 1),
  }));
}

/**
 * Chooses the host of a new cabinet, and stores it. One at a time, so that they spread.
 * @throws DriverError that says nothing about the cabinet when no host is alive, `quota` when none takes more.
 */
export async function placeCabinet(deps: Hosts, connection: Db, clientId: string): Promise<string> {
  return connection.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, 'cabinet-hosts');
    const rooms = await roomsOf(deps, tx);
    const name = roomiestHost(rooms);
    if (name === undefined) throw nowhere(rooms);
    await updateCabinet(tx, clientId, { host: name });
    return name;
  });
}

function nowhere(rooms: readonly HostRoom[]): DriverError {
  return rooms.some(({ isAlive }) => isAlive)
    ? new DriverError('quota', 'every cabinet host that is alive is full or draining')
    : new DriverError('refused', 'no cabinet host is alive', { away: true });
}
