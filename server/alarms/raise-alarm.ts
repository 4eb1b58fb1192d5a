import type { AlarmKind, RaisedAlarms } from '#contract/accounts/alarm.ts';
import type { Db } from '#server/db/tables.ts';
import { recordEvents } from '#server/events/record-events.ts';
import { type AlarmCause, closeOpen, insertAlarms, openAlarms } from './alarm-store.ts';

/**
 * The one place that raises alarms (docs/decisions/0184): in the transaction of what happened, once for each cause
 * while it lasts.
 */
export async function raiseAlarms(
  tx: Db,
  kind: AlarmKind,
  causes: readonly AlarmCause[],
  now: Date,
): Promise<void> {
  const raised = await insertAlarms(tx, kind, causes, now);
  await recordEvents(
    tx,
    now,
    raised.map(({ id, name, subject_id, raised_at }) => ({
      type: 'alarm.raised' as const,
      clientId: null,
      subjectId: id,
      data: { id, kind, name, subject_id, raised_at: raised_at.toISOString() },
    })),
  );
}

/** The cause is gone. */
export function closeAlarm(tx: Db, alarm: { kind: AlarmKind; cause: string }, now: Date): Promise<void> {
  return closeOpen(tx, alarm, now);
}

/** The open alarms of these kinds. */
export async function readRaised(db: Db, kinds: readonly AlarmKind[]): Promise<RaisedAlarms[]> {
  const open = await openAlarms(db, kinds);
  return open.map(({ since, ...alarm }) => ({ ...alarm, since: since.toISOString() }));
}
