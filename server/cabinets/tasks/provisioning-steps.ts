import { type CabinetTask, type StepState, taskSteps, type TaskStep } from '#contract/cabinets/cabinet.ts';
import type { WantedState } from './wanted-state.ts';

/** Pure rules of work in steps (DESIGN sections 6 and 10.5). */

export interface StepProgress {
  step: TaskStep;
  state: StepState;
  attempts: number;
}

/** What a try leaves in the row of its step, taken back: the next act is a new one. */
export const untried = {
  operation_id: null,
  waiting_since: null,
  answer: null,
  error_reason: null,
  error_detail: null,
  away_since: null,
  away_tries: 0,
} as const;

/** How often a step is tried before its failure is shown; a creation then waits for somebody. */
export const attemptsPerStep = 5;

/** What goes on elsewhere for longer has failed. */
export const longestWaitSeconds = 15 * 60;

const longestPauseSeconds = 10 * 60;

/** The first step that isn't over; undefined when all are. */
export function nextStep(task: CabinetTask, progress: readonly StepProgress[]): TaskStep | undefined {
  return taskSteps[task].find((step) => !isOver(progress.find((row) => row.step === step)?.state));
}

/** Whether nothing is left to do of a step. */
export function isOver(state: StepState | undefined): boolean {
  return state === 'done' || state === 'skipped';
}

/**
 * What follows a failed attempt. A creation gives up, since a person waits for it and may try again; everything else
 * goes on, later each time, so that a client who has paid is not blocked until a colleague comes.
 */
export function afterFailure(
  task: CabinetTask,
  attempts: number,
): { state: 'pending' | 'failed'; retryAfterSeconds: number | null } {
  const isShown = attempts >= attemptsPerStep;
  const pause = Math.min(2 ** (attempts - 1), longestPauseSeconds);
  return {
    state: isShown ? 'failed' : 'pending',
    retryAfterSeconds: isShown && task === 'create' ? null : pause,
  };
}

/** How long the host of a cabinet may be away before that counts as a failure: a weekend. */
const longestAwaySeconds = 48 * 3600;
const longestAwayPauseSeconds = 5 * 60;

/**
 * What follows a try that reached nobody: it says nothing of the cabinet, so the step is tried on for days, and soon
 * after its host is seen again. After that it has failed as any other.
 */
export function afterAway(
  task: CabinetTask,
  { tries, seconds }: { tries: number; seconds: number },
): { state: 'pending' | 'failed'; retryAfterSeconds: number | null } {
  const isGivenUp = seconds >= longestAwaySeconds;
  const pause = Math.min(2 ** Math.min(tries - 1, 20), longestAwayPauseSeconds);
  return {
    state: isGivenUp ? 'failed' : 'pending',
    retryAfterSeconds: isGivenUp && task === 'create' ? null : pause,
  };
}

/**
 * Whether a task under way is given up for what is wanted now. A deletion is, until its first act that can't be taken
 * back; then it is finished, and what is wanted begins after it.
 */
export function isOvertaken(
  task: CabinetTask,
  progress: readonly StepProgress[],
  wanted: WantedState,
): boolean {
  switch (task) {
    case 'delete':
      return (
        wanted.to !== 'deleted' && !progress.some(({ step, attempts }) => step === 'destroy' && attempts > 0)
      );
    case 'suspend':
      return wanted.to === 'active';
    case 'resume':
    case 'repair':
      return wanted.to !== 'active';
    case 'create':
    case 'undo':
      return false;
  }
}

/** Whether a step that is done shows that the host answers. */
export function asksHost(step: TaskStep): boolean {
  return step !== 'address' && step !== 'ready' && step !== 'gone';
}

/** Whether all steps before this one are over. */
export function isDueAt(task: CabinetTask, progress: readonly StepProgress[], step: TaskStep): boolean {
  return nextStep(task, progress) === step;
}
