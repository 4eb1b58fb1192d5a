import { newToken } from '#server/keys/secrets.ts';
import { identityOf } from '#server/cabinets/drivers/cabinet-identity.ts';
import { operationOf } from '#server/cabinets/drivers/operation-id.ts';
import { alone, findCabinet, updateCabinet } from '#server/cabinets/cabinet-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import type { CreationStep } from '#server/cabinets/drivers/driver.ts';

/**
 * `pending`: the driver is still at work; ask again. `busy`: something else is under way. `closed`: it isn't active.
 */
export type RotationResult = 'rotated' | 'pending' | 'busy' | 'closed';

const steps: readonly CreationStep[] = ['database', 'instance'];

/**
 * Gives a cabinet a new secret (GROWTH section 15, "Keys"). The new one is stored first and valid at once, then the
 * driver brings it to the cabinet, and the old one is deleted after the cabinet has signed with the new. If the
 * process dies in between, the next try continues with the same secret and the same operations.
 */
export async function rotateSecret(
  deps: Pick<CabinetDeps, 'db' | 'secrets' | 'drivers' | 'urlOf'>,
  clientId: string,
  now: Date,
): Promise<RotationResult> {
  const { db, secrets, drivers } = deps;
  const result = await alone(db, clientId, async (connection): Promise<RotationResult> => {
    const stored = await findCabinet(connection, clientId);
    if (!stored?.cabinet || stored.client.deleted_at) return 'closed';
    if (stored.client.cabinet_status !== 'active') return 'closed';
    if (stored.cabinet.task) return 'busy';
    const { next_secret_sealed: begun } = stored.cabinet;
    const next = begun ?? secrets.seal(newToken());
    if (begun === null) {
      const began = { next_secret_sealed: next, secret_change_began_at: now };
      await updateCabinet(connection, clientId, began);
    }
    const secret = secrets.open(next);
    const cabinet = { ...identityOf(deps, stored), secret };
    for (const step of steps) {
      const operation = { id: operationOf(`rotation ${step} ${secret}`), step };
      const { state } = await drivers.of(stored.cabinet.driver).create(cabinet, operation);
      if (state === 'pending') return 'pending';
    }
    await updateCabinet(connection, clientId, {
      secret_sealed: next,
      next_secret_sealed: null,
      previous_secret_sealed: stored.cabinet.secret_sealed,
      previous_secret_until: null,
    });
    return 'rotated';
  });
  return result ?? 'busy';
}
