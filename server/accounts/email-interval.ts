import { type Guard, takeInterval } from '#server/auth/guard.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';

export interface EmailIntervalDeps {
  settings: Pick<SettingsService, 'get'>;
  guard: Guard;
}

/**
 * Allows one email of a kind per account and interval, and returns the interval. 429 with the seconds that are left.
 */
export async function takeEmailInterval(
  { settings, guard }: EmailIntervalDeps,
  what: string,
  { accountId, now }: { accountId: string; now: Date },
): Promise<number> {
  const seconds = await settings.get('resend_interval_seconds');
  await takeInterval(guard, what, { accountId, now, seconds });
  return seconds;
}
