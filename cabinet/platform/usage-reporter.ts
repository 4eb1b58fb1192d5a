import type { Logger } from 'pino';
import type { Instance } from '../host/host-registry.ts';
import type { Usage } from '#contract/cabinets/cabinet.ts';
import { monthOf } from '../month.ts';
import { type Credentials, isHeard, type PlatformClient } from './platform-client.ts';
import type { Due, ReportSchedule } from './report-schedule.ts';
import type { StorePool } from '../store/store-pool.ts';

interface Deps {
  schedule: ReportSchedule;
  /** Undefined when it is gone. */
  instanceOf(clientId: string): Instance | undefined;
  stores: StorePool;
  platform: PlatformClient;
  now: () => Date;
  log: Logger;
  /** Changes within this time make one report. */
  gatherMs?: number;
  lookMs?: number;
}

const day = 24 * 3_600_000;
const firstPause = 30_000;
const longestPause = 3_600_000;

/**
 * Reports the usage of cabinets to the platform (`docs/cabinet-protocol.md`, "Usage"): soon after a change, once a
 * day without one, and with ever longer pauses while the platform does not answer.
 */
export function usageReporter(deps: Deps) {
  const { schedule, instanceOf, stores, platform, now, log, gatherMs = 2000, lookMs = 1000 } = deps;
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= report().finally(() => (running = undefined));
  }, lookMs).unref();

  return {
    /** Something in the report has changed. */
    noteChange: (clientId: string) => schedule.sooner(clientId, new Date(now().getTime() + gatherMs)),

    async close(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };

  async function report(): Promise<void> {
    try {
      for (const due of schedule.due(now(), 20)) await tryOne(due);
    } catch (error) {
      log.error({ err: error }, 'usage not reported');
    }
  }

  /** A cabinet whose database can't be read is tried again later, and delays no other. */
  async function tryOne({ clientId, failures }: Due): Promise<void> {
    try {
      await reportOne(clientId, failures);
    } catch (error) {
      log.error({ err: error, client_id: clientId }, 'usage not reported');
      again(clientId, failures);
    }
  }

  async function reportOne(clientId: string, failures: number): Promise<void> {
    const instance = instanceOf(clientId);
    if (!instance || !stores.exists(clientId)) return schedule.forget(clientId);
    if (!(await tellSignOuts(clientId, instance.secret))) return again(clientId, failures);
    // A suspended cabinet does not change; its next change or visit schedules it again.
    if (instance.state === 'suspended') return schedule.forget(clientId);
    const usage = stores.use(clientId, (store) => {
      const { known } = store.readEntitlements();
      return store.usage(monthOf(now(), known?.time_zone ?? 'UTC'), known?.metrics ?? {});
    });
    // Before it is sent, so that a change meanwhile is not lost.
    schedule.put(clientId, { at: new Date(now().getTime() + day), failures: 0 });
    const answer = await send({ clientId, secret: instance.secret }, usage);
    if (answer.kind !== 'ok') again(clientId, failures);
  }

  /** A metric that the operator has deleted since makes the platform refuse the whole report; the rest must not wait. */
  async function send(credentials: Credentials, { metrics = {}, ...usage }: Usage) {
    const answer = await platform.reportUsage(credentials, { ...usage, metrics });
    const isRefused = answer.kind === 'refused' && !answer.isUnknown;
    return isRefused && Object.keys(metrics).length > 0 ? platform.reportUsage(credentials, usage) : answer;
  }

  /**
   * Signing out ends both sessions, even if the platform did not hear of it at once; false while it does not answer.
   */
  async function tellSignOuts(clientId: string, secret: string): Promise<boolean> {
    for (const session of stores.use(clientId, (store) => store.untoldSignOuts())) {
      if (!isHeard(await platform.logOut({ clientId, secret }, session))) return false;
      stores.use(clientId, (store) => store.noteToldSignOut(session));
    }
    return true;
  }

  function again(clientId: string, failures: number): void {
    const pause = Math.min(firstPause * 2 ** failures, longestPause);
    schedule.put(clientId, { at: new Date(now().getTime() + pause), failures: failures + 1 });
  }
}
export type UsageReporter = ReturnType<typeof usageReporter>;

/** The schedule of a process with one cabinet: due at the start, so that nothing is lost in between. */
export function schedulePerProcess(clientId: string, start: Date): ReportSchedule {
  const entries = new Map([[clientId, { at: start, failures: 0 }]]);
  return {
    sooner(id, at) {
      const known = entries.get(id);
      if (!known || known.at > at) entries.set(id, { at, failures: known?.failures ?? 0 });
    },
    put: (id, due) => void entries.set(id, due),
    due: (now, limit) =>
      [...entries]
        .filter(([, { at }]) => at <= now)
        .slice(0, limit)
        .map(([id, { failures }]) => ({ clientId: id, failures })),
    forget: (id) => void entries.delete(id),
  };
}
