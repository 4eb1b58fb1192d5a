import { monthAfter, type MonthReport, type ReopenMonthInput } from '#contract/money/month.ts';
import { writeAuditEntries } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { localDay } from '#server/kernel/periods.ts';
import { deleteClosedMonth, firstDay, insertClosedMonths, latestClosed } from './month-store.ts';
import { type MonthDeps, readMonth } from './read-month.ts';

/**
 * Closes a month that is over (GROWTH section 16, docs/decisions/0149): no line counts for one of its days any more.
 * Months are closed in their order; the very first closing may name any month, and closes those before it with it.
 *
 * @throws AppError 409 `month_running`, `month_is_closed`, `month_not_next`.
 */
export function closeMonth(
  deps: MonthDeps,
  caller: StaffCaller,
  { month }: { month: string },
): Promise<MonthReport> {
  return answered(deps.db, caller, async (tx) => {
    // Waits for those who are writing a line; those who come later wait until the month is closed.
    await lockUntilCommit(tx, 'months');
    if (month >= localDay(caller.now, deps.timeZone).slice(0, 7)) throw new AppError('month_running');
    const from = await firstToClose(tx, month);
    const closed = await insertClosedMonths(tx, {
      from,
      to: `${month}-01`,
      by: caller.actor.id,
      now: caller.now,
    });
    const report = await readMonth({ ...deps, db: tx }, caller, month);
    await writeAuditEntries(
      tx,
      caller,
      closed.map(({ month: day, closing }) => ({
        action: 'month.close',
        subject: subjectOf(day),
        changes: Object.entries(day === `${month}-01` ? figures(report) : { closing }).map(
          ([field, after]) => ({ field, before: null, after }),
        ),
      })),
    );
    return report;
  });
}

/** The first day of the first month that is closed with it. */
async function firstToClose(tx: Db, month: string): Promise<string> {
  const day = `${month}-01`;
  const latest = await latestClosed(tx);
  if (latest === null) {
    const first = await firstDay(tx);
    return first !== null && first < day ? `${first.slice(0, 7)}-01` : day;
  }
  if (day <= latest) throw new AppError('month_is_closed');
  if (month !== monthAfter(latest)) throw new AppError('month_not_next');
  return day;
}

/**
 * Opens the latest closed month again, for a reason that the audit log keeps with the figures that it was closed with.
 *
 * @throws AppError 409 `month_not_last` for any other month.
 */
export function reopenMonth(
  deps: MonthDeps,
  caller: StaffCaller,
  { month, reason }: ReopenMonthInput,
): Promise<MonthReport> {
  return answered(deps.db, caller, async (tx) => {
    await lockUntilCommit(tx, 'months');
    const day = `${month}-01`;
    if ((await latestClosed(tx)) !== day) throw new AppError('month_not_last');
    const { closing, opening } = await readMonth({ ...deps, db: tx }, caller, month);
    await deleteClosedMonth(tx, day);
    await writeAuditEntries(tx, caller, [
      {
        action: 'month.reopen',
        subject: subjectOf(day),
        changes: Object.entries({ reason, opening, closing }).map(([field, after]) => ({
          field,
          before: null,
          after,
        })),
      },
    ]);
    return readMonth({ ...deps, db: tx }, caller, month);
  });
}

function subjectOf(day: string) {
  return { type: 'month', id: null, name: day.slice(0, 7) };
}

function figures({
  opening,
  top_ups: { cash, bank, card, online },
  bonuses,
  charges,
  refunds,
  reversals,
  payouts,
  closing,
}: MonthReport): Record<string, number> {
  return { opening, cash, bank, card, online, bonuses, charges, refunds, reversals, payouts, closing };
}
