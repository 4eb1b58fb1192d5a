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
});
