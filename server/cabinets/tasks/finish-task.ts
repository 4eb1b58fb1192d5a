import type { CabinetTask, TaskStep } from '#contract/cabinets/cabinet.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { recordDeletion } from '#server/cabinets/backups/record-deletion.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import {
  claimDomain,
  colleagueById,
  deleteSteps,
  findCabinet,
  freeDomain,
  setCabinetStatus,
  stepsOf,
  type StoredCabinet,
  updateCabinet,
  updateStep,
  isWrittenTo,
} from '#server/cabinets/cabinet-store.ts';
import { releaseOwnDomain } from '#server/cabinets/own-domain/own-domain-store.ts';
import { clearFindings, comparedKinds } from '#server/cabinets/comparison/finding-store.ts';
import { type CreationProgress, DriverError } from '#server/cabinets/drivers/driver.ts';
import type { CabinetStepRow, Db } from '#server/db/tables.ts';
import { type NewEvent, recordEvents } from '#server/events/record-events.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { startFreePeriod } from '#server/subscriptions/start-free-period.ts';
import { failedKinds } from './failed-kinds.ts';
import { suspensionReason } from './wanted-state.ts';
import { welcomeKey } from './welcome.ts';

type FinishDeps = Pick<
  CabinetDeps,
  'clock' | 'drivers' | 'mail' | 'subscriptions' | 'urlOf' | 'defaultLocale'
>;

/** Stores what a finished step leads to; the last step of a creation makes the cabinet active. */
export async function finishStep(
  deps: FinishDeps,
  connection: Db,
  found: StoredCabinet,
  { task, step, outcome }: { task: CabinetTask; step: TaskStep; outcome: CreationProgress },
): Promise<void> {
  const { client } = found;
  if (task === 'create' && step === 'ready') return makeReady(deps, connection, client.id);
  if (task === 'move' && step === 'switch') return switchHosts(deps, connection, found);
  const domain = outcome.state === 'done' ? outcome.domain : undefined;
  if (domain !== undefined && domain !== client.domain) {
    if (!(await claimDomain(connection, client.id, domain))) {
      throw new DriverError('answer_invalid', `the address ${domain} is another client's`);
    }
  }
  await finishRow(deps, connection, { client_id: client.id, task, step });
}

/** Stores what a finished task leads to, all or nothing. */
export async function finishTask(
  deps: FinishDeps,
  connection: Db,
  found: StoredCabinet,
  task: CabinetTask,
): Promise<void> {
  const { client } = found;
  const now = deps.clock.now();
  await connection.transaction().execute(async (tx) => {
    await clearFindings(tx, client.id, [failedKinds[task], ...comparedKinds]);
    await updateCabinet(tx, client.id, { task: null, task_by: null });
    switch (task) {
      case 'suspend':
        await updateCabinet(tx, client.id, { suspended_for: suspensionReason(client) ?? null });
        await setCabinetStatus(tx, client.id, 'suspended');
        return recordEvents(tx, now, [cabinetEvent('cabinet.suspended', client.id)]);
      case 'resume':
        await updateCabinet(tx, client.id, { suspended_for: null });
        await setCabinetStatus(tx, client.id, 'active');
        return recordEvents(tx, now, [cabinetEvent('cabinet.resumed', client.id)]);
      case 'delete':
      case 'undo':
        if (client.erased_at) return markErased(deps, tx, found, now);
        return markDeleted(deps, tx, found, { task, now });
      case 'move':
      case 'move_back':
        return finishMove(deps, tx, found, task);
      case 'create':
      case 'repair':
        return;
    }
  });
}

/** From now on the cabinet is on the other host, all or nothing. */
async function switchHosts(
  deps: FinishDeps,
  connection: Db,
  { client, cabinet }: StoredCabinet,
): Promise<void> {
  await connection.transaction().execute(async (tx) => {
    const { host = null, second_host = null } = cabinet ?? {};
    await finishRow(deps, tx, { client_id: client.id, task: 'move', step: 'switch' });
    await updateCabinet(tx, client.id, { host: second_host, second_host: host });
  });
}

async function finishMove(
  { clock, defaultLocale }: FinishDeps,
  tx: Db,
  { client, cabinet }: StoredCabinet,
  task: 'move' | 'move_back',
): Promise<void> {
  const { host = null, second_host = null } = cabinet ?? {};
  await updateCabinet(tx, client.id, { second_host: null });
  if (task === 'move_back') return;
  await auditClient(tx, systemCaller(clock.now(), defaultLocale), client, {
    action: 'cabinet.moved',
    changes: [{ field: 'host', before: second_host, after: host }],
  });
}

