import { useSyncExternalStore } from 'react';
import { dayIn } from '#web/ui/shared/zoned-day.ts';

/** Today (`2026-03-29`) in a time zone; a page that stays open over midnight goes on to the next day. */
export function useToday(timeZone: string): string {
  return useSyncExternalStore(everyMinute, () => dayIn(timeZone, new Date()));
}

function everyMinute(look: () => void): () => void {
  const timer = setInterval(look, 60_000);
  return () => clearInterval(timer);
}
