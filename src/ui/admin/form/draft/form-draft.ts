import type { Locale } from '#contract/variants.ts';
import type { FormField, RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { minorUnitsOf, typedAmount } from '#web/ui/shared/amount.ts';

/** What a form holds while it is filled in, by the names that the form has for its fields. */
export type Draft = Record<string, unknown>;

/** Where something is typed: a field, or one of a part's own. */
export interface Place {
  /** As the form calls it, dotted. */
  name: string;
  field: FormField;
  /** Below its field, where that is a whole part. */
  part: string | null;
}

/** What the form calls a field. */
export function keyOf({ as, name }: Pick<FormField, 'as' | 'name'>): string {
  return as ?? name;
}

/** The fields of one frame. */
export function fieldsOf(fields: readonly FormField[], frame: 'create' | 'edit'): FormField[] {
  return fields.filter(({ only }) => only === undefined || only === frame);
}

/** Where messages are shown, in the order of the form. */
export function placesOf(fields: readonly FormField[]): Place[] {
  return fields.flatMap((field): Place[] => {
    const key = keyOf(field);
    if (field.kind !== 'part') return [{ name: key, field, part: null }];
    return field.places.map((part) => ({ name: `${key}.${part}`, field, part }));
  });
}

/** What is compared when two people have changed a row: as `placesOf`, but some parts as one. */
export function comparedPlaces(fields: readonly FormField[]): Place[] {
  return fields.flatMap((field) =>
    field.kind === 'part' && field.isOne ? [{ name: keyOf(field), field, part: null }] : placesOf([field]),
  );
}

/** Messages by the API's names as messages by the form's. */
export function byFormNames<Message>(
  fields: readonly FormField[],
  messages: Readonly<Record<string, Message>>,
): Record<string, Message> {
  const named = Object.entries(messages).map(([name, message]): [string, Message] => {
    const [first = '', ...below] = name.split('.');
    const field = fields.find((one) => one.name === first);
    return [[field ? keyOf(field) : first, ...below].join('.'), message];
  });
  return Object.fromEntries(named);
}

/** A row, or the values that a new one begins with, as a draft; amounts with the decimal sign of a language. */
export function draftOf(fields: readonly FormField[], row: RowValues, locale: Locale): Draft {
  return Object.fromEntries(
    fields.map((field) => [keyOf(field), draftValue(field, row[field.name], locale)]),
  );
}

/**
 * A draft as the contract's input. What is no number or amount stays as typed, for the schema to refuse at its field.
 */
export function inputOf(fields: readonly FormField[], draft: Draft): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = inputValue(field, draft[keyOf(field)]);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** What a colleague has changed since the form was opened; values as they are compared. */
export interface Difference {
  place: Place;
  mine: unknown;
  theirs: unknown;
  /** Changed on both sides, and not alike. */
  isConflict: boolean;
}

/**
 * What a colleague has changed between `base` and `theirs`, beside what is typed here. What both changed alike is
 * no difference.
 */
export function differencesOf(
  fields: readonly FormField[],
  { base, mine, theirs }: { base: Draft; mine: Draft; theirs: Draft },
): Difference[] {
  return comparedPlaces(fields).flatMap((place) => {
    const [before, own, other] = [base, mine, theirs].map((draft) => valueAt(draft, place.name));
    if (isSame(before, other) || isSame(own, other)) return [];
    return [{ place, mine: own, theirs: other, isConflict: !isSame(before, own) }];
  });
}

/** What a draft holds at a dotted name. */
export function valueAt(draft: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined, // any object may be asked
    draft,
  );
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
    case 'money':
      return typedNumber(field.kind, value, locale) ?? '';
    case 'limit':
      return typedNumber(field.of, value, locale);
    case 'control':
    case 'part':
      if (field.typed) return field.typed(value, locale);
      return value ?? (field.kind === 'control' && field.nullIsChoice ? null : undefined);
    default:
      return value ?? undefined;
  }
}

function typedNumber(kind: 'number' | 'money', value: unknown, locale: Locale): string | null {
  if (typeof value !== 'number') return null;
  return kind === 'money' ? typedAmount(value, locale) : String(value);
}

function inputValue(field: FormField, value: unknown): unknown {
  if ((field.kind === 'control' || field.kind === 'part') && field.sent) return field.sent(value);
  const typed = typeof value === 'string' ? value.trim() : value;
  if (field.kind === 'limit') return typeof typed === 'string' ? numberIn(field.of, typed) : null;
  if (typed === '' || typed === undefined || typed === null) return emptyValue(field);
  if (typeof typed !== 'string') return value;
  return field.kind === 'number' || field.kind === 'money' ? numberIn(field.kind, typed) : value;
}

/** What is typed as the API has it; what is no number stays as it is. */
export function numberIn(kind: 'number' | 'money', typed: string): number | string {
  if (kind === 'money') {
    const units = minorUnitsOf(typed);
    return units === undefined ? typed : Number(units);
  }
  // With the blanks that group digits, as the panel itself writes them; beyond what JSON carries the bound refuses it.
  if (!/^-?\d[\d\s]*$/.test(typed)) return typed;
  const { MAX_SAFE_INTEGER: most } = Number;
  return Math.max(-most, Math.min(most, Number(typed.replace(/\s/g, ''))));
}

function emptyValue(field: FormField): unknown {
  const { kind, empty } = field;
  if (kind === 'control' && field.nullIsChoice) return null;
  if (empty === 'omit') return undefined;
  if (empty === 'null' || kind === 'number' || kind === 'money') return null;
  return kind === 'text' || kind === 'lines' ? '' : undefined;
}
