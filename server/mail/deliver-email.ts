import { randomUUID } from 'node:crypto';
import { raiseAlarms } from '#server/alarms/raise-alarm.ts';
import type { EmailRow } from '#server/db/tables.ts';
import { targetUrl } from './mail-content.ts';
import type { MailDeps } from './mail-deps.ts';
import { extendMailLink, hiddenToken, withoutTokens } from './mail-links.ts';
import { maxTries, secondsToNextTry } from './mail-retry.ts';
import { deleteFile, endLease, findFile, leaseEmail, takeStuckEmails } from './mail-store.ts';
import { MailRefused, type OutgoingMail, writtenSender } from './mail-transport.ts';
import { headNow, linkSecondsOf, renderEmail, subjectOf } from './render-email.ts';

const leaseSeconds = 60;
/** An email that is due and was not picked up in this time has lost its job. */
const lostSeconds = 120;
const recoveredAtOnce = 500;
const longestError = 500;

/** The job: tries once to send. A refusal is stored with the row and retried later; it is not an error here. */
export async function deliverEmail(deps: MailDeps, emailId: string): Promise<void> {
  const { db, clock } = deps;
  const lease = randomUUID();
  const now = clock.now();
  const email = await leaseEmail(db, { id: emailId, lease, now, until: secondsAfter(now, leaseSeconds) });
  if (!email) return;
  try {
    await send(deps, email, lease);
  } catch (error) {
    await recordFailure(deps, email, lease, error);
  }
}

/**
 * Runs at the start and every minute: gives a new job to emails that a dead worker or a lost job left behind, each at
 * most once in two minutes. Returns how many.
 */
export function recoverLostEmails({ db, queue }: Pick<MailDeps, 'db' | 'queue'>, now: Date): Promise<number> {
  const lostBefore = secondsAfter(now, -lostSeconds);
  return db.transaction().execute(async (tx) => {
    const ids = await takeStuckEmails(tx, { now, lostBefore, limit: recoveredAtOnce });
    for (const emailId of ids) await queue.enqueue(tx, 'send-email', { emailId });
    return ids.length;
  });
}

async function send(deps: MailDeps, email: EmailRow, lease: string): Promise<void> {
  const { db, config, clock, secrets, transport, log, print } = deps;
  if (email.attempts > maxTries) throw new MailRefused('gave_up', { permanent: true });
  const seconds = linkSecondsOf(email);
  const token = seconds === null ? hiddenToken : await liveToken(deps, email.id, seconds);
  const copy = await renderEmail(deps, email, token);
  const { senderName, replyTo } = await headNow(deps);
  await transport?.send({
    to: email.to_address,
    senderName,
    replyTo,
    subject: email.subject,
    messageId: email.message_id,
    attachments: await attachmentsOf(deps, email),
    ...copy,
  });
  const html = withoutTokens(copy.html, secrets, email.id);
  const text = withoutTokens(copy.text, secrets, email.id);
  const head = { sender: writtenSender(config.mailFrom, senderName), reply_to: replyTo };
  const result = {
    status: 'sent',
    only_logged: transport === undefined,
    html,
    text,
    ...head,
    sent_at: clock.now(),
    error: null,
  } as const;
  const isOurs = await endLease(db, { id: email.id, lease, result });
  await deleteFile(db, email.id);
  if (!isOurs) log.warn({ emailId: email.id }, 'email was sent after its lease had run out');
  if (!transport && seconds !== null) {
    print(`${email.kind} ${email.to_address} ${targetUrl(subjectOf(email), config, token)}`);
  }
}

async function attachmentsOf(
  { db, documentFile }: Pick<MailDeps, 'db' | 'documentFile'>,
  { id, document_id }: EmailRow,
): Promise<OutgoingMail['attachments']> {
  const file = await findFile(db, id);
  if (file) return [{ filename: file.name, content: file.content, contentType: 'text/csv; charset=utf-8' }];
  if (document_id === null) return [];
  const { name, content } = await documentFile(document_id);
  return [{ filename: name, content: Buffer.from(content), contentType: 'application/pdf' }];
}

/** The token of an email that is being sent: the time of its link starts now. */
async function liveToken(
  { db, secrets, clock }: MailDeps,
  emailId: string,
  seconds: number,
): Promise<string> {
  const token = await extendMailLink(db, secrets, emailId, secondsAfter(clock.now(), seconds));
  if (token === undefined) throw new MailRefused('link_void', { permanent: true });
  return token;
}

async function recordFailure(
  { db, secrets, clock, queue, log }: MailDeps,
  email: EmailRow,
  lease: string,
  failure: unknown,
): Promise<void> {
  const { id, attempts } = email;
  const words = failure instanceof Error ? failure.message : String(failure);
  const error = withoutTokens(words, secrets, id).slice(0, longestError);
  const isFinal = failure instanceof MailRefused && failure.permanent;
  const wait = isFinal ? undefined : secondsToNextTry(attempts);
  log.warn(
    { emailId: id, kind: email.kind, attempt: attempts, error, nextTrySeconds: wait },
    'email was not sent',
  );
  await db.transaction().execute(async (tx) => {
    if (wait === undefined) {
      await deleteFile(tx, id);
      const isLast = await endLease(tx, { id, lease, result: { status: 'failed', error } });
      if (isLast && email.kind !== 'alarms_raised')
        await raiseAlarms(tx, 'email_failed', [causeOf(email)], clock.now());
      return;
    }
    const nextTry = secondsAfter(clock.now(), wait);
    const isOurs = await endLease(tx, {
      id,
      lease,
      result: { status: 'queued', error, leased_until: nextTry },
    });
    if (!isOurs) return;
    // Prolonged, so that no clean-up deletes the link while its email waits.
    const seconds = linkSecondsOf(email);
    if (seconds !== null) await extendMailLink(tx, secrets, id, secondsAfter(nextTry, seconds));
    await queue.enqueue(tx, 'send-email', { emailId: id }, { afterSeconds: wait });
  });
}

function causeOf({ id, to_address }: EmailRow) {
  return { cause: id, name: to_address, subject_id: id };
}

function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
