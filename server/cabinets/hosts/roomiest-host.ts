/** Pure: which host a cabinet is placed on (decision 213). */

export interface HostRoom {
  name: string;
  isAlive: boolean;
  isDraining: boolean;
  cabinets: number;
  /** How many it may hold. */
  room: number;
  /** Null while it has not said. */
  freeBytes: number | null;
}

/** A host with less free space takes nothing new: what it has must be able to grow. */
export const leastFreeBytes = 1024 ** 3;

/** Whether a host takes another cabinet. */
export function takesMore({ isAlive, isDraining, cabinets, room, freeBytes }: HostRoom): boolean {
  const hasSpace = freeBytes === null || freeBytes >= leastFreeBytes;
  return isAlive && !isDraining && hasSpace && cabinets < room;
}

/** The host with the largest free share of its room; undefined when none takes more. */
export function roomiestHost(hosts: readonly HostRoom[]): string | undefined {
  const share = ({ cabinets, room }: HostRoom) => cabinets / room;
  let best: HostRoom | undefined;
  for (const host of hosts) {
    if (takesMore(host) && (!best || share(host) < share(best))) best = host;
  }
  return best?.name;
}
