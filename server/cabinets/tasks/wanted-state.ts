import type { CabinetStatus, CabinetTask } from '#contract/cabinets/cabinet.ts';
import type { ClientStatus } from '#contract/entities/client.ts';
import type { SuspensionReason } from '#server/cabinets/drivers/driver.ts';

/** Pure: the state that a cabinet should have, by its client's state (DESIGN section 7). */

interface Client {
  status: ClientStatus;
  blocked_from: ClientStatus | null;
  deleted_at: Date | null;
  erased_at: Date | null;
}

export type WantedState =
  | { to: 'active' }
  | { to: 'suspended'; reason: SuspensionReason }
  | { to: 'deleted' }
  | { to: 'erased' };

export function wantedState({ status, blocked_from, deleted_at, erased_at }: Client): WantedState {
  if (erased_at) return { to: 'erased' };
  // Deleted by a colleague: kept as it is until it is restored.
  if (deleted_at) return { to: 'suspended', reason: 'deleted' };
  if (status === 'archived') return { to: 'deleted' };
  if (status === 'blocked') return { to: 'suspended', reason: blocked_from === null ? 'unpaid' : 'blocked' };
  return { to: 'active' };
}

/** Why a cabinet should be suspended; undefined when it should answer. */
export function suspensionReason(client: Client): SuspensionReason | undefined {
  const wanted = wantedState(client);
  if (wanted.to === 'active') return undefined;
  return wanted.to === 'suspended' ? wanted.reason : 'unpaid';
}

/** The task that brings a cabinet to its wanted state; undefined when it is there, or a person must decide. */
export function wantedTask(
  client: Client & { cabinet_status: CabinetStatus },
  cabinet: { suspended_for: string | null },
): CabinetTask | undefined {
  const wanted = wantedState(client);
  if (wanted.to === 'erased') {
    return ['none', 'deleted'].includes(client.cabinet_status) ? undefined : 'undo';
  }
  switch (client.cabinet_status) {
    case 'active':
      return wanted.to === 'active' ? undefined : 'suspend';
    case 'suspended':
      if (wanted.to === 'active') return 'resume';
      if (wanted.to === 'deleted') return 'delete';
      // Suspends again for a new reason, because the cabinet's page shows the reason.
      return cabinet.suspended_for !== null && cabinet.suspended_for !== wanted.reason
        ? 'suspend'
        : undefined;
    case 'deleted':
      return wanted.to === 'active' && client.status !== 'unconfirmed' ? 'create' : undefined;
    case 'none':
    case 'creating':
    case 'failed':
      return undefined;
  }
}
