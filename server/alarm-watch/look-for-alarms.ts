import type { BaseLogger } from 'pino';
import { alarmKinds } from '#contract/accounts/alarm.ts';
import { closeGone, missingAlarms } from '#server/alarms/alarm-store.ts';
import { raiseAlarms } from '#server/alarms/raise-alarm.ts';
import type { Db } from '#server/db/tables.ts';
import { attempt } from '#server/jobs/attempt.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { Config } from '#server/kernel/config.ts';
import { alarmCauses } from './alarm-cause-store.ts';

/** The most that one look raises; the next one finds the rest. */
const atOnce = 1000;

export interface LookDeps {
  db: Db;
  config: Pick<Config, 'cabinets'>;
  queue: Pick<Queue, 'counts'>;
  log: Pick<BaseLogger, 'error'>;
}

/**
 * Closes the alarms whose cause is gone and raises those that nobody raised: what is only seen by looking, and what an
 * older process did. Any number of processes may look at the same time. A kind that can't be looked for stops none of the others.
 */
export async function lookForAlarms({ db, config, queue, log }: LookDeps, now: Date): Promise<void> {
  for (const kind of alarmKinds)
    await attempt(log, { failed: 'an alarm could not be looked for', kind }, async () => {
      const causes = await alarmCauses[kind]({ db, config, queue, now });
      await db.transaction().execute(async (tx) => {
        await closeGone(tx, kind, causes, now);
        await raiseAlarms(tx, kind, await missingAlarms(tx, kind, causes, atOnce), now);
      });
    });
}
