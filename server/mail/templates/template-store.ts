import type { Selectable } from 'kysely';
import type { EmailKind } from '#contract/entities/email.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, EmailTemplateTable } from '#server/db/tables.ts';

/** SQL for own words of emails: a row for each kind and language that has them. */

export type TemplateRow = Selectable<EmailTemplateTable>;

interface TemplateKey {
  kind: EmailKind;
  locale: Locale;
}

export function findTemplate(db: Db, { kind, locale }: TemplateKey): Promise<TemplateRow | undefined> {
  return db
    .selectFrom('email_templates')
    .selectAll()
    .where('kind', '=', kind)
    .where('locale', '=', locale)
    .executeTakeFirst();
}

export function templatesOf(db: Db, kinds: readonly EmailKind[]): Promise<TemplateRow[]> {
  return db.selectFrom('email_templates').selectAll().where('kind', 'in', kinds).execute();
}

export async function storeTemplate(tx: Db, row: TemplateRow): Promise<void> {
  await tx
    .insertInto('email_templates')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'locale']).doUpdateSet(row))
    .execute();
}

export async function deleteTemplate(tx: Db, { kind, locale }: TemplateKey): Promise<void> {
  await tx.deleteFrom('email_templates').where('kind', '=', kind).where('locale', '=', locale).execute();
}
