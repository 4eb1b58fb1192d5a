import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { CabinetTask } from '#contract/cabinet.ts';
import type { ProvisionerAnswer } from '#contract/provisioner.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { CabinetStepRow, Tables } from '#server/db/tables.ts';
import { systemCaller } from '#server/http/caller.ts';
import {
  alone,
  beginStep,
  findCabinet,
  setCabinetStatus,
  stepsOf,
  type StoredCabinet,
  updateCabinet,
  updateStep,
} from './cabinet-store.ts';
import type { CabinetWork } from './cabinet-work.ts';
import { type CreationOutcome, DriverError } from './driver.ts';
import { failedKinds } from './failed-kinds.ts';
import { clearFindings, putFinding } from './finding-store.ts';
import {
  afterFailure,
  attemptsPerStep,
  isOvertaken,
  longestWaitSeconds,
  nextStep,
} from './provisioning-steps.ts';
import type { TaskActs } from './task-acts.ts';
import { wantedState, wantedTask } from './wanted-state.ts';

/**
 * Works on cabinets in recorded, resumable steps (DESIGN sections 6 and 10.5): at most one worker at a cabinet, every
 * act under one operation id over all its tries, what is wanted now before what was begun.
 */
export function createTaskRunner({ db, queue, clock, locale, log, acts }: CabinetWork & { acts: TaskActs }) {
  return {
    /** Goes on until there is nothing to do, or to wait for. False, and a no-op, while another is at the same cabinet. */
    async run(clientId: string): Promise<boolean> {
      const ran = await alone(db, clientId, async (connection) => {
        for (;;) {
          const found = await findCabinet(connection, clientId);
          if (!found?.cabinet) return true;
          const task = await taskOf(connection, found);
          if (task === 'again') continue;
          if (!task || !(await advance(connection, found, task))) return true;
        }
      });
      return ran ?? false;
    },
  };

  /** What is to be done now; `again` after a change of plan. */
  async function taskOf(
    connection: Kysely<Tables>,
    found: StoredCabinet,
  ): Promise<CabinetTask | 'again' | undefined> {
    const { client, cabinet } = found;
    if (!cabinet) return undefined;
    if (!cabinet.task) {
      const task = wantedTask(client, cabinet);
      if (!task) return undefined;
      await acts.begin(connection, client.id, task);
      return 'again';
    }
    if (cabinet.task === 'create' && (client.deleted_at || client.cabinet_status !== 'creating'))
      return undefined;
    const steps = stepsOf(found, cabinet.task);
    if (!isOvertaken(cabinet.task, steps, wantedState(client))) return cabinet.task;
    // What was tried may have been done: the opposite is, whatever the record says.
    const opposite = { suspend: 'resume', resume: 'suspend' } as const;
    const wasTried = steps.some(({ attempts }) => attempts > 0);
    if (wasTried && (cabinet.task === 'suspend' || cabinet.task === 'resume')) {
      await acts.begin(connection, client.id, opposite[cabinet.task]);
    } else {
      await updateCabinet(connection, client.id, { task: null, task_by: null });
    }
    await clearFindings(connection, client.id, [failedKinds[cabinet.task]]);
    return 'again';
  }

  /** Tries one step; false when the run ends here. */
  async function advance(
    connection: Kysely<Tables>,
    found: StoredCabinet,
    task: CabinetTask,
  ): Promise<boolean> {
    const steps = stepsOf(found, task);
    const step = nextStep(task, steps);
    const row = steps.find((one) => one.step === step);
    if (!step || !row) {
      await acts.finish(connection, found, task);
      return true;
    }
    const isLook = row.state === 'running' && row.waiting_since !== null && row.operation_id !== null;
    const { attempts, operationId } =
      isLook && row.operation_id
        ? { attempts: row.attempts, operationId: row.operation_id }
        : await beginStep(connection, row, { now: clock.now(), operationId: randomUUID() });
    let outcome: CreationOutcome;
    try {
      outcome = row.answer
        ? await acts.take(connection, found, { task, step, operationId, answer: answered(row.answer) })
        : await acts.perform(connection, found, { task, step, operationId });
      if (outcome.state === 'done') await acts.finishStep(connection, found, { task, step, outcome });
    } catch (error) {
      await recordFailure(connection, found, { row, attempts, error });
      return false;
    }
    return outcome.state === 'done' || waitFor(connection, found, { row, attempts, outcome });
  }

  /** True when a call-back has come meanwhile. */
  async function waitFor(
    connection: Kysely<Tables>,
    found: StoredCabinet,
    {
      row,
      attempts,
      outcome,
    }: { row: CabinetStepRow; attempts: number; outcome: { lookAgainSeconds: number } },
  ): Promise<boolean> {
    const now = clock.now();
    const since = row.waiting_since ?? now;
    if (now.getTime() - since.getTime() > longestWaitSeconds * 1000) {
      const error = new DriverError('timeout', `still pending after ${longestWaitSeconds} s`);
      await recordFailure(connection, found, { row, attempts: Math.max(attempts, attemptsPerStep), error });
      return false;
    }
    await updateStep(connection, row, { waiting_since: since });
    const after = await findCabinet(connection, row.client_id);
    const { answer } = after?.steps.find((one) => one.task === row.task && one.step === row.step) ?? {};
    if (answer) return true;
    await later(connection, row.client_id, outcome.lookAgainSeconds);
    return false;
  }

  async function recordFailure(
    connection: Kysely<Tables>,
    { client, cabinet }: StoredCabinet,
    { row, attempts, error }: { row: CabinetStepRow; attempts: number; error: unknown },
  ): Promise<void> {
    const isKnown = error instanceof DriverError;
    const reason = isKnown ? error.reason : 'unknown';
    const detail = (isKnown ? error.detail : error instanceof Error ? error.message : String(error)).slice(
      0,
      1000,
    );
    const { task, step } = row;
    const next = afterFailure(task, attempts);
    log.warn({ clientId: client.id, task, step, attempts, reason, detail, next }, 'cabinet step failed');
    await connection.transaction().execute(async (tx) => {
      await updateStep(tx, row, {
        state: next.state,
        error_reason: reason,
        error_detail: detail,
        waiting_since: null,
        answer: null,
        ...(isKnown && error.ended && { operation_id: null }),
      });
      if (step === 'gone') await acts.destroyAgain(tx, row);
      if (next.retryAfterSeconds !== null) await later(tx, client.id, next.retryAfterSeconds);
      if (next.state !== 'failed' || row.state === 'failed') return;
      const now = clock.now();
      if (task === 'create') {
        await updateCabinet(tx, client.id, { failed_at: now });
        await setCabinetStatus(tx, client.id, 'failed', now);
      }
      await putFinding(tx, now, {
        client_id: client.id,
        kind: failedKinds[task],
        domain: client.domain,
        driver: cabinet?.driver ?? '',
        reason,
        detail,
        has_database: null,
        confirmed: true,
      });
      await writeAudit(tx, systemCaller(now, locale), {
        action: task === 'create' ? 'cabinet.failed' : 'cabinet.task_failed',
        subject: { type: 'client', id: client.id, name: client.name },
        clientId: client.id,
        changes: [{ field: step, before: null, after: reason }],
      });
    });
  }

  /** In a queue of its own, so that what is to be done at once is not taken for what waits. */
  function later(tx: Kysely<Tables>, clientId: string, seconds: number): Promise<void> {
    return queue.enqueue(tx, 'make-cabinet', { clientId }, { afterSeconds: seconds });
  }
}
export type TaskRunner = ReturnType<typeof createTaskRunner>;

function answered(answer: ProvisionerAnswer): Extract<ProvisionerAnswer, { status: 'done' }> {
  if (answer.status === 'failed') throw new DriverError('failed', answer.message, { ended: true });
  return answer;
}
