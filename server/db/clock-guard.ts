import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Clock } from '#server/kernel/clock.ts';
import { deleteClockAlarm, putClockAlarm } from './clock-alarms.ts';
import type { Db } from './tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { singleFlight } from '#server/kernel/single-flight.ts';

/** A process whose clock differs by more does nothing (GROWTH section 20, "Clock and brake"). */
export const mostSecondsOff = 60;

interface GuardDeps {
  db: Db;
  clock: Clock;
  /** Names the process for people who look for it. */
  roles: readonly string[];
  log: Pick<BaseLogger, 'info' | 'error'>;
}

/**
 * Keeps a process with a wrong clock from billing, blocking, deleting and emailing. The clocks are compared at each
 * call, so the process continues by itself once they agree. Each change is logged once. Those who ask at the same time
 * share a comparison: many jobs begin at once, and each would take a connection for it.
 */
export function createClockGuard({ db, clock, roles, log }: GuardDeps) {
  const process = randomUUID();
  const share = singleFlight();
  let wasOff = false;
  return {
    /** Whether this process may act now. */
    agrees,

    /**
     * Call it in the transaction of the act.
     * @throws AppError `clock_differs` when the process may not act.
     */
    async require(tx: Db = db): Promise<void> {
      if (isOff(await measureOffset(tx, clock))) {
        await agrees();
        throw new AppError('clock_differs', { retryAfter: 60 });
      }
    },

    /** How many seconds this process is ahead of the database; negative when behind. */
    offset: () => measureOffset(db, clock),

    /** Deletes the report of this process; called when it ends. */
    leave: async () => {
      if (wasOff) await deleteClockAlarm(db, process);
    },
  };

  function agrees(): Promise<boolean> {
    return share('clock', compare);
  }

  async function compare(): Promise<boolean> {
    const offset = await measureOffset(db, clock);
    const off = isOff(offset);
    if (off) {
      await putClockAlarm(db, { process, host: hostname(), roles: roles.join(','), offset });
    } else if (wasOff) {
      await deleteClockAlarm(db, process);
    }
    if (off !== wasOff) {
      wasOff = off;
      const facts = { offsetSeconds: Math.round(offset) };
      if (off) {
        log.error(facts, "this clock is not the database's: nothing is billed, blocked, deleted or mailed");
      } else log.info(facts, "this clock agrees with the database's again: work goes on");
    }
    return !off;
  }
}
export type ClockGuard = ReturnType<typeof createClockGuard>;

/** Seconds that a clock is ahead of the database's, measured at the middle of the query. */
export async function measureOffset(db: Db, clock: Clock): Promise<number> {
  const before = clock.now().getTime();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const here = (before + clock.now().getTime()) / 2 - (clock.movedMs?.() ?? 0);
  const there = rows[0]?.now.getTime() ?? here;
  return (here - there) / 1000;
}

/** Whether a clock differs too much from the database's. */
export function isOff(offsetSeconds: number): boolean {
  return Math.abs(offsetSeconds) > mostSecondsOff;
}
