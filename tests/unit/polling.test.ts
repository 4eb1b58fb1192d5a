import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { poll } from '#web/ui/admin/kit/use-polling.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a page that looks again by itself', () => {
  it('waits while the token is outdated or nobody sees it, and goes on after', () => {
    const state = { isExpired: false, isHidden: false };
    const look = vi.fn();
    const session = { isExpired: () => state.isExpired };
    const stop = poll({ session, look, everyMs: 1000, isHidden: () => state.isHidden });
    vi.advanceTimersByTime(2000);
    expect(look).toHaveBeenCalledTimes(2);
    state.isExpired = true;
    vi.advanceTimersByTime(60_000);
    expect(look).toHaveBeenCalledTimes(2);
    Object.assign(state, { isExpired: false, isHidden: true });
    vi.advanceTimersByTime(60_000);
    expect(look).toHaveBeenCalledTimes(2);
    state.isHidden = false;
    vi.advanceTimersByTime(1000);
    expect(look).toHaveBeenCalledTimes(3);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(look).toHaveBeenCalledTimes(3);
  });

  it('is never one of the query library, which would ask at an empty desk', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => readFileSync(`src/${file}`, 'utf8').includes('refetchInterval'))).toEqual(
      [],
    );
  });
});
