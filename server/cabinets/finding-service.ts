import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { CabinetFinding, RepairAnswer } from '#contract/cabinet.ts';
import { clientStatuses } from '#contract/client.ts';
import type { Locale } from '#contract/variants.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import { inOrderOf } from '#server/db/list-rows.ts';
import type { CabinetFindingRow, Tables } from '#server/db/tables.ts';
import type { Caller, StaffActor } from '#server/http/caller.ts';
import type { Listing } from '#server/http/list-reply.ts';
import { newId } from '#server/ids.ts';
import { translate } from '#server/messages.ts';
import { Refused } from '#server/refused.ts';
import type { BackupService } from './backup-service.ts';
import { findCabinet, stepsOf } from './cabinet-store.ts';
import { type CabinetIdentity, DriverError } from './driver.ts';
import type { Drivers } from './drivers.ts';
import {
  deleteFindings,
  findFinding,
  findingRowsByIds,
  findingSource,
  type FindingWithClient,
  putFinding,
  renewFinding,
} from './finding-store.ts';
import type { ProvisioningService } from './provisioning-service.ts';
import type { Reconciler } from './reconciler.ts';
import { restingCabinet } from './reconciler-store.ts';

interface FindingDeps {
  db: Kysely<Tables>;
  drivers: Drivers;
  backups: BackupService;
  provisioning: ProvisioningService;
  reconciler: Reconciler;
}

/** How long an answer waits for the result of a repair. */
const patienceMs = 10_000;

