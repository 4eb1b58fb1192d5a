import { describe, expect, it } from 'vitest';
import { type CabinetStep, cabinetSteps, type StepState } from '#contract/cabinet.ts';
import { afterFailure, attemptsPerStep, isDueAt, nextStep } from '#server/cabinets/provisioning-steps.ts';

const progress = (states: Partial<Record<CabinetStep, StepState>>) =>
  cabinetSteps.map((step) => ({ step, state: states[step] ?? ('pending' as const), attempts: 0 }));

describe('the next step of a creation', () => {
  it('is the first at the beginning, even when nothing is recorded', () => {
    expect(nextStep([])).toBe('address');
    expect(nextStep(progress({}))).toBe('address');
  });

  it.each<[Partial<Record<CabinetStep, StepState>>, CabinetStep]>([
    [{ address: 'done' }, 'database'],
    [{ address: 'done', database: 'running' }, 'database'],
    [{ address: 'done', database: 'failed' }, 'database'],
    [{ address: 'done', database: 'done', instance: 'done' }, 'health'],
    [{ database: 'done', instance: 'done', health: 'done', ready: 'done' }, 'address'],
  ])('after %j is %s', (states, step) => {
    expect(nextStep(progress(states))).toBe(step);
    expect(isDueAt(progress(states), step)).toBe(true);
    for (const other of cabinetSteps)
      if (other !== step) expect(isDueAt(progress(states), other)).toBe(false);
  });

  it('is none when all are done', () => {
    const all = Object.fromEntries(cabinetSteps.map((step) => [step, 'done' as const]));
    expect(nextStep(progress(all))).toBeUndefined();
  });
});

describe('a failed attempt', () => {
  it('is followed by another, later each time, and by none after the last', () => {
    const waits = Array.from({ length: attemptsPerStep }, (_, index) => afterFailure(index + 1));
    const later = [1, 2, 4, 8].map((retryAfterSeconds) => ({ retryAfterSeconds }));
    expect(waits).toEqual([...later, 'failed']);
  });

  it('stays the last one beyond the last', () => {
    expect(afterFailure(attemptsPerStep + 3)).toBe('failed');
  });
});
