import { type EmailKind, emailKinds } from '#contract/entities/email.ts';
import type { EmailTemplate, TemplateOverview, TemplateState } from '#contract/panel/email-template.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import { locales } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { linkOfKind } from '#server/mail/mail-kinds.ts';
import { writtenValues } from '#server/mail/mail-content.ts';
import { type RenderDeps, senderIn } from '#server/mail/render-email.ts';
import { builtInTemplate, hashOf } from './built-in-template.ts';
import { faultsOf, variablesOfKind } from './check-template.ts';
import { mayHaveOwn } from './own-words.ts';
import { sampleMail } from './sample-values.ts';
import { findTemplate, type TemplateRow, templatesOf } from './template-store.ts';

export interface TemplateKey {
  kind: EmailKind;
  locale: Locale;
}

/** Every kind of email to customers, with the state of its text in each language. */
export async function readTemplates({ db }: { db: Db }): Promise<TemplateOverview[]> {
  const kinds = emailKinds.filter(mayHaveOwn);
  const rows = await templatesOf(db, kinds);
  return kinds.map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const states = locales.map((locale) => {
      const row = own.find((one) => one.locale === locale);
      return [locale, row ? stateOf(row) : own.length > 0 ? 'missing' : 'built_in'];
    });
    return {
      kind,
      states: Object.fromEntries(states) as TemplateOverview['states'],
    }; // of all locales
  });
}

/**
 * The words of an email in a language: own ones, else the built-in ones.
 * @throws AppError `not_found` for an email to staff
 */
export async function readTemplate(deps: RenderDeps, key: TemplateKey): Promise<EmailTemplate> {
  const { kind, locale } = requireOwn(key);
  const row = await findTemplate(deps.db, key);
  const builtIn = builtInTemplate(kind, locale);
  const { subject, body } = row ?? builtIn;
  return {
    kind,
    locale,
    subject,
    body,
    state: row ? stateOf(row) : 'built_in',
    built_in: builtIn,
    variables: await variablesWithSamples(deps, key),
    updated_at: row?.updated_at.toISOString() ?? null,
  };
}

export function requireOwn(key: TemplateKey): TemplateKey {
  if (!mayHaveOwn(key.kind)) throw new AppError('not_found');
  return key;
}

function stateOf(row: TemplateRow): TemplateState {
  const { kind, locale } = row;
  if (Object.keys(faultsOf(kind, row)).length > 0) return 'broken';
  return row.built_in_hash === hashOf(builtInTemplate(kind, locale)) ? 'changed' : 'outdated';
}

async function variablesWithSamples(
  deps: RenderDeps,
  { kind, locale }: TemplateKey,
): Promise<EmailTemplate['variables']> {
  const sampleOf = writtenValues(sampleMail(kind, locale), await senderIn(deps, locale), '…');
  const needed = linkOfKind(kind) === null ? [] : ['link'];
  return variablesOfKind(kind).map((name) => ({
    name,
    sample: sampleOf(name) ?? '',
    link: needed.includes(name),
  }));
}
