import type { EmailKind } from '#contract/entities/email.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { mailKinds } from '#server/mail/mail-kinds.ts';
import type { Template } from './built-in-template.ts';
import { faultsOf } from './check-template.ts';
import { findTemplate, templatesOf } from './template-store.ts';

/** The own words of emails by kind and language. */
export type OwnWords = (mail: { kind: EmailKind; locale: Locale; toStaff: boolean }) => Template | undefined;

/** Those of one email; undefined where the built-in text is sent. */
export async function ownWordsOf(db: Db, mail: Parameters<OwnWords>[0]): Promise<Template | undefined> {
  if (!mayHaveOwn(mail.kind) || mail.toStaff) return undefined;
  return usable(mail.kind, await findTemplate(db, mail));
}

/** Those of many at once. */
export async function ownWordsAmong(db: Db, kinds: readonly EmailKind[]): Promise<OwnWords> {
  const wanted = [...new Set(kinds)].filter(mayHaveOwn);
  const rows = wanted.length === 0 ? [] : await templatesOf(db, wanted);
  return ({ kind, locale, toStaff }) =>
    toStaff
      ? undefined
      : usable(
          kind,
          rows.find((row) => row.kind === kind && row.locale === locale),
        );
}

/** Emails to customers. What colleagues read is the product's. */
export function mayHaveOwn(kind: EmailKind): boolean {
  return mailKinds[kind].audience === 'customer';
}

/** Words that a later version can't send any more are not sent. */
function usable(kind: EmailKind, words: Template | undefined): Template | undefined {
  if (words === undefined || Object.keys(faultsOf(kind, words)).length > 0) return undefined;
  return words;
}