/** Cabinets that differ, as a list and with their repair (DESIGN section 10.3). */
export function createFindingService({ db, drivers, backups, provisioning, reconciler }: FindingDeps) {
  const listing: Listing<CabinetFinding> = {
    name: 'cabinets',
    source: () => findingSource,
    rows: async ({ locale }, ids) =>
      inOrderOf(ids, await findingRowsByIds(db, ids)).map((row) => present(row, locale)),
    csv: [
      'kind',
      'client_name',
      {
        field: 'client_status',
        is: { type: 'enum', values: clientStatuses },
        texts: 'clients.values.status',
      },
      'domain',
      'driver',
      'first_seen_at',
      'last_seen_at',
      'times_seen',
    ],
  };

  return {
    listing,
    latest: reconciler.latest,

    /** Brings about what is wanted of one, and says how that went. */
    async repair(caller: Caller<StaffActor>, id: string): Promise<RepairAnswer> {
      const finding = await findFinding(db, id);
      if (!finding) throw new Refused('not_found');
      if (finding.kind === 'database_without_client') return removeLeftBehind(caller, finding);
      if (finding.kind.endsWith('_failed')) await provisioning.retry(caller, finding.client_id);
      else await beginRepair(caller, finding);
      const work = provisioning.run(finding.client_id);
      await Promise.race([work, wait(patienceMs, undefined, { ref: false })]);
      return settledResult(caller, finding.client_id);
    },
  };

  async function beginRepair(
    caller: Caller<StaffActor>,
    { client_id, kind, domain }: CabinetFindingRow,
  ): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const has =
        kind === 'answers_blocked'
          ? await provisioning.suspendLater(tx, caller, client_id)
          : await provisioning.repairLater(tx, caller, client_id);
      if (!has) return;
      await writeAudit(tx, caller, {
        action: 'cabinet.repair',
        subject: { type: 'client', id: client_id, name: domain },
        clientId: client_id,
        changes: [{ field: 'kind', before: kind, after: null }],
      });
      await provisioning.settleLater(tx, client_id);
    });
  }

  /** What nobody owns goes, but for a last backup that is kept as of any other. */
  async function removeLeftBehind(
    caller: Caller<StaffActor>,
    finding: CabinetFindingRow,
  ): Promise<RepairAnswer> {
    const { client_id: clientId, domain, driver: name } = finding;
    const owner = { clientId, domain, driver: name };
    // The same at every click until one fails for good, so that what goes on elsewhere is found again.
    const backupId = finding.has_database === false ? null : finding.id;
    const destroyId = operationId(finding.id, 'destroy');
    const identity: CabinetIdentity = {
      clientId,
      domain: domain ?? `${clientId}.invalid`,
      url: '',
      secret: '',
    };
    try {
      const driver = drivers.of(name);
      if (backupId && !(await backups.isKept(backupId))) {
        const keep = backups.sink(backupId, owner, caller.now);
        const saved = await driver.backup(identity, { id: backupId, keep });
        if (saved.state === 'pending') return answer(caller.locale, 'under_way');
        await backups.requireKept(backupId);
      }
      const destroyed = await driver.destroy(identity, { id: destroyId });
      if (destroyed.state === 'pending') return answer(caller.locale, 'under_way');
    } catch (error) {
      if (!(error instanceof DriverError)) throw error;
      if (error.ended) await renewFinding(db, finding.id, newId(caller.now));
      return { result: 'failed', message: translate(caller.locale, `cabinetErrors.${error.reason}`) };
    }
    await db.transaction().execute(async (tx) => {
      const client = await tx
        .selectFrom('clients')
        .select('name')
        .where('id', '=', clientId)
        .executeTakeFirst();
      const { id, name: byName } = caller.actor;
      await backups.recordDeletion(tx, caller.now, {
        ...owner,
        clientName: client?.name ?? null,
        rule: 'no_client',
        by: { id, name: byName },
        backupId,
      });
      await writeAudit(tx, caller, {
        action: 'cabinet.deleted',
        subject: { type: 'client', id: clientId, name: client?.name ?? domain },
        clientId: client ? clientId : null,
      });
      await deleteFindings(tx, [finding.id]);
    });
    return answer(caller.locale, 'repaired');
  }

  /** Another worker may be at the same cabinet: then this one only watches. */
  async function settledResult(caller: Caller, clientId: string): Promise<RepairAnswer> {
    for (const deadline = performance.now() + patienceMs; ; await wait(100)) {
      const result = await resultOf(caller, clientId);
      if (result.result !== 'under_way' || performance.now() > deadline) return result;
    }
  }

  async function resultOf({ locale, now }: Caller, clientId: string): Promise<RepairAnswer> {
    const found = await findCabinet(db, clientId);
    const task = found?.cabinet?.task;
    if (found && task) {
      const error = stepsOf(found, task).find(({ error_reason }) => error_reason !== null)?.error_reason;
      if (!error) return answer(locale, 'under_way');
      return { result: 'failed', message: translate(locale, `cabinetErrors.${error}`) };
    }
    const resting = await restingCabinet(db, clientId);
    const difference = resting && (await reconciler.look(resting));
    if (!difference) return answer(locale, 'repaired');
    // The end of the work took it off the list, on which it belongs without waiting for further comparisons.
    const { client_id, domain, driver } = resting;
    await putFinding(db, now, { ...difference, client_id, domain, driver, confirmed: true });
    return { result: 'failed', message: translate(locale, `cabinetFindings.${difference.reason}`) };
  }
}
export type FindingService = ReturnType<typeof createFindingService>;

function answer(locale: Locale, result: 'repaired' | 'under_way'): RepairAnswer {
  return { result, message: translate(locale, `cabinetRepairs.${result}`) };
}

/** A UUID of its own for one act of a repair. */
function operationId(findingId: string, act: string): string {
  const hex = createHash('sha256').update(`${findingId} ${act}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function present(row: FindingWithClient, locale: Locale): CabinetFinding {
  const texts = row.kind.endsWith('_failed') ? 'cabinetErrors' : 'cabinetFindings';
  const isNobodys = row.client_name === null;
  return {
    id: row.id,
    kind: row.kind,
    client_id: isNobodys ? null : row.client_id,
    client_name: row.client_name,
    client_status: row.client_status,
    domain: row.domain,
    driver: row.driver,
    message: translate(locale, `${texts}.${row.reason}`),
    // Without a client's name it is all that says whose it is.
    detail: isNobodys ? [row.client_id, row.detail].filter(Boolean).join(', ') : row.detail,
    first_seen_at: row.first_seen_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    times_seen: row.times_seen,
  };
}
