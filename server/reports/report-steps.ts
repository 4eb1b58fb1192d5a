import type { ReportDays, ReportStep } from '#contract/panel/report.ts';
import { addDays, addMonths, localDay, startOfDay } from '#server/kernel/periods.ts';

/** Cuts the days of a report into steps. Pure. Days are texts like `2026-03-14`, in the zone. */

export interface Step {
  from: string;
  to: string;
}

/** The last `days` days, today included, as days, weeks from Monday, or months. The first step may be shorter. */
export function stepsOf(now: Date, days: ReportDays, step: ReportStep, timeZone: string): Step[] {
  const today = localDay(now, timeZone);
  const first = localDay(addDays(startOfDay(today, timeZone), 1 - days, timeZone), timeZone);
  const steps: Step[] = [];
  for (let from = first; from <= today;) {
    const next = startOfNext(from, step, timeZone);
    const to = dayBefore(next, timeZone);
    steps.push({ from, to: to < today ? to : today });
    from = next;
  }
  return steps;
}

function startOfNext(day: string, step: ReportStep, timeZone: string): string {
  const start = startOfDay(day, timeZone);
  switch (step) {
    case 'day':
      return localDay(addDays(start, 1, timeZone), timeZone);
    case 'week': {
      const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
      return localDay(addDays(start, 7 - weekday, timeZone), timeZone);
    }
    case 'month':
      return localDay(addMonths(startOfDay(`${day.slice(0, 7)}-01`, timeZone), 1, timeZone), timeZone);
  }
}

function dayBefore(day: string, timeZone: string): string {
  return localDay(addDays(startOfDay(day, timeZone), -1, timeZone), timeZone);
}
