import { describe, expect, it } from 'vitest';
import { type LoginScope, loginScopes } from '#contract/entities/login-lock.ts';
import {
  type Failures,
  isSlowed,
  oneLess,
  oneMore,
  refusalOf,
  scopesOf,
  waitSeconds,
} from '#server/auth/login-guard/login-limits.ts';
import { draws } from '#tests/support/draws.ts';

const limits = { login: { count: 5, seconds: 900 }, loginPerAddress: { count: 100, seconds: 900 } };
const start = new Date('2026-11-23T08:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** A number of failures, one after another, at the same moment. */
function failed(scope: LoginScope, times: number, at = start, before?: Failures): Failures | undefined {
  let state = before;
  for (let count = 0; count < times; count += 1) state = oneMore(scope, state, limits, at);
  return state;
}
const refused = (scope: LoginScope, state: Failures | undefined, at: Date) =>
  state && refusalOf([{ scope, ...state }], at)?.nextAt;

describe('what an attempt counts in', () => {
  it.each([
    [{ hasEmail: true, isKnownDevice: false }, ['pair', 'account', 'address']],
    [{ hasEmail: true, isKnownDevice: true }, ['device']],
    [{ hasEmail: false, isKnownDevice: false }, ['address']],
    [{ hasEmail: false, isKnownDevice: true }, ['address']],
  ])('%j: %j', (attempt, scopes) => expect(scopesOf(attempt)).toEqual(scopes));
});

describe('the wait of an account', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, 1],
    [6, 2],
    [7, 4],
    [8, 8],
    [9, 16],
    [10, 32],
    [11, 60],
    [12, 60],
    [5000, 60],
    [Number.MAX_SAFE_INTEGER, 60],
  ])('after %i failures is %i s', (failures, seconds) => expect(waitSeconds(failures, 5)).toBe(seconds));

  it('follows another limit', () => {
    expect([1, 2, 3].map((failures) => waitSeconds(failures, 2))).toEqual([0, 1, 2]);
  });

  it('is over when it has passed, and doubles with the next failure', () => {
    const five = failed('account', 5);
    expect(refused('account', five, start)).toEqual(after(1));
    expect(refused('account', five, after(1))).toBeUndefined();
    const six = failed('account', 1, after(1), five);
    expect(refused('account', six, after(1))).toEqual(after(3));
  });

  it('is forgotten after a quiet window, and not before', () => {
    const twelve = failed('account', 12);
    const quiet = failed('account', 1, after(900), twelve);
    expect(quiet).toEqual({ failures: 1, nextAt: null, resetsAt: after(1800) });
    expect(failed('account', 1, after(899), twelve)).toMatchObject({ failures: 13, nextAt: after(959) });
  });
});

describe.each(['pair', 'device', 'address'] as const)('a %s', (scope) => {
  const { count } = scope === 'address' ? limits.loginPerAddress : limits.login;

  it('is open below its limit, shut from it on until the window ends, then begins again', () => {
    const open = failed(scope, count - 1);
    expect(refused(scope, open, start)).toBeUndefined();
    const shut = failed(scope, 1, after(600), open);
    expect(refused(scope, shut, after(600))).toEqual(after(900));
    expect(refused(scope, shut, after(900))).toBeUndefined();
    expect(failed(scope, 1, after(900), shut)).toMatchObject({ failures: 1, nextAt: null });
  });

  it('is open again when the failure that shut it was none', () => {
    const shut = failed(scope, count);
    if (!shut) throw new Error('nothing was counted');
    expect(oneLess(scope, shut, limits)).toMatchObject({ failures: count - 1, nextAt: null });
    const twice = failed(scope, count + 1);
    if (!twice) throw new Error('nothing was counted');
    expect(oneLess(scope, twice, limits)).toMatchObject({ failures: count, nextAt: after(900) });
  });
});

describe('the refusal of several', () => {
  it('is the longest wait', () => {
    const pair = failed('pair', 5);
    const account = failed('account', 8);
    if (!pair || !account) throw new Error('nothing was counted');
    const both = [
      { scope: 'account' as const, ...account },
      { scope: 'pair' as const, ...pair },
    ];
    expect(refusalOf(both, start)?.scope).toBe('pair');
    expect(refusalOf(both, after(1000))).toBeUndefined();
    expect(refusalOf([], start)).toBeUndefined();
  });
});

describe('whatever comes in whatever order', () => {
  it('nobody passes more guesses than promised, and nobody waits for longer', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const draw = draws(seed);
      for (const scope of loginScopes) {
        const { count, seconds } = scope === 'address' ? limits.loginPerAddress : limits.login;
        let state: Failures | undefined;
        let at = start;
        const passed: number[] = [];
        for (let step = 0; step < 160; step += 1) {
          at = new Date(at.getTime() + draw.below(scope === 'address' ? 20 : 90) * 1000);
          const wait = refused(scope, state, at);
          if (wait) {
            const waits = (wait.getTime() - at.getTime()) / 1000;
            expect(waits).toBeGreaterThan(0);
            expect(waits).toBeLessThanOrEqual(scope === 'account' ? 60 : seconds);
            continue;
          }
          const before = state;
          state = oneMore(scope, state, limits, at);
          expect(isSlowed(scope, state, limits)).toBe(state.failures >= count);
          expect(state.resetsAt.getTime()).toBeGreaterThan(at.getTime());
          // Uncounting leaves no more than there was.
          const given = oneLess(scope, state, limits);
          const stood = before && before.resetsAt > at ? before.failures : 0;
          expect(given.failures).toBe(stood);
          if (scope === 'account') continue;
          passed.push(at.getTime() / 1000);
          const inWindow = passed.filter((second) => second > (passed.at(-1) ?? 0) - seconds);
          // Two full windows may follow each other.
          expect(inWindow.length).toBeLessThanOrEqual(2 * count - 1);
        }
      }
    }
  });
});
