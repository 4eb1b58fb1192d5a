import type { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import type { CabinetState } from '#contract/cabinet.ts';
import type { ProvisionerResult } from '#contract/provisioner.ts';
import type { Locale } from '#contract/variants.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/caller.ts';
import { Refused, refusedField } from '#server/refused.ts';
import { identityOf } from './cabinet-identity.ts';
import {
  alone,
  clientsToSettle,
  clientsWithTasks,
  findCabinet,
  findSuspended,
  noteAnswer,
  putTask,
  setCabinetStatus,
  stepsOf,
  type StoredCabinet,
  updateCabinet,
  updateStep,
} from './cabinet-store.ts';
import type { CabinetView } from './cabinet-view.ts';
import type { CabinetWork } from './cabinet-work.ts';
import { failedKinds } from './failed-kinds.ts';
import { clearFindings } from './finding-store.ts';
import { isDueAt, isOver } from './provisioning-steps.ts';
import type { TaskActs } from './task-acts.ts';
import type { TaskRunner } from './task-runner.ts';

/** Of a step, what a try leaves: the next act is a new one. */
const untried = {
  operation_id: null,
  waiting_since: null,
  answer: null,
  error_reason: null,
  error_detail: null,
} as const;

/** Tasks after which a cabinet rests or is gone. */
const endings: ReadonlySet<string | null | undefined> = new Set(['suspend', 'delete', 'undo']);

interface ProvisioningParts {
  acts: TaskActs;
  runner: TaskRunner;
  view: CabinetView;
}

/**
 * What is asked of cabinets, in the caller's transaction; the runner does it (DESIGN section 6): no client is ever
 * left without a job, an active cabinet or a visible failure.
 */
export function createProvisioningService(work: CabinetWork & ProvisioningParts) {
  const { db, queue, secrets, drivers, keeper, backups, subscriptions, acts, runner, view, urlOf } = work;

  return {
    urlOf,
    /** For the page under a name whose cabinet rests, wherever it is made; undefined when none does. */
    suspendedElsewhere: (domain: string) => findSuspended(db, domain),
    state: view.state,
    details: view.details,

    start: keeper.start,
    startAll: keeper.startAll,
    startAgain: keeper.startAgain,
    settleLater: keeper.settleLater,
    settleAllLater: keeper.settleAllLater,

    /**
     * The job: goes on at the first step that isn't done, or with what the client's state asks for. False while
     * another worker is at the same cabinet.
     */
    run: (clientId: string) => runner.run(clientId),

    /** Takes up what a worker that died left: tasks, and cabinets that are not as their client's state says. */
    async takeUp(): Promise<void> {
      for (const clientId of await clientsWithTasks(db))
        await queue.enqueue(db, 'make-cabinet', { clientId });
      for (const clientId of await clientsToSettle(db))
        await queue.enqueue(db, 'settle-cabinet', { clientId });
    },

    /** Tries at once what failed, from the step that failed; a creation that was undone begins anew. */
    async retry(caller: Caller, clientId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const found = await findCabinet(tx, clientId, { lock: true });
        if (!found) throw new Refused('not_found');
        const { client, cabinet } = found;
        // For a deleted client nothing is made any more, but what is there still comes to rest and goes.
        if (client.deleted_at && !endings.has(cabinet?.task)) throw new Refused('not_found');
        if (!cabinet || !hasFailed(found)) throw new Refused('cabinet_not_failed');
        if (!cabinet.task) {
          await keeper.beginAgain(tx, clientId, caller.now, {
            by: staffId(caller),
            backupId: cabinet.backup_id,
          });
        } else {
          await tryAnew(tx, found);
          if (client.cabinet_status === 'failed' && cabinet.task === 'create') {
            await setCabinetStatus(tx, clientId, 'creating', caller.now);
          }
        }
        await writeAudit(tx, caller, {
          action: 'cabinet.retry',
          subject: { type: 'client', id: clientId, name: client.name },
          clientId,
        });
        await queue.enqueue(tx, 'settle-cabinet', { clientId });
      });
    },

    /** Gives a failed creation up: what was made of it is destroyed, and it can be made again. */
    async giveUp(caller: Caller, clientId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const found = await findCabinet(tx, clientId, { lock: true });
        if (!found) throw new Refused('not_found');
        if (found.client.cabinet_status !== 'failed' || found.cabinet?.task !== 'create') {
          throw new Refused('cabinet_not_failed');
        }
        await putTask(tx, clientId, { task: 'undo', by: staffId(caller) });
        await writeAudit(tx, caller, {
          action: 'cabinet.give_up',
          subject: { type: 'client', id: clientId, name: found.client.name },
          clientId,
        });
        await queue.enqueue(tx, 'settle-cabinet', { clientId });
      });
    },

    /**
     * Goes on with a deletion whose last backup could not be made: nothing is left of the data then. Refused unless
     * it has failed as often as is shown.
     */
    async deleteWithoutBackup(caller: Caller, clientId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const found = await findCabinet(tx, clientId, { lock: true });
        if (!found) throw new Refused('not_found');
        const { client, cabinet } = found;
        const backup = stepsOf(found, 'delete').find(({ step }) => step === 'backup');
        if (cabinet?.task !== 'delete' || backup?.state !== 'failed') throw new Refused('cabinet_not_failed');
        await updateStep(tx, backup, { ...untried, state: 'skipped', finished_at: caller.now });
        await updateCabinet(tx, clientId, { task_by: staffId(caller) });
        await clearFindings(tx, clientId, [failedKinds.delete]);
        await writeAudit(tx, caller, {
          action: 'cabinet.delete_without_backup',
          subject: { type: 'client', id: clientId, name: client.name },
          clientId,
          changes: [{ field: 'backup', before: backup.error_reason, after: null }],
        });
        await queue.enqueue(tx, 'settle-cabinet', { clientId });
      });
    },

    /**
     * Makes a deleted cabinet again from one of its backups. An archived client is blocked from now on, as before the
     * deletion: its retention runs anew, 7 days at least, and a top-up opens the cabinet.
     */
    async restore(caller: Caller, clientId: string, backupId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const found = await findCabinet(tx, clientId, { lock: true });
        if (!found || found.client.deleted_at) throw new Refused('not_found');
        if (found.client.cabinet_status !== 'deleted') throw new Refused('cabinet_not_deleted');
        await backups.requireRestorable(tx, clientId, backupId);
        if (found.client.status === 'archived') await subscriptions.blockAnew(tx, clientId, caller.now);
        await keeper.beginAgain(tx, clientId, caller.now, { backupId, by: staffId(caller) });
        await writeAudit(tx, caller, {
          action: 'backup.restore',
          subject: { type: 'client', id: clientId, name: found.client.name },
          clientId,
        });
        await queue.enqueue(tx, 'settle-cabinet', { clientId });
      });
    },

    /** Begins a repair of a cabinet that should answer and is at rest; false when something is under way. */
    async repairLater(tx: Kysely<Tables>, caller: Caller, clientId: string): Promise<boolean> {
      const found = await findCabinet(tx, clientId, { lock: true });
      if (!found?.cabinet || found.cabinet.task) return false;
      await updateCabinet(tx, clientId, { backup_id: (await backups.newest(tx, clientId))?.id ?? null });
      await putTask(tx, clientId, { task: 'repair', by: staffId(caller) });
      return true;
    },

    /** Suspends again what is recorded as suspended and answers all the same. */
    async suspendLater(tx: Kysely<Tables>, caller: Caller, clientId: string): Promise<boolean> {
      const found = await findCabinet(tx, clientId, { lock: true });
      if (!found?.cabinet || found.cabinet.task) return false;
      await putTask(tx, clientId, { task: 'suspend', by: staffId(caller) });
      return true;
    },

    /** How an act ended that went on elsewhere. What no step waits for is known already, or of no interest. */
    async takeResult({ operation, ...answer }: ProvisionerResult): Promise<void> {
      const clientId = await noteAnswer(db, operation, answer);
      if (clientId) await queue.enqueue(db, 'settle-cabinet', { clientId });
    },

    /** The data that a new database begins with, for whoever makes it. */
    async backupFor(id: string): Promise<{ name: string; bytes: number; content: Readable }> {
      const { bytes, open } = await backups.source(id).catch(() => {
        throw new Refused('not_found');
      });
      return { name: `${id}.backup`, bytes, content: open() };
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
        if (!isDueAt('create', stepsOf(found, 'create'), 'health')) return;
        const probed = await drivers.of(found.cabinet.driver).probe(identityOf(found, secrets, urlOf));
        if (!probed.answered) return;
        for (const step of ['health', 'ready'] as const) {
          await acts.finishStep(connection, found, { task: 'create', step, outcome: { state: 'done' } });
        }
      });
      const after = await findCabinet(db, clientId);
      return view.present(after ?? before, locale);
    },
  };

  async function tryAnew(tx: Kysely<Tables>, found: StoredCabinet): Promise<void> {
    const { client, cabinet } = found;
    if (!cabinet?.task) return;
    for (const row of stepsOf(found, cabinet.task)) {
      if (isOver(row.state)) continue;
      await updateStep(tx, row, { ...untried, state: 'pending', attempts: 0 });
    }
    await updateCabinet(tx, client.id, { failed_at: null });
    await clearFindings(tx, client.id, [failedKinds[cabinet.task]]);
  }

  function staffId({ actor }: Caller): string | null {
    return actor.kind === 'staff' ? actor.id : null;
  }
}
export type ProvisioningService = ReturnType<typeof createProvisioningService>;

/** Whether there is a failure to try again: of a creation, or of a task that goes on with ever longer pauses. */
function hasFailed(found: StoredCabinet): boolean {
  const { client, cabinet } = found;
  if (client.cabinet_status === 'failed') return cabinet?.task !== 'undo' || someFailed(found);
  return someFailed(found);
}

function someFailed(found: StoredCabinet): boolean {
  const task = found.cabinet?.task;
  return task ? stepsOf(found, task).some(({ state }) => state === 'failed') : false;
}
