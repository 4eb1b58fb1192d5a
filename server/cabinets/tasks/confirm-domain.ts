import type { CabinetState } from '#contract/cabinets/cabinet.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { alone, findCabinet, stepsOf } from '#server/cabinets/cabinet-store.ts';
import { identityOf } from '#server/cabinets/drivers/cabinet-identity.ts';
import { readCabinetState, requireCabinet } from '#server/cabinets/read-cabinet.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { finishStep } from './finish-task.ts';
import { isDueAt } from './provisioning-steps.ts';

/**
 * The customer's browser got an answer from the cabinet. If only the health check is missing, the server checks the
 * stored address itself, whatever the browser sent, and finishes.
 */
export async function confirmDomain(
  deps: CabinetDeps,
  { actor: { id }, locale }: CustomerCaller,
  domain: string,
): Promise<CabinetState> {
  const { db, drivers } = deps;
  const { client } = await requireCabinet(db, id);
  if (![client.domain, client.own_domain].includes(domain.toLowerCase())) {
    throw fieldError('domain', 'validation.notAllowed');
  }
  await alone(db, id, async (connection) => {
    const found = await findCabinet(connection, id);
    if (!found?.cabinet || found.client.cabinet_status !== 'creating' || found.client.deleted_at) return;
    if (!isDueAt('create', stepsOf(found, 'create'), 'health')) return;
    const probed = await drivers.of(found.cabinet.driver).probe(identityOf(deps, found));
    if (!probed.answered) return;
    for (const step of ['health', 'ready'] as const) {
      await finishStep(deps, connection, found, { task: 'create', step, outcome: { state: 'done' } });
    }
  });
  return readCabinetState(deps, db, id, locale);
}
