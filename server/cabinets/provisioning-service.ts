import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { type CabinetState, type CabinetStep, cabinetSteps } from '#contract/cabinet.ts';
import type { ClientDetails } from '#contract/client.ts';
import type { Locale } from '#contract/variants.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Tables } from '#server/db/tables.ts';
import { type Caller, systemCaller } from '#server/http/caller.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { translate } from '#server/messages.ts';
import { Refused, refusedField } from '#server/refused.ts';
import { newToken, type Secrets } from '#server/secrets.ts';
import type { SubscriptionService } from '#server/subscriptions/subscription-service.ts';
import { cabinetUrl } from './cabinet-address.ts';
import {
  alone,
  beginStep,
  claimDomain,
  clientsInCreation,
  clientsToSettle,
  findCabinet,
  insertCabinet,
  measuredCreationSeconds,
  setCabinetStatus,
  type StoredCabinet,
  updateCabinet,
  updateStep,
} from './cabinet-store.ts';
import { type CabinetDriver, type CabinetIdentity, DriverError } from './driver.ts';
import type { Drivers } from './drivers.ts';
import { afterFailure, isDueAt, nextStep } from './provisioning-steps.ts';
import { wantedMove } from './wanted-state.ts';
import { slugCandidate, slugOf } from './slug.ts';

interface ProvisioningDeps {
  db: Kysely<Tables>;
  queue: Queue;
  clock: Clock;
  secrets: Secrets;
  drivers: Drivers;
  mail: MailService;
  subscriptions: SubscriptionService;
  config: Pick<Config, 'cabinets' | 'publicUrl'>;
  locale: Locale;
  log: Logger;
}

/** One look at the health check within a try of that step, and how many there are. */
const healthLook = { everyMs: 200, times: 25 } as const;

/**
 * Makes cabinets in resumable, idempotent steps, each recorded (DESIGN section 6): no client is ever left without a
 * job, an active cabinet or a visible failure.
 */
