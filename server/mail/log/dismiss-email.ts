import type { EmailRow as Email } from '#contract/entities/email.ts';
import { closeAlarm } from '#server/alarms/raise-alarm.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { MailDeps } from '#server/mail/mail-deps.ts';
import { markDealtWith } from '#server/mail/mail-store.ts';
import { requireEmail, toEmail } from './read-email.ts';

/**
 * Says that a failed email needs nothing more (GROWTH section 19, "Home"). Again changes nothing.
 * @throws AppError `not_found`, `mail_not_failed`
 */
export function dismissEmail({ db }: Pick<MailDeps, 'db'>, caller: Caller, id: string): Promise<Email> {
  return answered(db, caller, async (tx) => {
    const email = await requireEmail({ db: tx }, id, { lock: true });
    if (email.status !== 'failed') throw new AppError('mail_not_failed');
    if (await markDealtWith(tx, id, caller.now)) {
      await closeAlarm(tx, { kind: 'email_failed', cause: id }, caller.now);
      await writeAudit(tx, caller, {
        action: 'email.dismissed',
        subject: { type: 'email', id, name: email.subject },
        clientId: email.client_id,
      });
    }
    return toEmail(await requireEmail({ db: tx }, id), caller.locale);
  });
}
