import type { ProvisionerResult } from '#contract/cabinets/provisioner.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { noteAnswer } from '#server/cabinets/cabinet-store.ts';
import { settleCabinet } from './start-cabinet.ts';

/**
 * Stores the result of an operation that went on elsewhere. A result that no step waits for is known already, or no
 * longer needed.
 */
export async function takeResult(
  { db, queue }: Pick<CabinetDeps, 'db' | 'queue'>,
  { operation, ...answer }: ProvisionerResult,
): Promise<void> {
  const clientId = await noteAnswer(db, operation, answer);
  if (clientId) await settleCabinet({ queue }, db, clientId);
}
