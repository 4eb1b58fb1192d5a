import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { CabinetTask, TaskStep } from '#contract/cabinet.ts';
import type { ProvisionerAnswer } from '#contract/provisioner.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { CabinetStepRow, Tables } from '#server/db/tables.ts';
import { systemCaller } from '#server/http/caller.ts';
import { identityOf } from './cabinet-identity.ts';
import {
  claimDomain,
  findCabinet,
  putTask,
  setCabinetStatus,
  stepsOf,
  type StoredCabinet,
  updateCabinet,
  updateStep,
} from './cabinet-store.ts';
import type { CabinetWork } from './cabinet-work.ts';
import { type CreationOutcome, DriverError, type Outcome } from './driver.ts';
import { clearFindings, comparedKinds } from './finding-store.ts';
import { failedKinds } from './failed-kinds.ts';
import { slugCandidate, slugOf } from './slug.ts';
import { suspensionReason } from './wanted-state.ts';

interface Act {
  task: CabinetTask;
  step: TaskStep;
  operationId: string;
}

/** One look at the health check within a try of that step, and how many there are. */
const healthLook = { everyMs: 200, times: 25 } as const;
const done: Outcome & { state: 'done' } = { state: 'done' };

/** What each step does, and what it leads to when it is done (DESIGN section 6). Each may be done twice. */
export function createTaskActs(work: CabinetWork) {
  const { clock, secrets, drivers, keeper, backups, mail, subscriptions, config, urlOf, locale } = work;

  return {
    /** Begins what the client's state asks for. */
    async begin(connection: Kysely<Tables>, clientId: string, task: CabinetTask): Promise<void> {
      await connection.transaction().execute(async (tx) => {
        if (task !== 'create') return putTask(tx, clientId, { task });
        const backupId = await keeper.backupToRestore(tx, clientId);
        await keeper.beginAgain(tx, clientId, clock.now(), { backupId });
      });
    },

    async perform(connection: Kysely<Tables>, found: StoredCabinet, act: Act): Promise<CreationOutcome> {
      switch (act.step) {
        case 'address':
          await allocateDomain(connection, found);
          return done;
        case 'database':
        case 'instance':
          return create(found, act.step, act.operationId);
        case 'health':
          await awaitHealth(found);
          return done;
        case 'ready':
          return done;
        case 'suspend':
          return driverOf(found).suspend(identity(found), {
            id: act.operationId,
            reason: suspensionReason(found.client) ?? 'unpaid',
          });
        case 'resume':
          return driverOf(found).resume(identity(found), { id: act.operationId });
        case 'backup':
          return backUp(found, act.operationId);
        case 'destroy':
          if (!found.client.domain) return done; // given up before there was anything
          return driverOf(found).destroy(identity(found), { id: act.operationId });
        case 'gone':
          await requireGone(found);
          return done;
      }
    },

    /** The same by what a call-back said. */
    async take(
      connection: Kysely<Tables>,
      found: StoredCabinet,
      { answer, ...act }: Act & { answer: Extract<ProvisionerAnswer, { status: 'done' }> },
    ): Promise<CreationOutcome> {
      // A backup is fetched by the driver, which asks again and is answered as in the call-back.
      if (act.step === 'backup') return this.perform(connection, found, act);
      return { ...done, ...(answer.domain !== undefined && { domain: answer.domain }) };
    },

    async finishStep(
      connection: Kysely<Tables>,
      found: StoredCabinet,
      { task, step, outcome }: { task: CabinetTask; step: TaskStep; outcome: CreationOutcome },
    ): Promise<void> {
      const row = { client_id: found.client.id, task, step };
      if (task === 'create' && step === 'ready') return makeReady(connection, found);
      const domain = outcome.state === 'done' ? outcome.domain : undefined;
      if (domain !== undefined && domain !== found.client.domain) {
        if (!(await claimDomain(connection, found.client.id, domain))) {
          throw new DriverError('answer_invalid', `the address ${domain} is another client's`);
        }
      }
      await finishRow(connection, row);
    },

    /** After the last step of a task: what it leads to, all or nothing. */
    async finish(connection: Kysely<Tables>, found: StoredCabinet, task: CabinetTask): Promise<void> {
      const { client } = found;
      const now = clock.now();
      await connection.transaction().execute(async (tx) => {
        await clearFindings(tx, client.id, [failedKinds[task], ...comparedKinds]);
        await updateCabinet(tx, client.id, { task: null, task_by: null });
        switch (task) {
          case 'suspend':
            await updateCabinet(tx, client.id, { suspended_for: suspensionReason(client) ?? null });
            return setCabinetStatus(tx, client.id, 'suspended', now);
          case 'resume':
            await updateCabinet(tx, client.id, { suspended_for: null });
            return setCabinetStatus(tx, client.id, 'active', now);
          case 'delete':
          case 'undo':
            return recordDeleted(tx, found, { task, now });
          case 'create':
          case 'repair':
            return;
        }
      });
    },

    /** It said that it had destroyed what is still there. */
    async destroyAgain(tx: Kysely<Tables>, { client_id, task }: Pick<CabinetStepRow, 'client_id' | 'task'>) {
      const row = { client_id, task, step: 'destroy' as const };
      await updateStep(tx, row, { state: 'pending', operation_id: null });
    },
  };

  function driverOf({ cabinet }: StoredCabinet) {
    return drivers.of(cabinet?.driver ?? drivers.current);
  }

  function identity(found: StoredCabinet) {
    return identityOf(found, secrets, urlOf);
  }

  async function allocateDomain(
    connection: Kysely<Tables>,
    { client, cabinet }: StoredCabinet,
  ): Promise<void> {
    if (client.domain) return;
    if (cabinet?.last_domain && (await claimDomain(connection, client.id, cabinet.last_domain))) return;
    const slug = slugOf(client.name);
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const label = slugCandidate(slug, attempt, () => randomBytes(3).toString('hex'));
      if (await claimDomain(connection, client.id, `${label}.${config.cabinets.domain}`)) return;
    }
    throw new Error('no free address found');
  }

  async function create(
    found: StoredCabinet,
    step: 'database' | 'instance',
    operationId: string,
  ): Promise<CreationOutcome> {
    const backupId = step === 'database' ? found.cabinet?.backup_id : null;
    const backup = backupId ? await backups.source(backupId) : undefined;
    return driverOf(found).create(identity(found), { id: operationId, step, ...(backup && { backup }) });
  }

  async function backUp(found: StoredCabinet, operationId: string): Promise<Outcome> {
    const { client, cabinet } = found;
    const owner = { clientId: client.id, domain: client.domain, driver: cabinet?.driver ?? drivers.current };
    const keep = backups.sink(operationId, owner, clock.now());
    const outcome = await driverOf(found).backup(identity(found), { id: operationId, keep });
    if (outcome.state === 'done') await backups.requireKept(operationId);
    return outcome;
  }

  async function awaitHealth(found: StoredCabinet): Promise<void> {
    const driver = driverOf(found);
    const cabinet = identity(found);
    for (let look = 1; ; look += 1) {
      const probed = await driver.probe(cabinet);
      if (probed.answered) return;
      if (probed.reason === 'forbidden_address') throw new DriverError(probed.reason, cabinet.url);
      if (look >= healthLook.times) throw new DriverError('timeout', `health check: ${probed.reason}`);
      await wait(healthLook.everyMs);
    }
  }

  /** A front server may answer for a name that nobody has; what must not be there any more is a healthy cabinet. */
  async function requireGone(found: StoredCabinet): Promise<void> {
    if (!found.client.domain) return;
    const probed = await driverOf(found).probe(identity(found));
    if (!probed.answered || probed.status >= 400) return;
    throw new DriverError('still_there', `the health check answered ${probed.status}`);
  }

  /** Active, the free period begun and the mail written, all or nothing. */
  async function makeReady(connection: Kysely<Tables>, { client }: StoredCabinet): Promise<void> {
    const now = clock.now();
    await connection.transaction().execute(async (tx) => {
      const found = await findCabinet(tx, client.id, { lock: true });
      if (found?.client.cabinet_status !== 'creating') return;
      await finishRow(tx, { client_id: client.id, task: 'create', step: 'ready' });
      await updateCabinet(tx, client.id, { task: null, task_by: null, ready_at: now, failed_at: null });
      await setCabinetStatus(tx, client.id, 'active', now);
      await clearFindings(tx, client.id, ['creation_failed', ...comparedKinds]);
      await subscriptions.startFreePeriod(tx, client.id, now);
      await writeAudit(tx, systemCaller(now, locale), {
        action: 'cabinet.ready',
        subject: { type: 'client', id: client.id, name: client.name },
        clientId: client.id,
      });
      // Restored for somebody who has yet to pay: it rests at once.
      if (suspensionReason(found.client)) return;
      await mail.write(tx, now, {
        kind: 'cabinet_ready',
        to: client.email,
        locale: client.locale,
        data: { name: client.name, cabinet_url: urlOf(found.client.domain) },
        reason: 'cabinet_ready',
        onceKey: `cabinet_ready:${client.id}:${found.cabinet?.started_at.toISOString()}`,
        clientId: client.id,
      });
    });
  }

  /** The address is free for others, the record is for ever; a creation that was undone can be made again. */
  async function recordDeleted(
    tx: Kysely<Tables>,
    found: StoredCabinet,
    { task, now }: { task: 'delete' | 'undo'; now: Date },
  ): Promise<void> {
    const { client, cabinet } = found;
    const by = cabinet?.task_by
      ? await tx
          .selectFrom('users')
          .select(['id', 'name'])
          .where('id', '=', cabinet.task_by)
          .executeTakeFirst()
      : undefined;
    const backupId = stepsOf(found, task).find(({ step }) => step === 'backup')?.operation_id ?? null;
    await backups.recordDeletion(tx, now, {
      clientId: client.id,
      clientName: client.name,
      domain: client.domain,
      driver: cabinet?.driver ?? drivers.current,
      rule: task === 'delete' ? 'retention' : 'given_up',
      by: by ?? null,
      backupId,
    });
    // The address of a creation that was given up may be what was wrong with it.
    const last_domain = task === 'delete' ? client.domain : null;
    await updateCabinet(tx, client.id, { last_domain, backup_id: null });
    await tx.updateTable('clients').set({ domain: null }).where('id', '=', client.id).execute();
    if (task === 'delete') await setCabinetStatus(tx, client.id, 'deleted', now);
    await writeAudit(tx, systemCaller(now, locale), {
      action: task === 'delete' ? 'cabinet.deleted' : 'cabinet.undone',
      subject: { type: 'client', id: client.id, name: client.name },
      clientId: client.id,
      changes: [{ field: 'domain', before: client.domain, after: null }],
    });
  }

  async function finishRow(
    connection: Kysely<Tables>,
    row: Pick<CabinetStepRow, 'client_id' | 'task' | 'step'>,
  ): Promise<void> {
    await updateStep(connection, row, {
      state: 'done',
      finished_at: clock.now(),
      error_reason: null,
      error_detail: null,
      waiting_since: null,
      answer: null,
    });
  }
}
export type TaskActs = ReturnType<typeof createTaskActs>;
