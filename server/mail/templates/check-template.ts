import type { EmailKind } from '#contract/entities/email.ts';
import type { Refusal } from '#contract/kernel/issues.ts';
import { linkOfKind, type MailKind, mailKinds } from '#server/mail/mail-kinds.ts';
import type { Template } from './built-in-template.ts';
import { variable } from './fill-template.ts';
import { parseTemplate } from './parse-template.ts';

/** Values that are for the program alone. */
const unsaid: readonly string[] = ['metric_key', 'unit', 'path'];

/** The variables of a kind of email: its values, and what every email knows. */
export function variablesOfKind(kind: EmailKind): string[] {
  const { data, target, buttonWith }: MailKind = mailKinds[kind];
  return [
    ...(target ? ['link'] : []),
    ...(buttonWith ? ['button'] : []),
    ...data.filter((name) => !unsaid.includes(name)),
    ...(data.includes('days') ? ['in_days'] : []),
    'greeting',
    'product',
    'contact',
  ];
}

/** A subject is stored and listed, and knows no settings. */
const bodyOnly: readonly string[] = ['link', 'contact', 'greeting'];

/** What is wrong with own words of an email, by field, each with its line. */
export function faultsOf(kind: EmailKind, { subject, body }: Template): Record<string, Refusal[]> {
  const known = variablesOfKind(kind);
  const inSubject = known.filter((name) => !bodyOnly.includes(name));
  const faults = {
    subject: unknownIn(subject, inSubject),
    body: [...unknownIn(body, known), ...parseTemplate(body).faults, ...missingLink(kind, body)],
  };
  return Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length > 0));
}

function unknownIn(text: string, known: readonly string[]): Refusal[] {
  const braces = [...text.matchAll(/\{\{([^{}\n]*)\}\}|\{\{|\}\}/g)];
  return braces.flatMap(({ 0: whole, 1: inside, index }) => {
    const params = {
      line: text.slice(0, index).split('\n').length,
      words: whole,
    };
    if (inside === undefined) return [{ key: 'validation.templateBraces', params }];
    return known.includes(inside.trim()) ? [] : [{ key: 'validation.templateVariable', params }];
  });
}

/** An email for the sake of its link is nothing without it. */
function missingLink(kind: EmailKind, body: string): Refusal[] {
  if (linkOfKind(kind) === null) return [];
  const names = [...body.matchAll(variable)].map(([, name]) => name);
  return names.includes('link') ? [] : [{ key: 'validation.templateLink' }];
}
