import * as z from 'zod';
import { namesByLocale, namesInput } from '../catalogue/names.ts';
import { created, own, rowId, updated } from '../kernel/common-fields.ts';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { Refusal } from '../kernel/issues.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { acrossFields, limits, line, moment } from '../kernel/primitives.ts';
import type { Variant } from '../kernel/variants.ts';

/** Fields of clients that staff define (GROWTH section 19, "Own fields"; docs/decisions/0177). */

export const clientFieldKinds = ['text', 'number', 'date', 'choice'] as const;
export type ClientFieldKind = (typeof clientFieldKinds)[number];

export const clientFieldLimits = {
  key: { max: 40 },
  /** Fields of one installation: each is a line of the client's form. */
  count: { max: 50 },
  options: { max: 100 },
  text: { max: limits.generic.max },
  /** Whole numbers of twelve digits. */
  number: { min: -999_999_999_999, max: 999_999_999_999 },
} as const;

/** What every object has already, so that nobody can ask an object of values for it. */
const takenKeys: readonly string[] = ['constructor'];
const fieldKey = line(clientFieldLimits.key)
  .regex(/^[a-z][a-z0-9_]*$/, { error: 'validation.fieldKey' })
  .refine((key) => !takenKeys.includes(key), { error: 'validation.keyTaken' });

/** One of the words of a choice; a client has its key. */
export const fieldOption = z.object({ key: z.string(), name: z.string(), translations: namesByLocale });
export type FieldOption = z.infer<typeof fieldOption>;

/** Every field of an own field, once. */
export const clientFieldEntity = {
  id: rowId,
  key: { row: z.string(), ...own(fieldKey), list: { type: 'text' }, csv: true },
  /** Its name in the reader's language, else in the default one. */
  name: { row: z.string(), list: { type: 'text' }, csv: true },
  kind: {
    row: z.enum(clientFieldKinds),
    ...own(z.enum(clientFieldKinds)),
    list: { type: 'enum', values: clientFieldKinds },
    csv: true,
  },
  /** Of a choice, in order; otherwise none. */
  options: { row: z.array(fieldOption) },
  translations: { row: namesByLocale },
  /** Clients with a value, deleted ones too. */
  clients_count: { row: z.int(), list: { type: 'number' }, csv: true },
  created_at: created,
  updated_at: updated,
} as const satisfies Entity;

export const clientField = z.object(shapeOf(clientFieldEntity, 'row'));
export type ClientField = z.infer<typeof clientField>;

/** `GET admin/client-fields/all`: what forms, lists and files need of a field, with its name in the reader's language. */
export const shownField = clientField.pick({
  id: true,
  key: true,
  name: true,
  kind: true,
  options: true,
  translations: true,
});
export type ShownField = z.infer<typeof shownField>;

function fields(variant: Variant) {
  const option = z.strictObject({ key: fieldKey, translations: namesInput(variant) });
  return {
    ...shapeOf(clientFieldEntity, 'input'),
    options: z.array(option).max(clientFieldLimits.options.max).check(eachKeyOnce),
    translations: namesInput(variant),
  };
}

const eachKeyOnce = z.check<{ key: string }[]>(({ value, issues }) => {
  value.forEach(({ key }, place) => {
    if (value.findIndex((other) => other.key === key) === place) return;
    issues.push({ code: 'custom', message: 'validation.repeated', path: [place, 'key'], input: key });
  });
});

/** `POST admin/client-fields`; the name in the default language is required, of each option too. */
export function clientFieldInput(variant: Variant) {
  const { options, ...others } = fields(variant);
  return z
    .strictObject({ ...others, options: options.optional() })
    .check(acrossFields<{ kind: ClientFieldKind; options?: unknown[] | undefined }>(requireFittingOptions));
}
export type ClientFieldInput = z.infer<ReturnType<typeof clientFieldInput>>;

/** `PUT admin/client-fields/{id}`: absent fields stay; `options` and `translations` replace all. */
export function clientFieldChanges(variant: Variant) {
  return z.strictObject(fields(variant)).partial().extend({ updated_at: moment.optional() });
}
export type ClientFieldChanges = z.infer<ReturnType<typeof clientFieldChanges>>;

export const clientFieldList: ListSpec = { fields: listFieldsOf(clientFieldEntity), search: true };

function requireFittingOptions(
  { kind, options }: { kind?: ClientFieldKind; options?: unknown[] | undefined },
  refuse: (field: string, key: string) => void,
): void {
  const refusal = kind && optionsRefusal(kind, options ?? []);
  if (refusal) refuse('options', refusal.key);
}

/** Why a field of this kind can't have these options. */
export function optionsRefusal(kind: ClientFieldKind, options: readonly unknown[]): Refusal | null {
  if (kind === 'choice') return options.length === 0 ? { key: 'validation.chooseOne' } : null;
  return options.length > 0 ? { key: 'validation.onlyForChoice' } : null;
}
