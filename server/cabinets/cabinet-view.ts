import type { Kysely } from 'kysely';
import { type CabinetState, cabinetSteps } from '#contract/cabinet.ts';
import type { ClientDetails } from '#contract/client.ts';
import type { Locale } from '#contract/variants.ts';
import type { Tables } from '#server/db/tables.ts';
import { translate } from '#server/messages.ts';
import { Refused } from '#server/refused.ts';
import type { BackupService } from './backup-service.ts';
import { findCabinet, measuredCreationSeconds, stepsOf, type StoredCabinet } from './cabinet-store.ts';
import { nextStep } from './provisioning-steps.ts';

interface ViewDeps {
  db: Kysely<Tables>;
  backups: BackupService;
  urlOf(domain: string | null): string | null;
}

/** A cabinet as people see it: the customer on the wait screen, staff on the client's page. */
export function createCabinetView({ db, backups, urlOf }: ViewDeps) {
  return {
    /** What the customer's wait screen shows. */
    async state(clientId: string, locale: Locale): Promise<CabinetState> {
      const found = await findCabinet(db, clientId);
      if (!found) throw new Refused('not_found');
      return present(found, locale);
    },

    present,

    /** What staff see of how a cabinet was made, or of what is under way with it. */
    async details(clientId: string, locale: Locale): Promise<ClientDetails['cabinet']> {
      const found = await findCabinet(db, clientId);
      if (!found) throw new Refused('not_found');
      const { client, cabinet } = found;
      const task = cabinet?.task ?? null;
      const steps = stepsOf(found, task ?? 'create');
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
          task && cabinet && failed?.error_reason
            ? {
                message: translate(locale, `cabinetErrors.${failed.error_reason}`),
                detail: failed.error_detail,
                reference: cabinet.reference,
              }
            : null,
        created_at: cabinet?.started_at.toISOString() ?? null,
        ready_at: cabinet?.ready_at?.toISOString() ?? null,
        ...(await backups.ofClient(clientId)),
      };
    },
  };

  async function present(found: StoredCabinet, locale: Locale): Promise<CabinetState> {
    const { client, cabinet } = found;
    const steps = stepsOf(found, 'create');
    const isFailed = client.cabinet_status === 'failed';
    const reason = steps.find(({ state }) => state === 'failed')?.error_reason ?? 'unknown';
    return {
      status: client.cabinet_status,
      cabinet_url: urlOf(client.domain),
      step: cabinetSteps.find((step) => steps.length > 0 && step === nextStep('create', steps)) ?? null,
      steps: cabinetSteps.map((key) => ({
        key,
        state: steps.find(({ step }) => step === key)?.state ?? 'pending',
      })),
      estimate_seconds: client.cabinet_status === 'creating' ? await measuredCreationSeconds(db) : null,
      error:
        isFailed && cabinet
          ? { message: translate(locale, `cabinetErrors.${reason}`), reference: cabinet.reference }
          : null,
    };
  }
}
export type CabinetView = ReturnType<typeof createCabinetView>;
