import type { Locale } from '#contract/kernel/variants.ts';
import type { FormField, RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { minorUnitsOf, typedAmount } from '#web/ui/shared/amount.ts';

/** The values of a form while it is filled in, by the form's names of its fields. */
export type Draft = Record<string, unknown>;

/** A place for typing: a field, or a part of a field. */
export interface Place {
  /** Its dotted name in the form. */
  name: string;
  field: FormField;
  /** Its name below the field, if the field has several parts. */
  part: string | null;
}

/** The form's name of a field. */
export function keyOf({ as, name }: Pick<FormField, 'as' | 'name'>): string {
  return as ?? name;
}

/** The fields of the form for creating or changing. */
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

/** The places compared when two people have changed a row: like `placesOf`, but some parts as one. */
export function comparedPlaces(fields: readonly FormField[]): Place[] {
  return fields.flatMap((field) =>
    field.kind === 'part' && field.isOne ? [{ name: keyOf(field), field, part: null }] : placesOf([field]),
  );
}

/** Renames messages from the API's field names to the form's. */
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

/** A row, or the initial values of a new one, as a draft; amounts with the decimal sign of a language. */
export function draftOf(fields: readonly FormField[], row: RowValues, locale: Locale): Draft {
  return Object.fromEntries(
    fields.map((field) => [keyOf(field), draftValue(field, row[field.name], locale)]),
  );
}

/**
 * A draft as the contract's input. Text that is no number or amount stays as typed, and the schema refuses it at its
 * field.
 */
export function inputOf(fields: readonly FormField[], draft: Draft): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = inputValue(field, draft[keyOf(field)]);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** A colleague's change since the form was opened; values in the form in which they are compared. */
export interface Difference {
  place: Place;
  mine: unknown;
  theirs: unknown;
  /** Both changed it, to different values. */
  isConflict: boolean;
}

/**
 * What a colleague has changed between `base` and `theirs`, compared with what is typed here. The same change by both
 * is no difference.
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

/** The value of a draft at a dotted name. */
export function valueAt(draft: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined, // any object may be asked
    draft,
  );
}

/** Whether two drafts, or two values in them, are the same. */
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

/** A typed number for the API; anything else stays as it is. */
export function numberIn(kind: 'number' | 'money', typed: string): number | string {
  if (kind === 'money') {
    const units = minorUnitsOf(typed);
    return units === undefined ? typed : Number(units);
  }
  // With the spaces that group digits, as the panel itself writes them. Numbers too large for JSON are refused by the
  // bound.
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
