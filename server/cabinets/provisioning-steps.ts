import { type CabinetStep, cabinetSteps, type StepState } from '#contract/cabinet.ts';

/** Pure rules of making a cabinet (DESIGN section 6). */

export interface StepProgress {
  step: CabinetStep;
  state: StepState;
  attempts: number;
}

/** A step is tried so often before the creation is failed. */
export const attemptsPerStep = 5;

/** The first step that isn't done; undefined when all are. */
export function nextStep(progress: readonly StepProgress[]): CabinetStep | undefined {
  return cabinetSteps.find((step) => progress.find((row) => row.step === step)?.state !== 'done');
}

/** What follows a failed attempt: another after so many seconds, or none. */
export function afterFailure(attempts: number): { retryAfterSeconds: number } | 'failed' {
  return attempts >= attemptsPerStep ? 'failed' : { retryAfterSeconds: 2 ** (attempts - 1) };
}

/** Whether all steps before this one are done. */
export function isDueAt(progress: readonly StepProgress[], step: CabinetStep): boolean {
  return nextStep(progress) === step;
}
