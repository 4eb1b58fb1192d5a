import { type EmailKind, emailKinds } from '#contract/entities/email.ts';
import type { EmailRow } from '#server/db/tables.ts';
import { translate } from '#server/kernel/messages.ts';
import { mailContent, type MailContent, type MailSender } from '#server/mail/mail-content.ts';
import { hiddenToken } from '#server/mail/mail-links.ts';
import { sampleMail } from './sample-values.ts';

/** A try of own words: that email with examples, whose link leads nowhere, and why the colleague gets it. */
export function triedContent(
  { locale, data }: Pick<EmailRow, 'locale' | 'data'>,
  sender: MailSender,
): MailContent {
  const words = {
    subject: String(data.subject ?? ''),
    body: String(data.body ?? ''),
  };
  const content = mailContent(sampleMail(kindOf(data.tested), locale), sender, {
    token: hiddenToken,
    words,
  });
  const why = translate(locale, 'mails.template_test.why', {
    product: sender.product,
  });
  return { ...content, footer: [why, ...content.footer.slice(1)] };
}

function kindOf(tested: unknown): EmailKind {
  return emailKinds.find((kind) => kind === tested) ?? 'welcome';
}
