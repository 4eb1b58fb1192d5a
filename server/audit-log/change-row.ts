import { nextUpdate, refuseStaleOf } from '#server/db/row-version.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { auditChanges } from './audit-changes.ts';
import { type AuditEntryInput, writeAudit } from './audit-store.ts';

interface VersionedRow {
  id: string;
  updated_at: Date;
}

interface RowChange<Row extends VersionedRow> {
  /** The row as it is, locked. */
  before: Row;
  /** `updated_at` of the row that the caller has seen; undefined skips the comparison. */
  sent?: string | undefined;
  /** The row for the answer to a stale write. */
  current?: () => unknown;
  /** The changed row. Checks that need the database belong here: they run after the check for staleness. */
  merge: () => Row | Promise<Row>;
  /** The fields that count as a change and go to the audit log; all but `updated_at` if left out. */
  audited?: (row: Row) => Readonly<Record<string, unknown>>;
  /** Stores the row, and returns the stored row if it differs from `after`. */
  write: (after: Row) => Promise<Row | void>;
  /** Undefined: the audit log does not hear of it. */
  entry: (after: Row) => Omit<AuditEntryInput, 'changes'> | undefined;
}

/**
 * Changes one row in the caller's transaction: refuses a stale write, merges, and unless nothing differs stores the row
 * with a new `updated_at` and writes the audit log. Gives the row as it is now; `before` itself if nothing differs.
 *
 *     answered(db, caller, async (tx) => {
 *       const before = requirePartner(await partnerById(tx, id, { lock: true }));
 *       const after = await changeRow(tx, caller, {
 *         before,
 *         sent: updated_at,
 *         current: () => toPartner(before),
 *         merge: () => ({ ...before, ...input }),
 *         audited: editable,
 *         write: (row) => updatePartner(tx, row),
 *         entry: (row) => ({ action: 'partner.change', subject: subjectOf(row) }),
 *       });
 *       return toPartner(after);
 *     });
 *
 * @throws AppError `stale` with the row as it is, if somebody has changed it since `sent`.
 */
export async function changeRow<Row extends VersionedRow>(
  tx: Db,
  caller: Caller,
  { before, sent, current = () => before, merge, audited = allFields, write, entry }: RowChange<Row>,
): Promise<Row> {
  await refuseStaleOf(tx, before, sent, current);
  const after = { ...(await merge()), updated_at: nextUpdate(before.updated_at, caller.now) };
  if (auditChanges(audited(before), audited(after)).length === 0) return before;
  const stored = (await write(after)) ?? after;
  const written = entry(stored);
  const changes = auditChanges(audited(before), audited(stored));
  if (written) await writeAudit(tx, caller, { ...written, changes });
  return stored;
}

function allFields({ updated_at: _, ...fields }: VersionedRow): Readonly<Record<string, unknown>> {
  return fields;
}
