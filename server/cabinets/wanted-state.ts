import type { CabinetStatus } from '#contract/cabinet.ts';
import type { ClientStatus } from '#contract/client.ts';
import type { SuspensionReason } from './driver.ts';

/** Pure: whether a cabinet should answer, by the state of its client (DESIGN section 7). */

interface Client {
  status: ClientStatus;
  blocked_from: ClientStatus | null;
  cabinet_status: CabinetStatus;
  deleted_at: Date | null;
}

export type CabinetMove = { to: 'active' } | { to: 'suspended'; reason: SuspensionReason };

/** The move that brings a cabinet to where it should be; undefined when it is there, or is not made yet. */
export function wantedMove({
  status,
  blocked_from,
  cabinet_status,
  deleted_at,
}: Client): CabinetMove | undefined {
  const reason = suspensionReason({ status, blocked_from, deleted_at });
  if (cabinet_status === 'active' && reason) return { to: 'suspended', reason };
  if (cabinet_status === 'suspended' && !reason) return { to: 'active' };
  return undefined;
}

function suspensionReason({
  status,
  blocked_from,
  deleted_at,
}: Omit<Client, 'cabinet_status'>): SuspensionReason | undefined {
  if (deleted_at) return 'deleted';
  if (status === 'blocked') return blocked_from === null ? 'unpaid' : 'blocked';
  return status === 'archived' ? 'unpaid' : undefined;
}
