import type { DataExport } from '#contract/clients/data-export.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import type { BackupFiles } from '#server/cabinets/backups/backup-files.ts';
import { requireCustomer } from '#server/customers/customer-account.ts';
import { inTransaction } from '#server/db/answered.ts';
import type { DataExportRow, Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { exportsOf, insertExport } from './data-export-store.ts';

interface StatusDeps {
  db: Db;
  exportFiles: Pick<BackupFiles, 'exists'>;
}

const dayMs = 86_400_000;
/** Each copies a cabinet. */
const mostPerDay = 5;

/**
 * Starts a file of all data of the caller's client. While one is being made, or waits for its first download, that one is
 * meant (GROWTH section 18, "Privacy"; docs/decisions/0221).
 */
export function startExport(
  deps: StatusDeps & { queue: Pick<Queue, 'enqueue'> },
  caller: CustomerCaller,
): Promise<{ id: string }> {
  const { now } = caller;
  return inTransaction(deps.db, async (tx) => {
    const { client } = await requireCustomer(tx, caller.actor, { lock: true });
    await requireOpenSession(tx, caller.actor);
    const known = await exportsOf(tx, client.id, mostPerDay);
    const [newest] = known;
    const status = newest && exportStatus(deps, newest, now);
    const isWaiting = status === 'making' || (status === 'ready' && newest?.downloaded_at === null);
    if (newest && isWaiting) return { id: newest.id };
    refuseTooMany(known, now);
    const id = newId(now);
    await insertExport(tx, { id, client_id: client.id, person_id: caller.actor.person.id, asked_at: now });
    await deps.queue.enqueue(tx, 'make-data-export', { exportId: id });
    await auditClient(tx, caller, client, { action: 'client.export' });
    return { id };
  });
}

function refuseTooMany(known: readonly DataExportRow[], now: Date): void {
  const first = known[mostPerDay - 1];
  const freeAt = first ? first.asked_at.getTime() + dayMs : 0;
  if (freeAt <= now.getTime()) return;
  throw new AppError('too_many_requests', { retryAfter: Math.ceil((freeAt - now.getTime()) / 1000) });
}

/** The newest file of the caller's client. */
export async function readExport(
  deps: StatusDeps,
  { actor, now }: Pick<CustomerCaller, 'actor' | 'now'>,
): Promise<DataExport> {
  const [newest] = await exportsOf(deps.db, actor.id, 1);
  const status = newest ? exportStatus(deps, newest, now) : 'none';
  const ready = status === 'ready' ? newest : undefined;
  return {
    status,
    asked_at: newest?.asked_at.toISOString() ?? null,
    expires_at: ready?.expires_at?.toISOString() ?? null,
    bytes: ready?.bytes ?? null,
    cabinet: ready?.cabinet ?? null,
    downloaded_at: ready?.downloaded_at?.toISOString() ?? null,
  };
}

/** A file that was not copied with a backup of the platform is not there. */
export function exportStatus(
  { exportFiles }: Pick<StatusDeps, 'exportFiles'>,
  { id, ready_at, failed_at, expires_at }: DataExportRow,
  now: Date,
): DataExport['status'] {
  if (failed_at) return 'failed';
  if (!ready_at || !expires_at) return 'making';
  return expires_at <= now || !exportFiles.exists(id) ? 'none' : 'ready';
}
