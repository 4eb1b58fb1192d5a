import type * as z from 'zod';
import type { FormDeclaration, FormField, RowValues } from '#web/ui/admin/resource/define-resource.ts';
import { draftOf, inputOf } from '#web/ui/admin/form/draft/form-draft.ts';
import { refusalsByField } from '#contract/kernel/issues.ts';

/**
 * The fields with a mark at those that can't stay empty: what the contract refuses of a form in which nothing is typed.
 * A field that depends on another one says it itself. Pure.
 */
export function withRequired<Field extends FormField>(
  fields: readonly Field[],
  {
    schema,
    initial = {},
    tidy = same,
  }: Pick<FormDeclaration, 'tidy'> & { schema: z.ZodType; initial?: RowValues | undefined },
): Field[] {
  const chosen = fields.filter(({ kind }) => !typedKinds.includes(kind));
  const empty = Object.fromEntries(chosen.map(({ name }) => [name, initial[name]]));
  const read = schema.safeParse(tidy(inputOf(fields, draftOf(fields, empty, 'en'))));
  const refused = read.success ? {} : refusalsByField(read.error);
  return fields.map((field) => ({ ...field, required: field.required ?? field.name in refused }));
}

/** What is typed; the others are chosen, mostly from what is there already. */
const typedKinds: readonly FormField['kind'][] = ['text', 'lines', 'number', 'money'];

function same(input: Record<string, unknown>): Record<string, unknown> {
  return input;
}
