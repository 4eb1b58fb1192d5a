import { useEffect } from 'react';

/** Nobody has come back for so long: asking on would keep the session of an empty desk. */
const longestMs = 30 * 60_000;

/** Asks again and again while the page is visible, and at once when somebody comes back to it. */
export function useWatching(again: () => void, everyMs: number): void {
  useEffect(() => {
    const abort = new AbortController();
    let times = 0;
    const timer = setInterval(() => {
      if (document.hidden || times * everyMs >= longestMs) return;
      times += 1;
      again();
    }, everyMs);
    const onSeen = () => {
      if (document.hidden) return;
      times = 0;
      again();
    };
    document.addEventListener('visibilitychange', onSeen, { signal: abort.signal });
    addEventListener('focus', onSeen, { signal: abort.signal });
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [again, everyMs]);
}
