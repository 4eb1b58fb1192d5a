import {
  type ClientField,
  clientFieldEntity,
  type FieldOption,
  type ShownField,
} from '#contract/client-fields/client-field.ts';
import { namesOwnField, withOwnFields } from '#contract/client-fields/own-values.ts';
import type { ListSpec } from '#contract/kernel/list-query.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { type Languages, textIn } from '#server/kernel/messages.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import {
  allFields,
  type CountedField,
  fieldCsv,
  type FieldRow,
  fieldsByIds,
  fieldSource,
} from './field-store.ts';

/** Names are in the reader's language, else in the default one. */
export interface ReadFieldDeps {
  db: Db;
  defaultLocale: Locale;
}

/** Own fields for the list and its file. */
export function fieldListing({ db, defaultLocale }: ReadFieldDeps): Listing<ClientField> {
  return {
    name: 'client_fields',
    source: ({ locale }) => fieldSource(locale, defaultLocale),
    rows: async ({ locale }, ids) =>
      inOrderOf(ids, await fieldsByIds(db, ids)).map((row) => toField(row, { locale, defaultLocale })),
    csv: fieldCsv,
  };
}

/** Refuses an unknown field before the body is read. */
export function knownField({ db }: Pick<ReadFieldDeps, 'db'>) {
  return async ({ params }: { params: { id: string } }): Promise<void> => {
    if ((await fieldsByIds(db, [params.id])).length === 0) throw new AppError('not_found');
  };
}

export function toField(row: CountedField, languages: Languages): ClientField {
  return toAnswer(clientFieldEntity, row, {
    name: textIn(row.translations, 'name', languages, row.key),
    options: optionsOf(row, languages),
  });
}

/** Every own field as forms and lists show it. */
export async function readShownFields(
  { db, defaultLocale }: ReadFieldDeps,
  locale: Locale,
): Promise<ShownField[]> {
  const languages = { locale, defaultLocale };
  return (await allFields(db)).map((row) => ({
    id: row.id,
    key: row.key,
    kind: row.kind,
    translations: row.translations,
    name: textIn(row.translations, 'name', languages, row.key),
    options: optionsOf(row, languages),
  }));
}

/** The list that these parameters are for: with the own fields, where it has any and one of them is named. */
export async function specFor(
  deps: ReadFieldDeps,
  spec: ListSpec,
  { locale, parameters }: { locale: Locale; parameters: Readonly<Record<string, unknown>> },
): Promise<ListSpec> {
  // A whole file has them without being told.
  const isAsked = spec.ownFields && (namesOwnField(parameters) || parameters['format'] === 'csv');
  return isAsked ? withOwnFields(spec, await readShownFields(deps, locale)) : spec;
}

function optionsOf({ options }: FieldRow, languages: Languages): FieldOption[] {
  return options.map(({ key, translations }) => ({
    key,
    translations,
    name: textIn(translations, 'name', languages, key),
  }));
}
