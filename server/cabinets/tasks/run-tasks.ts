import { randomUUID } from 'node:crypto';
import type { CabinetTask, TaskStep } from '#contract/cabinets/cabinet.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import {
  alone,
  beginStep,
  findCabinet,
  putTask,
  stepsOf,
  type StoredCabinet,
  updateCabinet,
  updateStep,
} from '#server/cabinets/cabinet-store.ts';
import { clearFindings } from '#server/cabinets/comparison/finding-store.ts';
import { type CreationProgress, DriverError } from '#server/cabinets/drivers/driver.ts';
import type { CabinetRow, CabinetStepRow, Db } from '#server/db/tables.ts';
import { failedKinds } from './failed-kinds.ts';
import { finishStep, finishTask } from './finish-task.ts';
import { performStep } from './perform-step.ts';
import {
  asksHost,
  attemptsPerStep,
  isOvertaken,
  longestWaitSeconds,
  nextStep,
} from './provisioning-steps.ts';
import { lookAgainLater, recordFailure } from './record-failure.ts';
import { hostIsThere } from './recover-cabinets.ts';
import { backupToRestore, beginAgain } from './start-cabinet.ts';
import { wantedState, wantedTask } from './wanted-state.ts';

/**
 * The job of one cabinet, in recorded steps that can be resumed (DESIGN sections 6 and 10.5). At most one worker is
 * at a cabinet, every operation keeps its id over all its tries, and what is wanted now comes before what was begun.
 * It runs until nothing is left to do or it has to wait. False, without doing anything, while another worker is at
 * the same cabinet.
 */
export async function runTasks(deps: CabinetDeps, clientId: string): Promise<boolean> {
  const ran = await alone(deps.db, clientId, async (connection) => {
    for (;;) {
      const found = await findCabinet(connection, clientId);
      if (!found?.cabinet) return true;
      const task = await taskOf(deps, connection, found);
      if (task === 'again') continue;
      if (!task || !(await advance(deps, connection, found, task))) return true;
    }
  });
  return ran ?? false;
}

/** What to do now; `again` after the plan changed. */
async function taskOf(
  deps: CabinetDeps,
  connection: Db,
  found: StoredCabinet,
): Promise<CabinetTask | 'again' | undefined> {
  const { client, cabinet } = found;
  if (!cabinet) return undefined;
  if (!cabinet.task) {
    const task = wantedTask(client, cabinet);
    if (!task) return undefined;
    await beginTask(deps, connection, client.id, task);
    return 'again';
  }
  if (client.erased_at && isOvertaken(cabinet.task, [], wantedState(client))) {
    await beginTask(deps, connection, client.id, 'undo');
    return 'again';
  }
  if (cabinet.task === 'create' && (client.deleted_at || client.cabinet_status !== 'creating'))
    return undefined;
  const steps = stepsOf(found, cabinet.task);
  if (!isOvertaken(cabinet.task, steps, wantedState(client))) return cabinet.task;
  // The earlier step may have worked, so its opposite is done, whatever the record says.
  const opposite = { suspend: 'resume', resume: 'suspend' } as const;
  const wasTried = steps.some(({ attempts }) => attempts > 0);
  if (wasTried && (cabinet.task === 'suspend' || cabinet.task === 'resume')) {
    await beginTask(deps, connection, client.id, opposite[cabinet.task]);
  } else {
    await updateCabinet(connection, client.id, { task: null, task_by: null });
  }
  await clearFindings(connection, client.id, [failedKinds[cabinet.task]]);
  return 'again';
}

/** Begins the task that the client's state asks for. */
async function beginTask(
  deps: CabinetDeps,
  connection: Db,
  clientId: string,
  task: CabinetTask,
): Promise<void> {
  await connection.transaction().execute(async (tx) => {
    if (task !== 'create') return putTask(tx, clientId, { task });
    const backupId = await backupToRestore(deps, tx, clientId);
    await beginAgain(deps, tx, clientId, { now: deps.clock.now(), backupId });
  });
}

/** Tries one step; false when the run ends here. */
async function advance(
  deps: CabinetDeps,
  connection: Db,
  found: StoredCabinet,
  task: CabinetTask,
): Promise<boolean> {
  const steps = stepsOf(found, task);
  const step = nextStep(task, steps);
  const row = steps.find((one) => one.step === step);
  if (!step || !row) {
    await finishTask(deps, connection, found, task);
    return true;
  }
  const isLook = row.state === 'running' && row.waiting_since !== null && row.operation_id !== null;
  const { attempts, operationId } =
    isLook && row.operation_id
      ? { attempts: row.attempts, operationId: row.operation_id }
      : await beginStep(connection, row, { now: deps.clock.now(), operationId: randomUUID() });
  let outcome: CreationProgress;
  try {
    outcome = answerOf(row) ?? (await performStep(deps, connection, found, { step, operationId }));
    if (outcome.state === 'done') await finishStep(deps, connection, found, { task, step, outcome });
    if (found.cabinet && asksHost(step)) await hostIsThere(deps, connection, placeOf(found.cabinet, step));
  } catch (error) {
    await recordFailure(deps, connection, found, { row, attempts, error });
    return false;
  }
  return outcome.state === 'done' || waitFor(deps, connection, found, { row, attempts, outcome });
}

/** The host that a step has just reached. */
function placeOf({ driver, host, second_host }: CabinetRow, step: TaskStep) {
  return { driver, host: step === 'clear' ? second_host : host };
}

/** The answer of a call-back; undefined when the driver itself must be asked. */
function answerOf({ step, answer }: CabinetStepRow): CreationProgress | undefined {
  if (!answer) return undefined;
  if (answer.status === 'failed') throw new DriverError('failed', answer.message, { ended: true });
  // The driver fetches a backup itself: it asks again and gets the call-back's answer.
  if (step === 'backup') return undefined;
  return { state: 'done', ...(answer.domain !== undefined && { domain: answer.domain }) };
}

/** True when a call-back arrived meanwhile. */
async function waitFor(
  deps: CabinetDeps,
  connection: Db,
  found: StoredCabinet,
  {
    row,
    attempts,
    outcome,
  }: { row: CabinetStepRow; attempts: number; outcome: { lookAgainSeconds: number } },
): Promise<boolean> {
  const now = deps.clock.now();
  const since = row.waiting_since ?? now;
  if (now.getTime() - since.getTime() > longestWaitSeconds * 1000) {
    const error = new DriverError('timeout', `still pending after ${longestWaitSeconds} s`);
    const all = Math.max(attempts, attemptsPerStep + row.away_tries);
    await recordFailure(deps, connection, found, { row, attempts: all, error });
    return false;
  }
  await updateStep(connection, row, { waiting_since: since });
  const after = await findCabinet(connection, row.client_id);
  const { answer } = after?.steps.find((one) => one.task === row.task && one.step === row.step) ?? {};
  if (answer) return true;
  await lookAgainLater(deps, connection, row.client_id, outcome.lookAgainSeconds);
  return false;
}
