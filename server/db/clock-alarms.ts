import { sql } from 'kysely';
import type { ClockAlarmRow, Db } from './tables.ts';

/** SQL for the wrong clocks that processes report, dated by the database's clock. */

/** An alarm that is not repeated for so long is over, because its process is gone. */
const silentMinutes = 10;

export async function putClockAlarm(
  db: Db,
  { process, host, roles, offset }: { process: string; host: string; roles: string; offset: number },
): Promise<void> {
  const offset_seconds = Math.round(offset);
  const seen_at = sql<Date>`clock_timestamp()`;
  await db
    .insertInto('clock_alarms')
    .values({ process, host, roles, offset_seconds, seen_at })
    .onConflict((conflict) => conflict.column('process').doUpdateSet({ offset_seconds, seen_at }))
    .execute();
}

export async function deleteClockAlarm(db: Db, process: string): Promise<void> {
  await db.deleteFrom('clock_alarms').where('process', '=', process).execute();
}

/** The processes with a wrong clock now. */
export function clockAlarms(db: Db): Promise<ClockAlarmRow[]> {
  return db
    .selectFrom('clock_alarms')
    .selectAll()
    .where(sql<boolean>`seen_at > clock_timestamp() - make_interval(mins => ${silentMinutes})`)
    .orderBy('seen_at')
    .execute();
}
