import i18next from 'i18next';
import { currentLocale } from '#web/providers/i18n.ts';

/** "Too many attempts. Try again in 5 minutes." */
export function untilText(seconds: number): string {
  return i18next.t('form.tooManyAttempts', { when: inTime(seconds) });
}

/** "in 5 minutes" */
export function inTime(seconds: number): string {
  const format = new Intl.RelativeTimeFormat(currentLocale());
  if (seconds < 60) return format.format(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 3600) return format.format(Math.ceil(seconds / 60), 'minute');
  return format.format(Math.ceil(seconds / 3600), 'hour');
}