export function createProvisioningService(deps: ProvisioningDeps) {
  const { db, queue, clock, secrets, drivers, mail, subscriptions, config, log } = deps;
  const urlOf = (domain: string | null) => cabinetUrl(config.cabinets, domain);

  return {
    urlOf,

    /** Begins a creation in the caller's transaction; nothing when one has begun. */
    async start(tx: Kysely<Tables>, clientId: string, now: Date): Promise<void> {
      const found = await findCabinet(tx, clientId, { lock: true });
      if (!found || found.cabinet) return;
      await insertCabinet(tx, {
        client_id: clientId,
        driver: drivers.current,
        secret_sealed: secrets.seal(newToken()),
        reference: newReference(),
        started_at: now,
        ready_at: null,
        failed_at: null,
      });
      await setCabinetStatus(tx, clientId, 'creating', now);
      await queue.enqueue(tx, 'make-cabinet', { clientId });
    },

    /** The job: goes on at the first step that isn't done. Another worker at the same client makes this a no-op. */
    async run(clientId: string): Promise<void> {
      await alone(db, clientId, async (connection) => {
        for (;;) {
          const found = await findCabinet(connection, clientId);
          if (!found?.cabinet || found.client.cabinet_status !== 'creating' || found.client.deleted_at)
            return;
          const step = nextStep(found.steps);
          if (!step || !(await advance(connection, found, step))) return;
        }
      });
    },

    /** Has the cabinet follow its client's state, after the caller's transaction; also goes on with a creation. */
    async settleLater(tx: Kysely<Tables>, clientId: string): Promise<void> {
      await queue.enqueue(tx, 'settle-cabinet', { clientId });
    },

    /** The job: suspends or resumes a cabinet whose client's state says so. Throws when the driver fails. */
    async settle(clientId: string): Promise<void> {
      await alone(db, clientId, async (connection) => {
        const found = await findCabinet(connection, clientId);
        const move = found?.cabinet && wantedMove(found.client);
        if (!found || !move) return;
        const cabinet = identityOf(found, secrets, urlOf);
        const driver = driverOf(found);
        if (move.to === 'active') await driver.resume(cabinet, { id: randomUUID() });
        else await driver.suspend(cabinet, { id: randomUUID(), reason: move.reason });
        await setCabinetStatus(connection, clientId, move.to, clock.now());
      });
      const found = await findCabinet(db, clientId);
      if (found?.client.cabinet_status === 'creating') await queue.enqueue(db, 'make-cabinet', { clientId });
    },

    /** Takes up what a worker that died left: creations, and cabinets that are not as their client's state says. */
    async takeUp(): Promise<void> {
      for (const clientId of await clientsInCreation(db))
        await queue.enqueue(db, 'make-cabinet', { clientId });
      for (const clientId of await clientsToSettle(db))
        await queue.enqueue(db, 'settle-cabinet', { clientId });
    },

    /** What the customer's wait screen shows. */
    async state(clientId: string, locale: Locale): Promise<CabinetState> {
      const found = await findCabinet(db, clientId);
      if (!found) throw new Refused('not_found');
      return present(found, locale);
    },

    /** What staff see of how a cabinet was made. */
    async details(clientId: string, locale: Locale): Promise<ClientDetails['cabinet']> {
      const found = await findCabinet(db, clientId);
      if (!found) throw new Refused('not_found');
      const failed = found.steps.findLast(({ error_reason }) => error_reason !== null);
      return {
        status: found.client.cabinet_status,
        steps: found.steps.map((row) => ({
          key: row.step,
          state: row.state,
          attempts: row.attempts,
          error: row.error_reason && translate(locale, `cabinetErrors.${row.error_reason}`),
          started_at: row.started_at?.toISOString() ?? null,
          finished_at: row.finished_at?.toISOString() ?? null,
        })),
        error:
          found.cabinet && failed?.error_reason && found.client.cabinet_status !== 'active'
            ? {
                message: translate(locale, `cabinetErrors.${failed.error_reason}`),
                detail: failed.error_detail,
                reference: found.cabinet.reference,
              }
            : null,
        created_at: found.cabinet?.started_at.toISOString() ?? null,
        ready_at: found.cabinet?.ready_at?.toISOString() ?? null,
      };
    },

    /** Tries a failed creation again from the step that failed. */
    async retry(caller: Caller, clientId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const found = await findCabinet(tx, clientId, { lock: true });
        if (!found || found.client.deleted_at) throw new Refused('not_found');
        if (!found.cabinet || found.client.cabinet_status !== 'failed')
          throw new Refused('cabinet_not_failed');
        for (const { step, state } of found.steps) {
          if (state !== 'done') await updateStep(tx, clientId, step, { state: 'pending', attempts: 0 });
        }
        await updateCabinet(tx, clientId, { failed_at: null });
        await setCabinetStatus(tx, clientId, 'creating', caller.now);
        await writeAudit(tx, caller, {
          action: 'cabinet.retry',
          subject: { type: 'client', id: clientId, name: found.client.name },
          clientId,
        });
        await queue.enqueue(tx, 'make-cabinet', { clientId });
      });
    },

    /**
     * The customer's browser has had an answer: when the health check is all that is missing, the server looks for
     * itself at the stored address, whatever was sent, and finishes.
     */
    async domainResolved(clientId: string, domain: string, locale: Locale): Promise<CabinetState> {
      const before = await findCabinet(db, clientId);
      if (!before) throw new Refused('not_found');
      if (!before.client.domain || before.client.domain !== domain.toLowerCase()) {
        throw refusedField('domain', 'validation.notAllowed');
      }
      await alone(db, clientId, async (connection) => {
        const found = await findCabinet(connection, clientId);
        if (!found?.cabinet || found.client.cabinet_status !== 'creating' || found.client.deleted_at) return;
        if (!isDueAt(found.steps, 'health')) return;
        const probed = await driverOf(found).probe(identityOf(found, secrets, urlOf));
        if (!probed.answered) return;
        await finishStep(connection, clientId, 'health');
        await makeReady(connection, found);
      });
      const after = await findCabinet(db, clientId);
      return present(after ?? before, locale);
    },
  };

  /** Tries one step; false when the run ends here. */
  async function advance(
    connection: Kysely<Tables>,
    found: StoredCabinet,
    step: CabinetStep,
  ): Promise<boolean> {
    const clientId = found.client.id;
    const attempt = await beginStep(connection, clientId, step, clock.now());
    try {
      await perform(connection, found, step);
    } catch (error) {
      await recordFailure(connection, found, { step, attempt, error });
      return false;
    }
    if (step !== 'ready') await finishStep(connection, clientId, step);
    return true;
  }

  async function perform(connection: Kysely<Tables>, found: StoredCabinet, step: CabinetStep): Promise<void> {
    switch (step) {
      case 'address':
        return allocateDomain(connection, found);
      case 'database':
      case 'instance':
        await driverOf(found).create(identityOf(found, secrets, urlOf), { id: randomUUID(), step });
        return;
      case 'health':
        return awaitHealth(driverOf(found), identityOf(found, secrets, urlOf));
      case 'ready':
        return makeReady(connection, found);
    }
  }

  async function allocateDomain(connection: Kysely<Tables>, { client }: StoredCabinet): Promise<void> {
    if (client.domain) return;
    const slug = slugOf(client.name);
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const label = slugCandidate(slug, attempt, () => randomBytes(3).toString('hex'));
      if (await claimDomain(connection, client.id, `${label}.${config.cabinets.domain}`)) return;
    }
    throw new Error('no free address found');
  }

  function driverOf({ cabinet }: StoredCabinet): CabinetDriver {
    return drivers.of(cabinet?.driver ?? drivers.current);
  }

  async function awaitHealth(driver: CabinetDriver, cabinet: CabinetIdentity): Promise<void> {
    for (let look = 1; ; look += 1) {
      const probed = await driver.probe(cabinet);
      if (probed.answered) return;
      if (look >= healthLook.times) throw new DriverError('timeout', `health check: ${probed.reason}`);
      await wait(healthLook.everyMs);
    }
  }

  async function finishStep(connection: Kysely<Tables>, clientId: string, step: CabinetStep): Promise<void> {
    await updateStep(connection, clientId, step, {
      state: 'done',
      finished_at: clock.now(),
      error_reason: null,
      error_detail: null,
    });
  }

  /** Active, the free period begun and the mail written, all or nothing. */
  async function makeReady(connection: Kysely<Tables>, { client }: StoredCabinet): Promise<void> {
    const now = clock.now();
    await connection.transaction().execute(async (tx) => {
      const found = await findCabinet(tx, client.id, { lock: true });
      if (found?.client.cabinet_status !== 'creating') return;
      await finishStep(tx, client.id, 'ready');
      await updateCabinet(tx, client.id, { ready_at: now, failed_at: null });
      await setCabinetStatus(tx, client.id, 'active', now);
      await subscriptions.startFreePeriod(tx, client.id, now);
      await mail.write(tx, now, {
        kind: 'cabinet_ready',
        to: client.email,
        locale: client.locale,
        data: { name: client.name, cabinet_url: urlOf(found.client.domain) },
        reason: 'cabinet_ready',
        onceKey: `cabinet_ready:${client.id}:${found.cabinet?.started_at.toISOString()}`,
        clientId: client.id,
      });
      await writeAudit(tx, systemCaller(now, deps.locale), {
        action: 'cabinet.ready',
        subject: { type: 'client', id: client.id, name: client.name },
        clientId: client.id,
      });
    });
  }

  async function recordFailure(
    connection: Kysely<Tables>,
    { client }: StoredCabinet,
    { step, attempt, error }: { step: CabinetStep; attempt: number; error: unknown },
  ): Promise<void> {
    const reason = error instanceof DriverError ? error.reason : 'unknown';
    const detail =
      error instanceof DriverError ? error.detail : error instanceof Error ? error.message : String(error);
    const next = afterFailure(attempt);
    log.warn({ clientId: client.id, step, attempt, reason, detail, next }, 'cabinet step failed');
    await connection.transaction().execute(async (tx) => {
      await updateStep(tx, client.id, step, {
        state: next === 'failed' ? 'failed' : 'pending',
        error_reason: reason,
        error_detail: detail.slice(0, 1000),
      });
      if (next !== 'failed') {
        await queue.enqueue(
          tx,
          'make-cabinet',
          { clientId: client.id },
          { afterSeconds: next.retryAfterSeconds },
        );
        return;
      }
      const now = clock.now();
      await updateCabinet(tx, client.id, { failed_at: now });
      await setCabinetStatus(tx, client.id, 'failed', now);
      await writeAudit(tx, systemCaller(now, deps.locale), {
        action: 'cabinet.failed',
        subject: { type: 'client', id: client.id, name: client.name },
        clientId: client.id,
        changes: [{ field: step, before: null, after: reason }],
      });
    });
  }

  async function present({ client, cabinet, steps }: StoredCabinet, locale: Locale): Promise<CabinetState> {
    const isFailed = client.cabinet_status === 'failed';
    const reason = steps.find(({ state }) => state === 'failed')?.error_reason ?? 'unknown';
    return {
      status: client.cabinet_status,
      cabinet_url: urlOf(client.domain),
      step: steps.length > 0 ? (nextStep(steps) ?? null) : null,
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
export type ProvisioningService = ReturnType<typeof createProvisioningService>;

/** A cabinet as its driver knows it. */
export function identityOf(
  { client, cabinet }: StoredCabinet,
  secrets: Secrets,
  urlOf: (domain: string | null) => string | null,
): CabinetIdentity {
  const url = urlOf(client.domain);
  if (!cabinet || !client.domain || !url) throw new Error('the cabinet has no address yet');
  return { clientId: client.id, domain: client.domain, url, secret: secrets.open(cabinet.secret_sealed) };
}

/** Eight letters and digits that nobody confuses when they are read out. */
function newReference(): string {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return Array.from(randomBytes(8), (byte) => letters[byte % letters.length]).join('');
}
