import type { Logger } from 'pino';
import type { ClockGuard } from '#server/db/clock-guard.ts';
import { databaseAwayLog, isDatabaseAway } from '#server/db/database-away.ts';
import { type DeliverDeps, deliverSome } from './deliver.ts';
import { waitingDeliveries } from './delivery-store.ts';
import { type ReadEventDeps, readEvents } from './read-event.ts';

const lookEveryMs = 500;
/** What is due may wait for an earlier message of its client: it isn't asked for again and again. */
const pauseMs = 3000;

interface LoopDeps extends DeliverDeps, ReadEventDeps {
  clockGuard: Pick<ClockGuard, 'agrees'>;
  log: Logger;
}

/**
 * Delivers events as long as the process runs (docs/decisions/0198). Each webhook has a lane of its own, so that a slow
 * or dead receiver delays no other. Any number of processes may do so: messages are leased.
 */
export function startDeliveries(deps: LoopDeps): { stop(): Promise<void> } {
  const { db, clock, log } = deps;
  const lanes = new Map<string, Promise<void>>();
  const pausedUntil = new Map<string, number>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  const logAway = databaseAwayLog(log);
  const report = (error: unknown) =>
    isDatabaseAway(error) ? logAway(error) : log.error({ err: error }, 'delivery of events');

  const lane = async (webhookId: string) => {
    let tried = 0;
    try {
      for (let some = 1; some > 0 && !isStopped;) {
        some = await deliverSome(deps, webhookId);
        tried += some;
      }
    } catch (error) {
      report(error);
    }
    if (tried === 0) pausedUntil.set(webhookId, performance.now() + pauseMs);
    lanes.delete(webhookId);
  };

  const look = async () => {
    try {
      if (await deps.clockGuard.agrees()) {
        // Asked first, in one statement: mostly there is nothing to do.
        const { hasUnread, webhookIds } = await waitingDeliveries(db, clock.now());
        if (hasUnread) await readEvents(deps, clock.now());
        for (const id of webhookIds) {
          const isPaused = (pausedUntil.get(id) ?? 0) > performance.now();
          if (!isPaused && !lanes.has(id)) lanes.set(id, lane(id));
        }
      }
    } catch (error) {
      report(error);
    }
    if (!isStopped) timer = setTimeout(again, lookEveryMs);
  };
  const again = () => {
    looking = look();
  };
  again();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(lanes.values());
    },
  };
}
