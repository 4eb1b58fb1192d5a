import { writeAudit } from '#server/audit-log/audit-store.ts';
import { inTransaction } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { markNoticeDealtWith, noticesByIds } from './online-store.ts';

/**
 * Says that a notice needs nothing more (decision 316). Again changes nothing.
 * @throws AppError `not_found`
 */
export function dismissNotice({ db }: { db: Db }, caller: StaffCaller, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [notice] = await noticesByIds(tx, [id]);
    if (!notice?.problem) throw new AppError('not_found');
    if (!(await markNoticeDealtWith(tx, id, caller.now))) return;
    await writeAudit(tx, caller, {
      action: 'payment_notices.dismiss',
      subject: { type: 'payment_notices', id, name: notice.reference },
      changes: [
        { field: 'problem', before: notice.problem, after: null },
        { field: 'amount', before: notice.amount, after: null },
      ],
    });
  });
}
