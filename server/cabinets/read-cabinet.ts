import { type CabinetState, cabinetSteps } from '#contract/cabinets/cabinet.ts';
import type { ClientDetails } from '#contract/clients/client-details.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { CabinetStepRow, Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { translate } from '#server/kernel/messages.ts';
import { readBackups } from './backups/read-backups.ts';
import { hostOf } from './cabinet-address.ts';
import type { CabinetDeps } from './cabinet-deps.ts';
import { ownDomainForStaff } from './own-domain/read-own-domain.ts';
import { findCabinet, measuredCreationSeconds, stepsOf, type StoredCabinet } from './cabinet-store.ts';
import { nextStep } from './tasks/provisioning-steps.ts';

/** What the customer's wait screen shows. */
export async function readCabinetState(
  { urlOf }: Pick<CabinetDeps, 'urlOf'>,
  tx: Db,
  clientId: string,
  locale: Locale,
): Promise<CabinetState> {
  const found = await requireCabinet(tx, clientId);
  const { client, cabinet } = found;
  const steps = stepsOf(found, 'create');
  const isHostAway = client.cabinet_status === 'creating' && awaySinceOf(steps) !== null;
  const isFailed = client.cabinet_status === 'failed';
  return {
    status: client.cabinet_status,
    cabinet_url: urlOf(hostOf(client)),
    step: cabinetSteps.find((step) => steps.length > 0 && step === nextStep('create', steps)) ?? null,
    steps: cabinetSteps.map((key) => ({
      key,
      state: steps.find(({ step }) => step === key)?.state ?? 'pending',
    })),
    estimate_seconds:
      client.cabinet_status === 'creating' && !isHostAway ? await measuredCreationSeconds(tx) : null,
    is_host_away: isHostAway,
    error:
      isFailed && cabinet
        ? { message: translate(locale, 'cabinetFault'), reference: cabinet.reference }
        : null,
  };
}

/** What staff see: how a cabinet was made, or the task under way. */
export async function readCabinet(
  tx: Db,
  clientId: string,
  locale: Locale,
): Promise<ClientDetails['cabinet']> {
  const found = await requireCabinet(tx, clientId);
  const { client, cabinet } = found;
  const task = cabinet?.task ?? null;
  const steps = stepsOf(found, task ?? 'create');
  const awaySince = awaySinceOf(steps);
  const failed = steps.findLast(({ error_reason }) => error_reason !== null);
  return {
    status: client.cabinet_status,
    task,
    steps: steps.map((row) => ({
      key: row.step,
      state: row.state,
      attempts: row.attempts,
      error: row.error_reason && translate(locale, `cabinetErrors.${row.error_reason}`),
      started_at: row.started_at?.toISOString() ?? null,
      finished_at: row.finished_at?.toISOString() ?? null,
    })),
    error:
      task && cabinet && failed?.error_reason && awaySince === null
        ? {
            message: translate(locale, `cabinetErrors.${failed.error_reason}`),
            detail: failed.error_detail,
            reference: cabinet.reference,
          }
        : null,
    host_away_since: awaySince?.toISOString() ?? null,
    own_domain: await ownDomainForStaff(tx, clientId, locale),
    created_at: cabinet?.started_at.toISOString() ?? null,
    ready_at: cabinet?.ready_at?.toISOString() ?? null,
    ...(await readBackups(tx, clientId)),
  };
}

/** @throws AppError when there is no such client. */
export async function requireCabinet(
  tx: Db,
  clientId: string,
  options?: { lock: boolean },
): Promise<StoredCabinet> {
  const found = await findCabinet(tx, clientId, options);
  if (!found) throw new AppError('not_found');
  return found;
}

/** Since when a task waits for a host that does not answer; null when it does not wait for one. */
function awaySinceOf(steps: readonly Pick<CabinetStepRow, 'away_since'>[]): Date | null {
  return steps.find(({ away_since }) => away_since !== null)?.away_since ?? null;
}
