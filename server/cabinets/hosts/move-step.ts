import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { StoredCabinet } from '#server/cabinets/cabinet-store.ts';
import { identityOf } from '#server/cabinets/drivers/cabinet-identity.ts';
import { DriverError } from '#server/cabinets/drivers/driver.ts';
import { suspensionReason } from '#server/cabinets/tasks/wanted-state.ts';

/**
 * Does a step of a move between hosts (decision 213). Each may be done twice, and at any moment at most one copy is
 * open: the one on the host that the record names.
 */
export async function moveStep(
  deps: CabinetDeps,
  found: StoredCabinet,
  step: 'hold' | 'copy' | 'switch' | 'open' | 'clear',
): Promise<void> {
  const { client, cabinet } = found;
  const identity = identityOf(deps, found);
  const { hosts } = deps.drivers.of(cabinet?.driver ?? '');
  const { host, second_host: other } = cabinet ?? {};
  if (!hosts || !host) throw new DriverError('driver_missing', 'CABINET_HOSTS is not set');
  const operation = { id: '' }; // the embedded host does everything at once
  switch (step) {
    case 'hold':
      return hosts.of(host).hold(identity);
    case 'copy':
      if (!other || other === host) throw new DriverError('failed', 'no other host was chosen');
      return hosts.of(other).copyFrom(host, identity);
    case 'switch':
      // Done where it is recorded as done: a repeat would switch back.
      return;
    case 'open': {
      const reason = suspensionReason(client);
      if (reason) await hosts.of(host).suspend(identity, { ...operation, reason });
      else await hosts.of(host).resume(identity, operation);
      return;
    }
    case 'clear':
      if (other && other !== host) await hosts.of(other).destroy(identity, operation);
  }
}
