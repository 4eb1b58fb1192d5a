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
  const {
    onlyWith = {},
    underButton = [],
    rows = [],
    facts = [],
    sentences = [],
    target,
    buttonWith,
  }: MailKind = mailKinds[kind];
  const text = (part: string) => templateOf(locale, `mails.${kind}.${part}`);
  const [first = '', ...others] = text('body').split('\n\n');
  const optional = Object.keys(onlyWith)
    .filter((part) => !underButton.includes(part))
    .map((part) => (sentences.includes(part) ? `{{${part}}}` : text(part)));
  const blocks = [
    `# ${text('heading')}`,
    '{{greeting}}',
    first,
    ...tableOf(rows, '-:', (name) => text(`rows.${name}`)),
    ...tableOf(facts, ':-', (name) => translate(locale, `mailFrame.facts.${name}`)),
    ...others,
    ...optional,
    ...(target ? [`[${buttonWith ? '{{button}}' : text('button')}]({{link}})`] : []),
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

function tableOf(names: readonly string[], side: ':-' | '-:', labelOf: (name: string) => string): string[] {
  if (names.length === 0) return [];
  const rows = names.map((name) => `| ${labelOf(name)} | {{${name}}} |`);
  return [['| | |', `| :- | ${side} |`, ...rows].join('\n')];
}
