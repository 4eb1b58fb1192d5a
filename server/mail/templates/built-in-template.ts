import { createHash } from 'node:crypto';
import type { EmailKind } from '#contract/entities/email.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { hasText, templateOf, translate } from '#server/kernel/messages.ts';
import { type MailKind, mailKinds } from '#server/mail/mail-kinds.ts';

/** The words of an email: a line, and Markdown, both with variables. */
export interface Template {
  subject: string;
  body: string;
}

/** The text that an email has without own words, put together from `mails.KIND` in `messages.json`. */
export function builtInTemplate(kind: EmailKind, locale: Locale): Template {
  const { onlyWith = {}, underButton = [], rows = [], sentences = [], target }: MailKind = mailKinds[kind];
  const text = (part: string) => templateOf(locale, `mails.${kind}.${part}`);
  const [first = '', ...others] = text('body').split('\n\n');
  const optional = Object.keys(onlyWith)
    .filter((part) => !underButton.includes(part))
    .map((part) => (sentences.includes(part) ? `{{${part}}}` : text(part)));
  const blocks = [
    `# ${text('heading')}`,
    // Without a name: three of the languages would need its vocative, which is not to be guessed.
    translate(locale, 'mailFrame.greeting'),
    first,
    ...(rows.length > 0 ? [tableOf(rows.map((name) => [text(`rows.${name}`), `{{${name}}}`]))] : []),
    ...others,
    ...optional,
    ...(target ? [`[${text('button')}]({{link}})`] : []),
    ...underButton.map((part) => `> ${text(part)}`),
    ...(hasText(locale, `mails.${kind}.note`) ? [`> ${text('note')}`] : []),
  ];
  return { subject: text('subject'), body: blocks.join('\n\n') };
}

/** What tells whether the built-in text has changed. */
export function hashOf({ subject, body }: Template): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, body]))
    .digest('hex');
}

function tableOf(rows: readonly string[][]): string {
  return ['| | |', '| :- | -: |', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}
