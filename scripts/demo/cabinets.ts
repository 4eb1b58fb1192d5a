import type { Insertable } from 'kysely';
import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { cabinetSteps } from '#contract/cabinets/cabinet.ts';
import type { Config } from '#server/kernel/config.ts';
import { cabinetUrl } from '#server/cabinets/cabinet-address.ts';
import type { CabinetDriver, CabinetIdentity } from '#server/cabinets/drivers/driver.ts';
import { embeddedDriver } from '#server/cabinets/drivers/embedded/embedded-driver.ts';
import type { CabinetFindingTable, CabinetStepTable, CabinetTable } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import { newToken, type Secrets } from '#server/keys/secrets.ts';
import { later } from './calendar.ts';
import type { DemoClient } from './clients.ts';
import type { Random } from './random.ts';
import type { HostSettings } from './cabinet-host-worker.ts';

/** Making an SQLite file mostly waits for the disk, and several hosts can wait at the same time. */
const hostCount = 4;

export interface DemoCabinets {
  rows: Insertable<CabinetTable>[];
  steps: Insertable<CabinetStepTable>[];
  findings: Insertable<CabinetFindingTable>[];
  /** The cabinets that must exist, and whether they answer. */
  real: { identity: CabinetIdentity; suspended: 'unpaid' | 'deleted' | undefined }[];
}

/** The platform's record of each cabinet. Active and suspended ones are real: see `makeCabinets`. */
export function demoCabinets(
  clients: readonly DemoClient[],
  { random, config, secrets }: { random: Random; config: Config; secrets: Secrets },
): DemoCabinets {
  const made: DemoCabinets = { rows: [], steps: [], findings: [], real: [] };
  for (const { row, situation, timeline } of clients) {
    const { confirmedAt, readyAt } = timeline;
    if (!confirmedAt) continue;
    const secret = newToken();
    const failedAt = situation === 'failed' ? later(confirmedAt, 16_000) : null;
    made.rows.push({
      client_id: row.id,
      driver: config.cabinets.driver,
      secret_sealed: secrets.seal(secret),
      reference: Array.from({ length: 8 }, () => random.pick([...'ABCDEFGHJKMNPQRSTUVWXYZ23456789'])).join(
        '',
      ),
      started_at: confirmedAt,
      ready_at: readyAt,
      failed_at: failedAt,
      task: readyAt ? null : 'create',
    });
    made.steps.push(...stepsOf(row.id, situation === 'failed', confirmedAt, readyAt));
    const { domain, cabinet_status } = row;
    if (failedAt) {
      made.findings.push({
        id: newId(failedAt),
        client_id: row.id,
        kind: 'creation_failed',
        domain: domain ?? null,
        driver: config.cabinets.driver,
        reason: failure.error_reason,
        detail: failure.error_detail,
        first_seen_at: failedAt,
        last_seen_at: failedAt,
        times_seen: 1,
        confirmed_at: failedAt,
      });
    }
    const url = cabinetUrl(config.cabinets, domain);
    if (!domain || !url || (cabinet_status !== 'active' && cabinet_status !== 'suspended')) continue;
    const suspended = row.deleted_at ? 'deleted' : cabinet_status === 'suspended' ? 'unpaid' : undefined;
    made.real.push({ identity: { clientId: row.id, domain, ownDomain: null, url, secret }, suspended });
  }
  return made;
}

const failure = { error_reason: 'refused', error_detail: 'http://127.0.0.1: ECONNREFUSED' };

function stepsOf(
  clientId: string,
  isFailed: boolean,
  startedAt: Date,
  readyAt: Date | null,
): Insertable<CabinetStepTable>[] {
  return cabinetSteps.map((step, place) => {
    const common = { client_id: clientId, step, started_at: null, finished_at: null };
    if (readyAt) {
      const part = (readyAt.getTime() - startedAt.getTime()) / cabinetSteps.length;
      const times = {
        started_at: later(startedAt, part * place),
        finished_at: later(startedAt, part * (place + 1)),
      };
      return { ...common, ...times, state: 'done', attempts: 1 };
    }
    if (!isFailed || place > 1) return { ...common, state: 'pending', attempts: 0 };
    if (place === 0)
      return { ...common, state: 'done', attempts: 1, started_at: startedAt, finished_at: startedAt };
    return { ...common, ...failure, state: 'failed', attempts: 5, started_at: startedAt };
  });
}

/**
 * Makes the cabinets like the platform, by signed calls to cabinet hosts that run only for this. May be called again
 * with the same cabinets; removes what it made when it fails.
 */
export async function makeCabinets(
  real: DemoCabinets['real'],
  { config, secrets }: { config: Config; secrets: Secrets },
): Promise<void> {
  const settings: HostSettings = {
    dataDir: config.dataDir,
    hostSecret: secrets.cabinetHostKey,
    publicUrl: config.publicUrl,
    domain: config.cabinets.domain,
    productName: config.productName,
  };
  const hosts = await Promise.all(Array.from({ length: hostCount }, () => startHost(settings)));
  const waiting = [...real];
  const made: CabinetIdentity[] = [];
  try {
    await Promise.all(hosts.map(({ driver }) => makeSome(driver, waiting, made)));
  } catch (error) {
    const [host] = hosts;
    for (const cabinet of made) await host?.driver.destroy(cabinet, { id: randomUUID() });
    throw error;
  } finally {
    await Promise.all(hosts.map(({ close }) => close()));
  }
}

async function makeSome(
  driver: CabinetDriver,
  waiting: DemoCabinets['real'],
  made: CabinetIdentity[],
): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    made.push(next.identity);
    await driver.create(next.identity, { id: randomUUID(), step: 'database' });
    await driver.create(next.identity, { id: randomUUID(), step: 'instance' });
    if (next.suspended) await driver.suspend(next.identity, { id: randomUUID(), reason: next.suspended });
  }
}

async function startHost(settings: HostSettings): Promise<{ driver: CabinetDriver; close(): Promise<void> }> {
  const worker = new Worker(new URL('./cabinet-host-worker.ts', import.meta.url), { workerData: settings });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const hostUrl = `http://127.0.0.1:${port}`;
  return {
    driver: embeddedDriver({
      hostUrl,
      hostSecret: settings.hostSecret,
      now: () => new Date(),
      timeoutMs: 20_000,
    }),
    close: async () => {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await ended;
    },
  };
}
