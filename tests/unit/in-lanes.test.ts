import { describe, expect, it } from 'vitest';
import { inLanes } from '#server/jobs/in-lanes.ts';

describe('work in lanes', () => {
  it('begins all lanes before it waits for one, and gives what each returned', async () => {
    let begun = 0;
    const all = Promise.withResolvers<undefined>();
    const lane = async () => {
      begun += 1;
      const own = begun;
      if (begun === 3) all.resolve(undefined);
      await all.promise;
      return own;
    };
    expect(await inLanes(3, lane)).toEqual([1, 2, 3]);
  });

  it('waits for the others when one fails, and then throws its error', async () => {
    const slow = Promise.withResolvers<undefined>();
    let begun = 0;
    let isSlowOver = false;
    const work = inLanes(2, async () => {
      begun += 1;
      if (begun === 1) throw new Error('the first lane failed');
      await slow.promise;
      isSlowOver = true;
    });
    slow.resolve(undefined);
    await expect(work).rejects.toThrow('the first lane failed');
    expect(isSlowOver).toBe(true);
  });
});
