import {
  type ClientField,
  type ClientFieldChanges,
  type ClientFieldInput,
  clientFieldLimits,
  optionsRefusal,
} from '#contract/client-fields/client-field.ts';
import type { Refusal } from '#contract/kernel/issues.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { answered } from '#server/db/answered.ts';
import type { Db, NamesByLocale, StoredOption } from '#server/db/tables.ts';
import { lockUntilCommit } from '#server/db/transaction-lock.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import {
  countFields,
  type CountedField,
  deleteField,
  type FieldRow,
  insertField,
  lockField,
  optionCounts,
  updateField,
} from './field-store.ts';
import { type ReadFieldDeps, toField } from './read-fields.ts';

/** Adds an own field. A key that another one has is a 422 at `key`, and so is one field too many. */
export function createField(
  { db, defaultLocale }: ReadFieldDeps,
  caller: Caller,
  { translations, options = [], ...fields }: ClientFieldInput,
): Promise<ClientField> {
  const { now, locale } = caller;
  return writing(db, caller, async (tx) => {
    await lockUntilCommit(tx, 'client-fields');
    await refuseTooMany(tx);
    const row: FieldRow = {
      ...fields,
      id: newId(now),
      options: storedOptions(options),
      translations: storedNames(translations),
      created_at: now,
      updated_at: now,
    };
    await insertField(tx, row);
    await writeAudit(tx, caller, {
      action: 'client_field.create',
      subject: subjectOf(row),
      changes: auditChanges({}, audited(row)),
    });
    return toField({ ...row, clients_count: 0 }, { locale, defaultLocale });
  });
}

/** Changes an own field. Once a client has a value, its key, its kind and the options that clients have stay. */
export function changeField(
  { db, defaultLocale }: ReadFieldDeps,
  caller: Caller,
  { id, input: { updated_at, translations, options, ...fields } }: { id: string; input: ClientFieldChanges },
): Promise<ClientField> {
  const languages = { locale: caller.locale, defaultLocale };
  return writing(db, caller, async (tx) => {
    const found = await requireField(tx, id);
    const { clients_count, ...before } = found;
    const after = await changeRow<FieldRow>(tx, caller, {
      before,
      sent: updated_at,
      current: () => toField(found, languages),
      async merge() {
        const merged = {
          ...before,
          ...fields,
          options: options ? storedOptions(options) : before.options,
          translations: translations ? storedNames(translations) : before.translations,
        };
        const unfitting = optionsRefusal(merged.kind, merged.options);
        if (unfitting) throw new AppError('validation_failed', { fields: { options: [unfitting] } });
        if (clients_count > 0) await refuseLosingValues(tx, before, merged);
        return merged;
      },
      audited,
      write: (row) => updateField(tx, row),
      entry: (row) => ({ action: 'client_field.change', subject: subjectOf(row) }),
    });
    return toField({ ...after, clients_count }, languages);
  });
}

/** Deletes an own field with every value of it; the audit log keeps how many there were. */
export async function removeField(db: Db, caller: Caller, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const field = await requireField(tx, id);
    await deleteField(tx, id);
    await writeAudit(tx, caller, {
      action: 'client_field.delete',
      subject: subjectOf(field),
      changes: auditChanges({ clients_count: field.clients_count }, { clients_count: 0 }),
    });
  });
}

async function refuseTooMany(tx: Db): Promise<void> {
  const { max } = clientFieldLimits.count;
  if ((await countFields(tx)) < max) return;
  throw new AppError('validation_failed', {
    fields: { key: [{ key: 'validation.tooManyFields', params: { max } }] },
  });
}

/** Values are of a kind, programs and saved views speak of the key, and clients have options by their keys. */
async function refuseLosingValues(tx: Db, before: FieldRow, after: FieldRow): Promise<void> {
  const refusals: [string, Refusal[]][] = (['key', 'kind'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => [field, [{ key: 'validation.fieldIsFixed' }]]);
  const kept = new Set(after.options.map(({ key }) => key));
  const gone = before.options.map(({ key }) => key).filter((key) => !kept.has(key));
  const [lost] = await optionCounts(tx, before.id, gone);
  if (lost) {
    const [name, clients] = lost;
    refusals.push(['options', [{ key: 'validation.optionIsUsed', params: { name, clients } }]]);
  }
  if (refusals.length > 0) throw new AppError('validation_failed', { fields: Object.fromEntries(refusals) });
}

async function requireField(tx: Db, id: string): Promise<CountedField> {
  const field = await lockField(tx, id);
  if (!field) throw new AppError('not_found');
  return field;
}

async function writing<Answer>(db: Db, caller: Caller, write: (tx: Db) => Promise<Answer>): Promise<Answer> {
  try {
    return await answered(db, caller, write);
  } catch (error) {
    throw isUniqueViolation(error) ? fieldError('key', 'validation.keyTaken') : error;
  }
}

/** The names to store: a language without one is left out. */
function storedNames(translations: ClientFieldInput['translations']): NamesByLocale {
  return Object.fromEntries(Object.entries(translations).filter(([, text]) => text?.name));
}

function storedOptions(options: NonNullable<ClientFieldInput['options']>): StoredOption[] {
  return options.map(({ key, translations }) => ({ key, translations: storedNames(translations) }));
}

function audited({ key, kind, options, translations }: FieldRow): Record<string, unknown> {
  const names = Object.entries(translations).map(([language, text]) => [`name.${language}`, text.name]);
  const named = options.map((option) => {
    const words = Object.values(option.translations).map(({ name }) => name);
    return `${option.key}: ${words.join(' / ')}`;
  });
  return { key, kind, options: named, ...Object.fromEntries(names) };
}

function subjectOf({ id, key }: Pick<FieldRow, 'id' | 'key'>) {
  return { type: 'client_field', id, name: key };
}
