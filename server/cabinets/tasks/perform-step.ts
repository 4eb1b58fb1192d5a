import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { TaskStep } from '#contract/cabinets/cabinet.ts';
import { backupSink, backupSource, requireBackup } from '#server/cabinets/backups/keep-backup.ts';
import { labelsFor } from '#server/cabinets/address/choose-address.ts';
import { forgetWanted } from '#server/cabinets/address/wanted-address-store.ts';
import type { CabinetDeps } from '#server/cabinets/cabinet-deps.ts';
import { claimDomain, type StoredCabinet, updateCabinet } from '#server/cabinets/cabinet-store.ts';
import { identityOf } from '#server/cabinets/drivers/cabinet-identity.ts';
import {
  type BackupSource,
  type CabinetDriver,
  type CreationProgress,
  DriverError,
  type Operation,
  type Progress,
} from '#server/cabinets/drivers/driver.ts';
import { moveStep } from '#server/cabinets/hosts/move-step.ts';
import { placeCabinet } from '#server/cabinets/hosts/place-cabinet.ts';
import type { Db } from '#server/db/tables.ts';
import { suspensionReason } from './wanted-state.ts';

/** How often a try of this step looks at the health check, and how many times. */
const healthLook = { everyMs: 200, times: 25 } as const;
/** The errors of a health check that reached nobody. */
const noAnswer: ReadonlySet<string> = new Set(['refused', 'unreachable', 'timeout', 'unknown_name']);
const done = { state: 'done' } as const;

/** Does a step (DESIGN section 6). Doing it twice in the same operation is safe. */
export async function performStep(
  deps: CabinetDeps,
  connection: Db,
  found: StoredCabinet,
  { step, operationId: id }: { step: TaskStep; operationId: string },
): Promise<CreationProgress> {
  const driver = driverOf(deps, found);
  switch (step) {
    case 'address':
      await allocateDomain(deps, connection, found);
      return done;
    case 'database': {
      const backupId = found.cabinet?.backup_id;
      const backup = backupId ? await backupSource(deps, backupId) : undefined;
      return makeDatabase(deps, connection, found, { id, step, ...(backup && { backup }) });
    }
    case 'instance':
      return driver.create(identityOf(deps, found), { id, step });
    case 'health':
      await awaitHealth(deps, found);
      return done;
    case 'ready':
      return done;
    case 'suspend': {
      const reason = suspensionReason(found.client) ?? 'unpaid';
      return driver.suspend(identityOf(deps, found), { id, reason });
    }
    case 'resume':
      return driver.resume(identityOf(deps, found), { id });
    case 'backup':
      return backUp(deps, found, id);
    case 'destroy':
      if (!found.client.domain) return done; // given up before anything was made
      return driver.destroy(identityOf(deps, found), { id });
    case 'gone':
      await requireGone(deps, found);
      return done;
    case 'hold':
    case 'copy':
    case 'switch':
    case 'open':
    case 'clear':
      await moveStep(deps, found, step);
      return done;
  }
}

function driverOf({ drivers }: CabinetDeps, { cabinet }: StoredCabinet): CabinetDriver {
  return drivers.of(cabinet?.driver ?? drivers.current);
}

async function allocateDomain(deps: CabinetDeps, connection: Db, found: StoredCabinet): Promise<void> {
  const { client, cabinet } = found;
  if (client.domain) return;
  if (cabinet?.last_domain && (await claimDomain(connection, client.id, cabinet.last_domain))) return;
  const random = () => randomBytes(3).toString('hex');
  for (const label of await labelsFor(deps, connection, found, { now: deps.clock.now(), random })) {
    if (!(await claimDomain(connection, client.id, `${label}.${deps.config.cabinets.domain}`))) continue;
    return forgetWanted(connection, client.id);
  }
  throw new Error('no free address found');
}

/** On the host with the most room, where there are several. */
async function makeDatabase(
  deps: CabinetDeps,
  connection: Db,
  found: StoredCabinet,
  operation: Operation & { step: 'database'; backup?: BackupSource },
): Promise<CreationProgress> {
  const driver = driverOf(deps, found);
  const identity = identityOf(deps, found);
  if (!driver.hosts || identity.host) return driver.create(identity, operation);
  const { clientId } = identity;
  const host = await placeCabinet(deps, connection, clientId);
  try {
    return await driver.create({ ...identity, host }, operation);
  } catch (error) {
    // Nothing listens there, so nothing was made, and the next try may go elsewhere.
    if (error instanceof DriverError && error.reason === 'refused')
      await updateCabinet(connection, clientId, { host: null });
    throw error;
  }
}

async function awaitHealth(deps: CabinetDeps, found: StoredCabinet): Promise<void> {
  const driver = driverOf(deps, found);
  const cabinet = identityOf(deps, found);
  const isHost = found.cabinet?.driver === 'embedded';
  for (let look = 1; ; look += 1) {
    const probed = await driver.probe(cabinet);
    // Another host says so for one that is away.
    const isHostAway = probed.answered && probed.status === 503 && Boolean(cabinet.host);
    if (probed.answered && !isHostAway) return;
    if (!probed.answered && probed.reason === 'forbidden_address')
      throw new DriverError(probed.reason, cabinet.url);
    if (look >= healthLook.times) {
      // The embedded host serves its cabinets itself; elsewhere a silent cabinet may itself be broken.
      const reason = probed.answered ? `HTTP ${probed.status}` : probed.reason;
      const away = isHost && (probed.answered || noAnswer.has(probed.reason));
      throw new DriverError('timeout', `health check: ${reason}`, { away });
    }
    await wait(healthLook.everyMs);
  }
}

async function backUp(deps: CabinetDeps, found: StoredCabinet, id: string): Promise<Progress> {
  const { client, cabinet } = found;
  const owner = {
    clientId: client.id,
    domain: client.domain,
    driver: cabinet?.driver ?? deps.drivers.current,
  };
  const keep = backupSink(deps, { id, owner, now: deps.clock.now() });
  const progress = await driverOf(deps, found).backup(identityOf(deps, found), { id, keep });
  if (progress.state === 'done') await requireBackup(deps, id);
  return progress;
}

/** Fails while a healthy cabinet answers. Anything else may be a front server that answers for names nobody has. */
async function requireGone(deps: CabinetDeps, found: StoredCabinet): Promise<void> {
  if (!found.client.domain) return;
  const probed = await driverOf(deps, found).probe(identityOf(deps, found));
  if (!probed.answered || probed.status >= 400) return;
  throw new DriverError('still_there', `the health check answered ${probed.status}`);
}
