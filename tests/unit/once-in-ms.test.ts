import { expect, it } from 'vitest';
import { onceInMs } from '#server/processes/once-in-ms.ts';

it('asks once in the time, also for many at once, and again afterwards', async () => {
  let asked = 0;
  let at = 0;
  const look = onceInMs(
    1000,
    async () => {
      asked += 1;
      return asked;
    },
    () => at,
  );
  expect(await Promise.all([look(), look(), look()])).toEqual([1, 1, 1]);
  at = 999;
  expect(await look()).toBe(1);
  at = 1000;
  expect(await Promise.all([look(), look()])).toEqual([2, 2]);
});

it('keeps a failure no longer than an answer', async () => {
  let at = 0;
  const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve('there')];
  const look = onceInMs(
    1000,
    () => (answers.shift() ?? (() => Promise.resolve('?')))(),
    () => at,
  );
  await expect(look()).rejects.toThrow('away');
  await expect(look()).rejects.toThrow('away');
  at = 1000;
  expect(await look()).toBe('there');
});
