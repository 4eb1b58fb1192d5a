import type { Locale } from '#contract/variants.ts';
import { typedAmount } from '#web/ui/amount.ts';
import type { FormField } from '#web/ui/define-resource.ts';
import { minorUnitsOf } from '#web/ui/list/filter-draft.ts';

/** What a form holds while it is filled in, by field. */
export type Draft = Record<string, unknown>;

/** The fields of one frame. */
export function fieldsOf(fields: readonly FormField[], frame: 'create' | 'edit'): FormField[] {
  return fields.filter(({ only }) => only === undefined || only === frame);
}

/** A row, or the values that a new one begins with, as a draft; amounts with the decimal sign of a language. */
export function draftOf(
  fields: readonly FormField[],
  row: Readonly<Record<string, unknown>>,
  locale: Locale,
): Draft {
  return Object.fromEntries(fields.map((field) => [field.name, draftValue(field, row[field.name], locale)]));
}

/**
 * A draft as the contract's input. What is no number or amount stays as typed, for the schema to refuse at its field.
 */
export function inputOf(fields: readonly FormField[], draft: Draft): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = inputValue(field, draft[field.name]);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** One field that a colleague has changed since the form was opened; values as they are compared. */
export interface Difference<Field extends { name: string } = FormField> {
  field: Field;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** Changed on both sides, and not alike. */
  isConflict: boolean;
}

/**
 * What a colleague has changed between `base` and `theirs`, beside what is typed here. What both changed alike is
 * no difference.
 */
export function differencesOf<Field extends { name: string }>(
  fields: readonly Field[],
  { base, mine, theirs }: { base: Draft; mine: Draft; theirs: Draft },
): Difference<Field>[] {
  return fields.flatMap((field) => {
    const [before, own, other] = [base[field.name], mine[field.name], theirs[field.name]];
    if (isSame(before, other) || isSame(own, other)) return [];
    return [{ field, base: before, mine: own, theirs: other, isConflict: !isSame(before, own) }];
  });
}

/** Whether two drafts, or two values of them, say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
}

function draftValue(field: FormField, value: unknown, locale: Locale): unknown {
  switch (field.kind) {
    case 'text':
    case 'lines':
      return value ?? '';
    case 'number':
      return typeof value === 'number' ? String(value) : '';
    case 'money':
      return typeof value === 'number' ? typedAmount(value, locale) : '';
    default:
      return value ?? undefined;
  }
}

function inputValue(field: FormField, value: unknown): unknown {
  const typed = typeof value === 'string' ? value.trim() : value;
  if (typed === '' || typed === undefined || typed === null) return emptyValue(field);
  if (typeof typed !== 'string') return value;
  switch (field.kind) {
    case 'number':
      // With the blanks that group digits, as the panel itself writes them.
      return /^-?\d[\d\s]*$/.test(typed) ? Number(typed.replace(/\s/g, '')) : typed;
    case 'money': {
      const units = minorUnitsOf(typed);
      return units === undefined ? typed : Number(units);
    }
    default:
      return value;
  }
}

function emptyValue({ kind, empty }: FormField): unknown {
  if (empty === 'omit') return undefined;
  if (empty === 'null' || kind === 'number' || kind === 'money') return null;
  return kind === 'text' || kind === 'lines' ? '' : undefined;
}
