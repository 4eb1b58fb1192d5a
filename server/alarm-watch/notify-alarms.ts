import type { BaseLogger } from 'pino';
import { type AlarmKind, alarmKindsFor } from '#contract/accounts/alarm.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import {
  lastToldAt,
  markTold,
  type OpenAlarms,
  openAlarms,
  peopleAsking,
  takePerson,
} from '#server/alarms/alarm-store.ts';
import type { Db, UserRow } from '#server/db/tables.ts';
import { attempt } from '#server/jobs/attempt.ts';
import { translate } from '#server/kernel/messages.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { mayTell } from './notice-interval.ts';

interface NotifyDeps {
  db: Db;
  mail: Pick<MailService, 'write'>;
  log: Pick<BaseLogger, 'error'>;
}

/**
 * Emails people the alarms that they asked for and were not told about: one email for all of them, each alarm once. A
 * right that is lost ends it (docs/decisions/0184).
 */
export async function notifyAlarms(deps: NotifyDeps, now: Date): Promise<void> {
  for (const userId of await peopleAsking(deps.db))
    await attempt(deps.log, { failed: 'alarms could not be emailed', userId }, () =>
      deps.db.transaction().execute((tx) => tell(deps, tx, userId, now)),
    );
}

async function tell({ mail }: NotifyDeps, tx: Db, userId: string, now: Date): Promise<void> {
  const user = await takePerson(tx, userId);
  if (!user || user.deleted_at || !mayTell(await lastToldAt(tx, userId), now)) return;
  const kinds = wantedKinds(user);
  const untold = await openAlarms(tx, kinds, { untoldTo: userId });
  if (untold.length === 0) return;
  await markTold(tx, userId, kinds, now);
  const { locale } = user;
  await mail.write(tx, now, {
    kind: 'alarms_raised',
    to: user.email,
    locale,
    userId,
    data: {
      name: user.name,
      topic: untold.map(({ kind }) => translate(locale, `mails.alarms_raised.kinds.${kind}`)).join(', '),
      words: untold.map((one) => alarmLine(one, locale)).join('\n'),
    },
    reason: 'alarms_raised',
  });
}

function wantedKinds({
  alarms,
  effective_permissions,
}: Pick<UserRow, 'alarms'> & { effective_permissions: Permission[] }): AlarmKind[] {
  return alarmKindsFor(effective_permissions).filter((kind) => alarms.includes(kind));
}

/** Such as "Failed cabinets (7): Shop, Stall, …" */
function alarmLine({ kind, count, names }: OpenAlarms, locale: UserRow['locale']): string {
  const title = translate(locale, `mails.alarms_raised.kinds.${kind}`);
  const counted = count > 1 ? `${title} (${count})` : title;
  if (names.length === 0) return counted;
  return `${counted}: ${names.join(', ')}${count > names.length ? ', …' : ''}`;
}
