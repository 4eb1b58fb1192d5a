import * as z from 'zod';
import { refusalsByField, type Refusal } from '../kernel/issues.ts';
import { isDay, type ListField, type ListSpec } from '../kernel/list-query.ts';
import { line } from '../kernel/primitives.ts';
import { clientFieldLimits, type ShownField } from './client-field.ts';

/** The values of own fields, by key: in rows, in what is sent, and in lists. Pure. */

/** A text, a whole number, a day (`2026-03-14`), or the key of an option. */
export type OwnValue = string | number;
const value = z.union([z.string(), z.number()]);

/** In a row: only the fields that have a value. */
export const ownValues = z.record(z.string(), value);
export type OwnValues = z.infer<typeof ownValues>;

/** In what is sent: the fields that change; null clears one. What a field takes is told by `ownValuesSchema`. */
export const sentOwnValues = z.record(z.string(), value.nullable());
export type SentOwnValues = z.infer<typeof sentOwnValues>;

type Kind = Pick<ShownField, 'key' | 'kind'> & { options: readonly { key: string }[] };

/** What may be sent for these fields. An empty text clears one. */
function ownValuesSchema(fields: readonly Kind[]): z.ZodType<Record<string, OwnValue | null>> {
  return z.strictObject(
    Object.fromEntries(fields.map((field) => [field.key, valueOf(field).optional()])),
  ) as z.ZodType<Record<string, OwnValue | null>>; // an absent value is an absent key
}

function valueOf({ kind, options }: Kind): z.ZodType<OwnValue | null> {
  switch (kind) {
    case 'text':
      return line({ min: 0, ...clientFieldLimits.text })
        .nullable()
        .transform((text) => text || null);
    case 'number':
      return z
        .number()
        .refine(Number.isInteger, { error: 'validation.wholeNumber', abort: true })
        .min(clientFieldLimits.number.min)
        .max(clientFieldLimits.number.max)
        .nullable();
    case 'date':
      return z.string().refine(isDay, { error: 'validation.date' }).nullable();
    case 'choice':
      return z
        .string()
        .refine((key) => options.some((option) => option.key === key), { error: 'validation.notAllowed' })
        .nullable();
  }
}

/** Reads what was sent for these fields, or says what is wrong with each. */
export function readOwnValues(
  fields: readonly Kind[],
  sent: SentOwnValues,
): { ok: true; values: Map<string, OwnValue | null> } | { ok: false; refusals: Record<string, Refusal[]> } {
  const read = ownValuesSchema(fields).safeParse(sent, { reportInput: true });
  return read.success
    ? { ok: true, values: new Map(Object.entries(read.data)) }
    : { ok: false, refusals: refusalsByField(read.error) };
}

/** The own field of lists, files and refusals is `custom.KEY`. */
export const ownPrefix = 'custom.';
export type OwnFieldName = `${typeof ownPrefix}${string}`;

export function ownFieldName({ key }: Pick<ShownField, 'key'>): OwnFieldName {
  return `${ownPrefix}${key}`;
}

/** The own field with such a name. */
export function ownFieldOf<Field extends Pick<ShownField, 'key'>>(
  fields: readonly Field[],
  name: string,
): Field | undefined {
  return fields.find((field) => ownFieldName(field) === name);
}

/** The list with these own fields as further ones, to sort and filter by. */
export function withOwnFields(spec: ListSpec, fields: readonly ShownField[]): ListSpec {
  const own = fields.map((field) => [ownFieldName(field), listFieldOf(field)]);
  return { ...spec, fields: { ...spec.fields, ...Object.fromEntries(own) } };
}

const types = { text: 'text', number: 'number', date: 'day', choice: 'enum' } as const;

function listFieldOf({ id, name, kind, options }: ShownField): ListField {
  return {
    type: types[kind],
    ...(kind === 'choice' && { values: options.map(({ key }) => key) }),
    own: { id, name, words: Object.fromEntries(options.map((option) => [option.key, option.name])) },
  };
}

/** Whether the parameters of a list name an own field, so that its fields have to be known. */
export function namesOwnField(parameters: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(parameters).some(
    ([name, given]) => name.includes(ownPrefix) || (typeof given === 'string' && given.includes(ownPrefix)),
  );
}