function cabinetEvent(type: 'cabinet.suspended' | 'cabinet.resumed', clientId: string): NewEvent {
  return { type, clientId, subjectId: clientId };
}

/** Makes the cabinet active, begins the free period and writes the email, all or nothing. */
async function makeReady(deps: FinishDeps, connection: Db, clientId: string): Promise<void> {
  const { mail, subscriptions, urlOf, defaultLocale } = deps;
  const now = deps.clock.now();
  await connection.transaction().execute(async (tx) => {
    const found = await findCabinet(tx, clientId, { lock: true });
    if (found?.client.cabinet_status !== 'creating') return;
    const { client, cabinet } = found;
    await finishRow(deps, tx, { client_id: clientId, task: 'create', step: 'ready' });
    await updateCabinet(tx, clientId, { task: null, task_by: null, ready_at: now, failed_at: null });
    await setCabinetStatus(tx, clientId, 'active');
    await clearFindings(tx, clientId, ['creation_failed', ...comparedKinds]);
    const trialEnds = await startFreePeriod(subscriptions, tx, clientId, now);
    await auditClient(tx, systemCaller(now, defaultLocale), client, { action: 'cabinet.ready' });
    await mail.withdraw(tx, welcomeKey(clientId));
    // Restored for somebody who has not paid yet: it is suspended at once. Entered by staff who chose to write nothing:
    // it is told of when the client is invited.
    if (suspensionReason(client) || !(await isWrittenTo(tx, client))) return;
    await mail.write(tx, now, {
      kind: 'cabinet_ready',
      to: client.email,
      locale: client.locale,
      data: {
        name: client.name,
        cabinet_url: urlOf(client.domain),
        free_until: trialEnds?.toISOString() ?? null,
      },
      reason: 'cabinet_ready',
      dedupeKey: `cabinet_ready:${clientId}:${cabinet?.started_at.toISOString()}`,
      clientId,
    });
  });
}

/** Frees the address, and records the deletion for ever. A creation that was undone can be made again. */
async function markDeleted(
  { drivers, defaultLocale }: FinishDeps,
  tx: Db,
  found: StoredCabinet,
  { task, now }: { task: 'delete' | 'undo'; now: Date },
): Promise<void> {
  const { client, cabinet } = found;
  await recordDeletion(tx, now, {
    clientId: client.id,
    clientName: client.name,
    domain: client.domain,
    driver: cabinet?.driver ?? drivers.current,
    rule: task === 'delete' ? 'retention' : 'given_up',
    by: cabinet?.task_by ? await colleagueById(tx, cabinet.task_by) : null,
    backupId: stepsOf(found, task).find(({ step }) => step === 'backup')?.operation_id ?? null,
  });
  // The address may be the reason why the creation failed, so it is not kept.
  const last_domain = task === 'delete' ? client.domain : null;
  await updateCabinet(tx, client.id, { last_domain, backup_id: null, host: null, told_domain: null });
  await freeDomain(tx, client.id);
  await releaseOwnDomain(tx, client.id, now);
  if (task === 'delete') await setCabinetStatus(tx, client.id, 'deleted');
  await auditClient(tx, systemCaller(now, defaultLocale), client, {
    action: task === 'delete' ? 'cabinet.deleted' : 'cabinet.undone',
    changes: [{ field: 'domain', before: client.domain, after: null }],
  });
}

/** The same for a client who was erased: what was deleted is recorded without names. */
async function markErased(
  { drivers, defaultLocale }: FinishDeps,
  tx: Db,
  { client, cabinet }: StoredCabinet,
  now: Date,
): Promise<void> {
  await recordDeletion(tx, now, {
    clientId: client.id,
    clientName: null,
    domain: null,
    driver: cabinet?.driver ?? drivers.current,
    rule: 'erased',
    by: null,
    backupId: null,
  });
  await updateCabinet(tx, client.id, { last_domain: null, backup_id: null, host: null, told_domain: null });
  await deleteSteps(tx, client.id);
  await freeDomain(tx, client.id);
  await setCabinetStatus(tx, client.id, 'deleted');
  await auditClient(tx, systemCaller(now, defaultLocale), client, { action: 'cabinet.deleted' });
}

async function finishRow(
  { clock }: Pick<FinishDeps, 'clock'>,
  connection: Db,
  row: Pick<CabinetStepRow, 'client_id' | 'task' | 'step'>,
): Promise<void> {
  await updateStep(connection, row, {
    state: 'done',
    finished_at: clock.now(),
    error_reason: null,
    error_detail: null,
    waiting_since: null,
    answer: null,
    away_since: null,
  });
}
