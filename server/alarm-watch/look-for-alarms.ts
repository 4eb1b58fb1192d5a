import { alarmKinds } from '#contract/accounts/alarm.ts';
import { closeGone, missingAlarms } from '#server/alarms/alarm-store.ts';
import { raiseAlarms } from '#server/alarms/raise-alarm.ts';
import type { Db } from '#server/db/tables.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { Config } from '#server/kernel/config.ts';
import { alarmCauses } from './alarm-cause-store.ts';

/** The most that one look raises; the next one finds the rest. */
const atOnce = 1000;

export interface LookDeps {
  db: Db;
  config: Pick<Config, 'cabinets'>;
  queue: Pick<Queue, 'counts'>;
}

/**
 * Closes the alarms whose cause is gone and raises those that nobody raised: what is only seen by looking, and what an
 * older process did. Any number of processes may look at the same time.
 */
export async function lookForAlarms({ db, config, queue }: LookDeps, now: Date): Promise<void> {
  for (const kind of alarmKinds) {
    const causes = await alarmCauses[kind]({ db, config, queue, now });
    await db.transaction().execute(async (tx) => {
      await closeGone(tx, kind, causes, now);
      await raiseAlarms(tx, kind, await missingAlarms(tx, kind, causes, atOnce), now);
    });
  }
}
