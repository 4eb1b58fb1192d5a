import { type CabinetTask, type StepState, taskSteps, type TaskStep } from '#contract/cabinet.ts';
import type { WantedState } from './wanted-state.ts';

/** Pure rules of work in steps (DESIGN sections 6 and 10.5). */

export interface StepProgress {
  step: TaskStep;
  state: StepState;
  attempts: number;
}

/** A step is tried so often before its failure is shown; a creation then waits for somebody. */
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
 * goes on, later each time, so that who has paid is not blocked until a colleague comes.
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

/** Whether all steps before this one are over. */
export function isDueAt(task: CabinetTask, progress: readonly StepProgress[], step: TaskStep): boolean {
  return nextStep(task, progress) === step;
}
