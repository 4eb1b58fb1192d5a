import { describe, expect, it } from 'vitest';
import { LentMemory } from '#server/db/copy/lent-memory.ts';

describe('memory that is lent', () => {
  it('comes back when all that was written of it has left, the oldest first', () => {
    let flushed = 0;
    const memory = new LentMemory(() => flushed);
    const [first, second] = [memory.page(), memory.page()];
    memory.lend(first, 100);
    memory.lend(second, 250);
    flushed = 99;
    const third = memory.page();
    expect([first, second]).not.toContain(third);
    flushed = 100;
    expect(memory.page()).toBe(first);
    expect([first, second, third]).not.toContain(memory.page());
    flushed = 1_000;
    expect(memory.page()).toBe(second);
    expect([first, second, third]).not.toContain(memory.page());
  });
});
