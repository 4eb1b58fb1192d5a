import { type CabinetTask, type StepState, taskSteps, type TaskStep } from '#contract/cabinets/cabinet.ts';
import type { WantedState } from './wanted-state.ts';

/** Pure rules for work in steps (DESIGN sections 6 and 10.5). */

export interface StepProgress {
  step: TaskStep;
  state: StepState;
  attempts: number;
}

/** Resets what a try left in its step's row: the next operation is a new one. */
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

/** Work elsewhere that takes longer has failed. */
export const longestWaitSeconds = 15 * 60;

const longestPauseSeconds = 10 * 60;

/** The first step that is not finished; undefined when all are. */
export function nextStep(task: CabinetTask, progress: readonly StepProgress[]): TaskStep | undefined {
  return taskSteps[task].find((step) => !isOver(progress.find((row) => row.step === step)?.state));
}

/** Whether a step needs no more work. */
export function isOver(state: StepState | undefined): boolean {
  return state === 'done' || state === 'skipped';
}

/**
 * What follows a failed attempt. A creation gives up, because a person waits and can try again. Everything else
 * continues with longer pauses, so that a client who has paid does not stay blocked until a colleague comes.
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
 * What follows a try that reached nobody. It says nothing about the cabinet, so the step is retried for days, and
 * soon after its host is seen again. After that it fails like any other.
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
 * Whether a task under way is dropped for what is wanted now. A deletion can be dropped until its first step that
 * can't be undone; then it is finished first.
 */
export function isOvertaken(
  task: CabinetTask,
  progress: readonly StepProgress[],
  wanted: WantedState,
): boolean {
  // A move is let go on: only then one host alone has the cabinet.
  if (wanted.to === 'erased') return task !== 'undo' && task !== 'move' && task !== 'move_back';
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
    // A moment, and it opens or closes the cabinet as is wanted then.
    case 'move':
    case 'move_back':
      return false;
  }
}

/** A move whose cabinet is closed must not go on trying: after this number of tries it is opened where it was. */
const triesBeforeTurningBack = 3;

/** Whether a move is given up: until the record says that the cabinet is elsewhere, the way back is safe. */
export function isTurnedBack(task: CabinetTask, step: TaskStep, attempts: number): boolean {
  return task === 'move' && (step === 'hold' || step === 'copy') && attempts >= triesBeforeTurningBack;
}

/** Whether a finished step shows that the host answers. */
export function asksHost(step: TaskStep): boolean {
  return step !== 'address' && step !== 'ready' && step !== 'gone' && step !== 'switch';
}

/** Whether all steps before this one are finished. */
export function isDueAt(task: CabinetTask, progress: readonly StepProgress[], step: TaskStep): boolean {
  return nextStep(task, progress) === step;
}
