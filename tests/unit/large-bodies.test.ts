import { setImmediate as othersFirst } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLargeBodies } from '#server/http/large-bodies.ts';

describe('large bodies', () => {
  it('are read one after the other, with others let in before each', async () => {
    const { inTurn } = createLargeBodies();
    const order: string[] = [];
    const others = (async () => {
      for (let turn = 0; turn < 6; turn += 1) {
        await othersFirst();
        order.push('other');
      }
    })();
    await Promise.all(['a', 'b', 'c'].map((name) => inTurn(() => order.push(name))));
    await others;
    expect(order.filter((name) => name !== 'other')).toEqual(['a', 'b', 'c']);
    const [a, b, c] = ['a', 'b', 'c'].map((name) => order.indexOf(name));
    expect(order.slice(a, b)).toContain('other');
    expect(order.slice(b, c)).toContain('other');
  });

  it('go on after one that fails', async () => {
    const { inTurn } = createLargeBodies();
    const failing = inTurn(() => {
      throw new Error('not JSON');
    });
    const next = inTurn(() => 'read');
    await expect(failing).rejects.toThrow('not JSON');
    expect(await next).toBe('read');
  });

  it('are refused when too many wait', async () => {
    const { inTurn } = createLargeBodies({ waitingAtMost: 1 });
    const [first, second, third] = await Promise.allSettled([
      inTurn(() => 1),
      inTurn(() => 2),
      inTurn(() => 3),
    ]);
    expect([first, second]).toMatchObject([{ value: 1 }, { value: 2 }]);
    expect(third).toMatchObject({ status: 'rejected', reason: expect.objectContaining({ code: 'busy' }) });
    expect(await inTurn(() => 4)).toBe(4);
  });
});
