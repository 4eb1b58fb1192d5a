import { erasableParts, eraseAuditValues } from '#server/audit-log/audit-erasure-store.ts';
import { sealAudit } from '#server/audit-log/audit-sealer.ts';
import { markBackupDeleted } from '#server/cabinets/backups/backup-store.ts';
import { alone } from '#server/cabinets/cabinet-store.ts';
import { settleCabinet } from '#server/cabinets/tasks/start-cabinet.ts';
import type { Db, ErasureRow } from '#server/db/tables.ts';
import type { ErasureDeps } from './erasure-deps.ts';
import { noteErased } from './erased-list.ts';
import {
  cabinetStateOf,
  deleteEmail,
  entriesOf,
  erasureOf,
  isQueued,
  keptBackupsOf,
  openErasures,
  updateErasure,
} from './erasure-store.ts';
import { eraseTables } from './erased-tables-store.ts';

type FinishDeps = Pick<ErasureDeps, 'db' | 'queue' | 'backupFiles' | 'exportFiles' | 'config' | 'log'>;

/** The next look at what can't go yet, such as a cabinet whose host is away. */
const retrySeconds = 10;
const entriesAtOnce = 500;
const colleagues = erasableParts.filter((part) => part === 'subject_name' || part === 'changes');

/**
 * The job: everything about an erased client that is not in a row of its own. Each part may be done twice, and a killed
 * run leaves whole parts. What is written about the client meanwhile, such as the end of its cabinet, is swept up at
 * the end.
 */
export async function finishErasure(deps: FinishDeps, clientId: string, now: Date): Promise<void> {
  const { db, queue } = deps;
  const erasure = await erasureOf(db, clientId);
  if (!erasure || erasure.finished_at) return;
  await noteErased(deps.config, { clientId, at: erasure.asked_at });
  const isDone =
    (await isCabinetGone(deps, clientId)) &&
    (await areFilesGone(deps, erasure, now)) &&
    (await isGoodbyeSent(db, erasure)) &&
    (await isHistoryErased(db, erasure, now));
  if (!isDone) {
    await eraseHistory(db, erasure);
    await queue.enqueue(db, 'finish-erasure', { clientId }, { afterSeconds: retrySeconds });
    return;
  }
  await updateErasure(db, clientId, { finished_at: now, file_ids: [], entry_ids: [] });
  deps.log.info({ clientId }, 'client erased');
}

/** Gives new jobs to erasures whose job was lost. */
export async function recoverErasures({ db, queue }: Pick<FinishDeps, 'db' | 'queue'>): Promise<void> {
  const waiting = (await openErasures(db)).map((clientId) => ({ clientId }));
  await queue.enqueueAll(db, 'finish-erasure', waiting);
}

async function isCabinetGone({ db, queue }: FinishDeps, clientId: string): Promise<boolean> {
  const state = await cabinetStateOf(db, clientId);
  if (!state) return true;
  if (state.task === null && (state.status === 'none' || state.status === 'deleted')) return true;
  await settleCabinet({ queue }, db, clientId);
  return false;
}

/** Alone on the cabinet: nobody makes a file of all data or a backup meanwhile. */
async function areFilesGone(
  { db, backupFiles, exportFiles }: FinishDeps,
  { client_id: clientId, file_ids }: ErasureRow,
  now: Date,
): Promise<boolean> {
  const gone = await alone(db, clientId, async () => {
    for (const id of file_ids) await exportFiles.remove(id);
    for (const id of await keptBackupsOf(db, clientId)) {
      // The file first: a row that says "deleted" is then always true.
      await backupFiles.remove(id);
      await markBackupDeleted(db, id, now);
    }
    return true;
  });
  return gone ?? false;
}

async function isGoodbyeSent(db: Db, { client_id, email_id }: ErasureRow): Promise<boolean> {
  if (email_id === null) return true;
  if (await isQueued(db, email_id)) return false;
  await db.transaction().execute(async (tx) => {
    await deleteEmail(tx, email_id);
    await updateErasure(tx, client_id, { email_id: null });
  });
  return true;
}

/** A second time over the rows: for what was under way when they were erased. */
async function isHistoryErased(db: Db, erasure: ErasureRow, now: Date): Promise<boolean> {
  const { client_id: clientId, person_ids: personIds } = erasure;
  await db
    .transaction()
    .execute((tx) =>
      eraseTables(tx, { clientId, personIds, addresses: [], otherAddresses: [], name: null, now }),
    );
  return eraseHistory(db, erasure);
}

/**
 * The audit log says on who did what, when, to which row, and its chain can still be proved; of colleagues it keeps who
 * it was. False while something waits for its seal.
 */
async function eraseHistory(
  db: Db,
  { client_id: clientId, person_ids: personIds, entry_ids: entryIds }: ErasureRow,
): Promise<boolean> {
  await sealAudit(db);
  const entries = await entriesOf(db, { clientId, personIds, entryIds });
  const sealed = entries.filter((entry) => entry.sealed);
  const ofColleagues = sealed.filter(({ staff }) => staff).map(({ id }) => id);
  const others = sealed.filter(({ staff }) => !staff).map(({ id }) => id);
  for (const ids of inBatches(ofColleagues)) await eraseEntries(db, ids, colleagues);
  for (const ids of inBatches(others)) await eraseEntries(db, ids, erasableParts);
  return sealed.length === entries.length;
}

function eraseEntries(db: Db, ids: readonly string[], parts: typeof erasableParts): Promise<void> {
  return db.transaction().execute((tx) => eraseAuditValues(tx, ids, parts));
}

function* inBatches(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += entriesAtOnce) {
    yield ids.slice(start, start + entriesAtOnce);
  }
}
