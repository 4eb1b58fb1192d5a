import { waitingForSeal } from '#server/audit-log/audit-seal-store.ts';
import { verifyNewest } from '#server/audit-log/verify-audit.ts';
import type { Db } from '#server/db/tables.ts';
import { failure, type Finding, ok, warning } from './finding.ts';

const late = 15 * 60_000;
const newestLinks = 1000;

/** Checks the end of the audit log's chain; checking all of it takes long. */
export async function auditLog(db: Db, now: Date): Promise<Finding> {
  const subject = 'Audit log';
  const { first, head } = await verifyNewest(db, newestLinks);
  if (first) {
    return failure(
      subject,
      `entry ${first.position} ${first.what}`,
      'somebody wrote to the database past the program; run: audit verify, and compare with a backup',
    );
  }
  const { waiting, since } = await waitingForSeal(db);
  if (since && now.getTime() - since.getTime() > late) {
    return warning(
      subject,
      `${waiting} entries have waited for their seal for over 15 minutes`,
      'start a process with the role worker, and look into its log',
    );
  }
  const text = `${head.position} entries sealed, the newest are as they were written; all of them: audit verify`;
  return ok(subject, text);
}
