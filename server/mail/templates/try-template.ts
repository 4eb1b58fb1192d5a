import type { PreviewedEmail, TemplatePreview, TemplateTest } from '#contract/panel/email-template.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { accountById } from '#server/auth/account-store.ts';
import { answered } from '#server/db/answered.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { mailContent, mailSubject, type MailSubject } from '#server/mail/mail-content.ts';
import type { MailDeps } from '#server/mail/mail-deps.ts';
import { hiddenToken } from '#server/mail/mail-links.ts';
import { findClientName, lastEmailOf } from '#server/mail/mail-store.ts';
import { type RenderDeps, senderIn, toCopy } from '#server/mail/render-email.ts';
import { writeEmail } from '#server/mail/write-email.ts';
import { emailTemplateId } from '#server/settings/fixed-ids.ts';
import { requireGood } from './change-template.ts';
import { mayHaveOwn } from './own-words.ts';
import { sampleMail } from './sample-values.ts';

/** @throws AppError `validation_failed` with each fault and its line, for an email to staff, or an unknown client */
export async function previewTemplate(
  deps: RenderDeps,
  { kind, locale, client_id, ...words }: TemplatePreview,
): Promise<PreviewedEmail> {
  requireTriable(kind);
  requireGood(kind, words);
  const sample = sampleMail(kind, locale);
  const mail = client_id ? await forClient(deps, sample, client_id) : sample;
  const content = mailContent(mail, await senderIn(deps, locale), {
    token: hiddenToken,
    words,
  });
  return { subject: content.subject, ...(await toCopy(content)) };
}

/** Sends the words to the caller, as an email of its own kind with examples and a link that leads nowhere. */
export function testTemplate(
  deps: MailDeps,
  caller: StaffCaller,
  { kind, locale, ...words }: TemplateTest,
): Promise<{ email_id: string }> {
  requireTriable(kind);
  requireGood(kind, words);
  const { actor, now } = caller;
  return answered(deps.db, caller, async (tx) => {
    const account = await accountById(tx, { kind: 'staff', id: actor.id });
    if (!account) throw new AppError('not_found');
    const { productName: product } = deps.config;
    const topic = mailSubject(sampleMail(kind, locale), { ...deps, product }, words);
    const emailId = await writeEmail(deps, tx, now, {
      kind: 'template_test',
      to: account.email,
      locale,
      userId: actor.id,
      data: { name: actor.name, tested: kind, topic, ...words },
      reason: 'template_test',
    });
    if (emailId === null) throw new Error('an email without a once key was not written');
    await writeAudit(tx, caller, {
      action: 'email_template.test',
      subject: {
        type: 'email_template',
        id: emailTemplateId(kind, locale),
        name: `${kind} ${locale}`,
      },
    });
    return { email_id: emailId };
  });
}

function requireTriable(kind: TemplateTest['kind']): void {
  if (!mayHaveOwn(kind)) throw fieldError('kind', 'validation.notAllowed');
}

/** The values of the last such email to a client; where there was none, examples with the client's name. */
async function forClient(
  { db }: Pick<RenderDeps, 'db'>,
  sample: MailSubject,
  clientId: string,
): Promise<MailSubject> {
  const name = await findClientName(db, clientId);
  if (name === undefined) throw fieldError('client_id', 'validation.notAllowed');
  const last = await lastEmailOf(db, { clientId, kind: sample.kind });
  return { ...sample, data: last?.data ?? { ...sample.data, name } };
}
