import type { RepairAnswer } from '#contract/cabinets/cabinet.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { backupSink, isBackupKept, requireBackup } from '#server/cabinets/backups/keep-backup.ts';
import { recordDeletion } from '#server/cabinets/backups/record-deletion.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { alone } from '#server/cabinets/cabinet-store.ts';
import { type CabinetIdentity, DriverError } from '#server/cabinets/drivers/driver.ts';
import { operationOf } from '#server/cabinets/drivers/operation-id.ts';
import type { CabinetFindingRow } from '#server/db/tables.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { translate } from '#server/kernel/messages.ts';
import { clientNameOf, isCabinetAt, isErased } from './comparison-store.ts';
import { deleteFindings, renewFinding } from './finding-store.ts';
import { repairAnswer } from './repair-answer.ts';

type RemoveDeps = Pick<CabinetDeps, 'db' | 'drivers' | 'backupFiles' | 'settings' | 'timeZone'>;

/** Removes what nobody owns, after a last backup that is kept like any other. */
export async function removeLeftBehind(
  deps: RemoveDeps,
  caller: StaffCaller,
  finding: CabinetFindingRow,
): Promise<RepairAnswer> {
  try {
    const isGone = await alone(deps.db, finding.client_id, async (connection) => {
      // A move may have brought the cabinet here since.
      if (await isCabinetAt(connection, finding)) return 'not_left_behind';
      return (await isBackedUp(deps, finding, caller.now)) && (await isDestroyed(deps, finding));
    });
    if (!isGone) return repairAnswer(caller.locale, 'under_way');
    if (isGone === 'not_left_behind') {
      await deleteFindings(deps.db, [finding.id]);
      return repairAnswer(caller.locale, 'repaired');
    }
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    if (error.ended) await renewFinding(deps.db, finding.id, newId(caller.now));
    return { result: 'failed', message: translate(caller.locale, `cabinetErrors.${error.reason}`) };
  }
  await recordRemoval(deps, caller, finding);
  return repairAnswer(caller.locale, 'repaired');
}

/** The same at every click until one fails for good, so that work already under way elsewhere is recognised. */
function backupIdOf({ id, has_database }: CabinetFindingRow): string | null {
  return has_database === false ? null : id;
}

async function isBackedUp(deps: RemoveDeps, finding: CabinetFindingRow, now: Date): Promise<boolean> {
  const id = backupIdOf(finding);
  if (!id || (await isErased(deps.db, finding.client_id)) || (await isBackupKept(deps, id))) return true;
  const owner = { clientId: finding.client_id, domain: finding.domain, driver: finding.driver };
  const keep = backupSink(deps, { id, owner, now });
  const { state } = await deps.drivers.of(finding.driver).backup(identityOf(finding), { id, keep });
  if (state === 'pending') return false;
  await requireBackup(deps, id);
  return true;
}

async function isDestroyed({ drivers }: RemoveDeps, finding: CabinetFindingRow): Promise<boolean> {
  const operation = { id: operationOf(`${finding.id} destroy`) };
  const { state } = await drivers.of(finding.driver).destroy(identityOf(finding), operation);
  return state === 'done';
}

function identityOf({ client_id, domain, host }: CabinetFindingRow): CabinetIdentity {
  const named = domain ?? `${client_id}.invalid`;
  return { clientId: client_id, domain: named, ownDomain: null, url: '', secret: '', host };
}

async function recordRemoval(
  { db }: RemoveDeps,
  caller: StaffCaller,
  finding: CabinetFindingRow,
): Promise<void> {
  const { client_id: clientId, domain, driver } = finding;
  await db.transaction().execute(async (tx) => {
    const clientName = await clientNameOf(tx, clientId);
    await recordDeletion(tx, caller.now, {
      clientId,
      domain,
      driver,
      clientName,
      rule: 'no_client',
      by: { id: caller.actor.id, name: caller.actor.name },
      backupId: backupIdOf(finding),
    });
    await writeAudit(tx, caller, {
      action: 'cabinet.deleted',
      subject: { type: 'client', id: clientId, name: clientName ?? domain },
      clientId: clientName === null ? null : clientId,
    });
    await deleteFindings(tx, [finding.id]);
  });
}
