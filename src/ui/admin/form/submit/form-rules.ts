import type { FormInstance } from 'antd';
import type { TFunction } from 'i18next';
import type * as z from 'zod';
import { type Refusal, refusalsByField, spokenParams } from '#contract/kernel/issues.ts';
import { HttpError } from '#web/providers/http-client.ts';
import type { FormField } from '#web/ui/admin/resource/define-resource.ts';
import { typedUnits } from '#web/ui/shared/amount.ts';
import { currentLocale } from '#web/providers/i18n.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** A refusal as a text. */
export function refusalText(t: TFunction, refusal: Refusal): string {
  return t(declaredKey(refusal.key), spokenParams(refusal, currentLocale()));
}

/** The first message of each field that a schema of the contract refuses; else the parsed input. */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  t: TFunction,
  fields: readonly FormField[] = [],
): { ok: true; value: z.output<Schema> } | { ok: false; messages: Record<string, string> } {
  const read = schema.safeParse(input, { reportInput: true });
  if (read.success) return { ok: true, value: read.data };
  return { ok: false, messages: firstTexts(refusalsByField(read.error), t, fields) };
}

/** The first refusal of each field as a text. */
export function firstTexts(
  refusals: Readonly<Record<string, Refusal[]>>,
  t: TFunction,
  fields: readonly FormField[] = [],
): Record<string, string> {
  const texts = Object.entries(refusals).flatMap(([field, [first]]) =>
    first ? [[field, refusalText(t, refusalOfTyped(fields, field, first))] as const] : [],
  );
  return Object.fromEntries(texts);
}

/** A refusal in terms of what is typed: amounts in whole units, and the expected kind of number. */
function refusalOfTyped(fields: readonly FormField[], name: string, refusal: Refusal): Refusal {
  const [first, ...below] = name.split('.');
  const field = fields.find((one) => one.name === first);
  const kind = field && numberKind(field, below.join('.'));
  if (!kind) return refusal;
  if (refusal.key === 'validation.numberExpected') {
    return { key: kind === 'money' ? 'validation.amountExpected' : 'validation.wholeNumber' };
  }
  if (kind === 'number' || !refusal.params) return refusal;
  const bounds = Object.entries(refusal.params).map(([bound, units]) => [bound, typedUnits(String(units))]);
  return { ...refusal, params: Object.fromEntries(bounds) };
}

function numberKind(field: FormField, place: string): 'number' | 'money' | undefined {
  if (field.kind === 'limit') return field.of;
  if (field.kind === 'part') return field.numbers?.[place];
  return field.kind === 'number' || field.kind === 'money' ? field.kind : undefined;
}

/** Shows messages at their fields and moves to the first. Returns those for fields that the form does not have. */
export function showMessages(
  form: FormInstance,
  messages: Record<string, string>,
  fields: readonly string[],
): string[] {
  const known = Object.entries(messages).filter(([field]) => fields.includes(field));
  form.setFields(
    fields.map((name) => ({
      name: name.split('.'),
      errors: known.flatMap(([f, m]) => (f === name ? [m] : [])),
    })),
  );
  const first = fields.find((field) => field in messages);
  if (first) form.focusField?.(first.split('.'));
  return Object.entries(messages).flatMap(([field, message]) => (fields.includes(field) ? [] : [message]));
}

/** The server's messages by field, the first for each (specification, section 8). */
export function messagesOf(error: unknown): Record<string, string> {
  if (!(error instanceof HttpError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).flatMap(([field, [first]]) => (first === undefined ? [] : [[field, first]])),
  );
}
