import { daysOf } from '#contract/kernel/range-days.ts';
import { localDay } from '#server/kernel/periods.ts';

const hour = 3_600_000;

/** On Mondays from this time on, in the installation's zone. */
const mailedFromMs = 7 * hour;

/** The Monday of the week whose lists were due last. */
export function mailWeek(now: Date, timeZone: string): string {
  const day = localDay(new Date(now.getTime() - mailedFromMs), timeZone);
  return daysOf({ kind: 'this', unit: 'week' }, day).from;
}
