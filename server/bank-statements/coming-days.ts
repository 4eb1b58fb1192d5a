import type { Refusal } from '#contract/kernel/issues.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { namedAtMost, type StatementLine } from './formats/statement-line.ts';

/**
 * Refuses a file with money of a day that hasn't come: it is mistyped or read by a wrong format, and would stand in a
 * month that nobody looks at. One day ahead may be another time zone. Lines that went out are not kept and may be of
 * any day. Pure.
 *
 * @throws AppError 422 at `lines.N.date`
 */
export function refuseComingDays(lines: readonly StatementLine[], now: Date): void {
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  const coming = lines.filter(({ direction, date }) => direction === 'in' && date > tomorrow);
  if (coming.length === 0) return;
  const refusals = coming
    .slice(0, namedAtMost)
    .map(({ number, date }): [string, Refusal[]] => [
      `lines.${number}.date`,
      [{ key: 'validation.statementComing', params: { day: date } }],
    ]);
  throw new AppError('validation_failed', { fields: Object.fromEntries(refusals) });
}
