import { describe, expect, it } from 'vitest';
import { type CabinetStep, cabinetSteps, cabinetTasks, type StepState } from '#contract/cabinets/cabinet.ts';
import {
  afterAway,
  afterFailure,
  attemptsPerStep,
  isDueAt,
  isOvertaken,
  nextStep,
} from '#server/cabinets/tasks/provisioning-steps.ts';
import type { WantedState } from '#server/cabinets/tasks/wanted-state.ts';

const progress = (states: Partial<Record<CabinetStep, StepState>>) =>
  cabinetSteps.map((step) => ({ step, state: states[step] ?? ('pending' as const), attempts: 0 }));

describe('the next step of a creation', () => {
  it('is the first at the beginning, even when nothing is recorded', () => {
    expect(nextStep('create', [])).toBe('address');
    expect(nextStep('create', progress({}))).toBe('address');
  });

  it.each<[Partial<Record<CabinetStep, StepState>>, CabinetStep]>([
    [{ address: 'done' }, 'database'],
    [{ address: 'done', database: 'running' }, 'database'],
    [{ address: 'done', database: 'failed' }, 'database'],
    [{ address: 'done', database: 'done', instance: 'done' }, 'health'],
    [{ database: 'done', instance: 'done', health: 'done', ready: 'done' }, 'address'],
  ])('after %j is %s', (states, step) => {
    expect(nextStep('create', progress(states))).toBe(step);
    expect(isDueAt('create', progress(states), step)).toBe(true);
    for (const other of cabinetSteps)
      if (other !== step) expect(isDueAt('create', progress(states), other)).toBe(false);
  });

  it('is none when all are done', () => {
    const all = Object.fromEntries(cabinetSteps.map((step) => [step, 'done' as const]));
    expect(nextStep('create', progress(all))).toBeUndefined();
  });
});

describe('a deletion', () => {
  it('begins with the last backup', () => {
    expect(nextStep('delete', [])).toBe('backup');
  });

  it('goes on behind a backup that was left out', () => {
    const steps = [{ step: 'backup', state: 'skipped', attempts: 5 } as const];
    expect(nextStep('delete', steps)).toBe('destroy');
  });

  it.each<[WantedState, number, boolean]>([
    [{ to: 'active' }, 0, true],
    [{ to: 'suspended', reason: 'deleted' }, 0, true],
    [{ to: 'deleted' }, 0, false],
    [{ to: 'active' }, 1, false],
  ])('is given up for %j after %i tries to destroy: %s', (wanted, attempts, isGivenUp) => {
    const steps = [
      { step: 'backup', state: 'done', attempts: 1 } as const,
      { step: 'destroy', state: 'pending', attempts } as const,
    ];
    expect(isOvertaken('delete', steps, wanted)).toBe(isGivenUp);
  });
});

describe('a failed attempt', () => {
  const waits = (task: 'create' | 'resume', count: number) =>
    Array.from({ length: count }, (_, index) => afterFailure(task, index + 1));

  it('of a creation is followed by another, later each time, and by none after the last', () => {
    const later = [1, 2, 4, 8].map((retryAfterSeconds) => ({ state: 'pending', retryAfterSeconds }));
    const last = { state: 'failed', retryAfterSeconds: null };
    expect(waits('create', attemptsPerStep + 1)).toEqual([...later, last, last]);
  });

  it.each(cabinetTasks.filter((task) => task !== 'create'))(
    'of the task %s is shown after the last, and tried again all the same',
    (task) => {
      expect(afterFailure(task, attemptsPerStep)).toEqual({ state: 'failed', retryAfterSeconds: 16 });
      expect(afterFailure(task, 50)).toEqual({ state: 'failed', retryAfterSeconds: 600 });
    },
  );
});

describe('a try that reached nobody', () => {
  it('is followed by others, with pauses of minutes at most, for two days', () => {
    let seconds = 0;
    let tries = 1;
    const pauses: number[] = [];
    for (;;) {
      const { state, retryAfterSeconds } = afterAway('create', { tries, seconds });
      if (state === 'failed') {
        expect(retryAfterSeconds).toBeNull();
        break;
      }
      pauses.push(retryAfterSeconds ?? 0);
      seconds += retryAfterSeconds ?? 0;
      tries += 1;
    }
    expect(pauses.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32]);
    expect(Math.max(...pauses)).toBe(300);
    expect(seconds).toBeGreaterThanOrEqual(24 * 3600);
  });

  it('leaves other tasks on the way even then', () => {
    expect(afterAway('resume', { tries: 9, seconds: 999_999 })).toEqual({
      state: 'failed',
      retryAfterSeconds: 256,
    });
  });
});
