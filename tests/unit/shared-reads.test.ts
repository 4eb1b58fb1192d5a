import { describe, expect, it } from 'vitest';
import { singleFlight } from '#server/kernel/single-flight.ts';

/** A read that ends when the test says so, and returns its number. */
function reads() {
  const ends: ((error?: Error) => void)[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      const number = ends.length + 1;
      ends.push((error) => (error ? reject(error) : resolve(number)));
    });
  return { ends, read };
}

describe('reads that are shared', () => {
  it('give all who ask meanwhile a read that began after they asked, once for all of them', async () => {
    const share = singleFlight();
    const { ends, read } = reads();
    const first = share('a', read);
    const meanwhile = [share('a', read), share('a', read)];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(1);
    const later = share('a', read);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    expect(await Promise.all(meanwhile)).toEqual([2, 2]);
    ends[2]?.();
    expect(await later).toBe(3);
    const last = share('a', read);
    ends[3]?.();
    expect(await last).toBe(4);
  });

  it('of another key wait for nobody', () => {
    const share = singleFlight();
    const { ends, read } = reads();
    void share('a', read);
    void share('b', read);
    expect(ends).toHaveLength(2);
  });

  it('that fail do so for those alone who shared them', async () => {
    const share = singleFlight();
    const { ends, read } = reads();
    const first = share('a', read);
    const second = share('a', read);
    ends[0]?.(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    ends[1]?.();
    expect(await second).toBe(2);
  });

  it('that fail one after the other leave no rejection that nobody waits for', async () => {
    const nobodys: unknown[] = [];
    const note = (reason: unknown) => nobodys.push(reason);
    process.on('unhandledRejection', note);
    const share = singleFlight();
    const { ends, read } = reads();
    const both = Promise.allSettled([share('a', read), share('a', read)]);
    ends[0]?.(new Error('gone'));
    await expect.poll(() => ends).toHaveLength(2);
    ends[1]?.(new Error('gone again'));
    await both;
    await new Promise((resolve) => setTimeout(resolve, 0)); // a rejection is called nobody's a turn later
    process.off('unhandledRejection', note);
    expect(nobodys).toEqual([]);
  });
});
