import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SlowReader, watchReader } from '#server/lists/reader-watch.ts';

describe('the watch over a reader', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const patience = { idleMs: 60_000, wholeMs: 600_000 };
  function watched() {
    const stream = Object.assign(new PassThrough({ highWaterMark: 1000 }), { pushed: 0 });
    let error: Error | undefined;
    stream.once('error', (one) => (error = one));
    watchReader(stream, patience);
    return {
      stream,
      push(bytes: number) {
        stream.pushed += bytes;
        stream.push(Buffer.alloc(bytes));
      },
      error: () => error,
    };
  }
  const minutes = async (count: number) => {
    await vi.advanceTimersByTimeAsync(count * 60_000);
  };

  it('ends a stream of which nothing is taken for as long as that', async () => {
    const { push, error } = watched();
    push(900);
    await minutes(0.9);
    expect(error()).toBeUndefined();
    await minutes(0.4);
    expect(error()).toBeInstanceOf(SlowReader);
    expect(error()?.message).toBe('ended a file whose reader has taken nothing of it for 60 s');
  });

  it('leaves one alone of which a little is taken now and then, until the whole lasts too long', async () => {
    const { stream, push, error } = watched();
    push(900);
    for (let minute = 0; minute < 18; minute += 1) {
      await minutes(0.5);
      stream.read(10);
    }
    expect(error()).toBeUndefined();
    await minutes(1);
    expect(error()?.message).toBe('ended a file whose reader has not had all of it after 600 s');
  });

  it('is patient while there is nothing to take', async () => {
    const { stream, push, error } = watched();
    await minutes(4);
    push(10);
    stream.read(10);
    await minutes(4);
    expect(error()).toBeUndefined();
  });

  it('is over with the stream', async () => {
    const { stream, push, error } = watched();
    push(10);
    stream.destroy();
    await minutes(20);
    expect([error(), vi.getTimerCount()]).toEqual([undefined, 0]);
  });
});
