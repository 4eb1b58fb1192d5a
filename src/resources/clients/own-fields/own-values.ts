import * as z from 'zod';
import type { ShownField } from '#contract/client-fields/client-field.ts';
import { type OwnValues, readOwnValues, type SentOwnValues } from '#contract/client-fields/own-values.ts';
import { isSame, numberIn } from '#web/ui/admin/form/draft/form-draft.ts';

/** Own fields between what is typed and the contract. Pure. */

/** What is typed, by key; empty for nothing. */
export type Typed = Readonly<Record<string, string>>;

export function typedOwnValues(fields: readonly ShownField[], values: OwnValues = {}): Typed {
  return Object.fromEntries(fields.map(({ key }) => [key, String(values[key] ?? '')]));
}

/** The typed values as the contract has them; what is no number stays as typed, and the schema refuses it. */
export function sentOwnValuesOf(fields: readonly ShownField[], typed: Typed = {}): SentOwnValues {
  return Object.fromEntries(
    fields.map(({ key, kind }) => {
      const text = (typed[key] ?? '').trim();
      if (text === '') return [key, null];
      return [key, kind === 'number' ? numberIn('number', text) : text];
    }),
  );
}

/** Only what differs from the row: a colleague may have deleted one of the others. */
export function changedOwnValues(sent: SentOwnValues, row: OwnValues = {}): SentOwnValues {
  return Object.fromEntries(Object.entries(sent).filter(([key, value]) => !isSame(value, row[key])));
}

/** The contract's schema of a body, with what these fields take; all messages come at once. */
export function withOwnValues<Schema extends z.ZodType<object>>(
  schema: Schema,
  fields: readonly ShownField[],
): Schema {
  const check = z.check<object>(({ value, issues }) => {
    const custom = 'custom' in value ? (value.custom as SentOwnValues) : {}; // made by `sentOwnValuesOf`
    const read = readOwnValues(fields, custom);
    if (read.ok) return;
    for (const [key, [refusal]] of Object.entries(read.refusals)) {
      if (!refusal) continue;
      const { key: message, params } = refusal;
      issues.push({
        code: 'custom',
        message,
        path: ['custom', key],
        input: custom[key],
        ...(params && { params }),
      });
    }
  });
  check._zod.def.when = () => true;
  return schema.check(check);
}
