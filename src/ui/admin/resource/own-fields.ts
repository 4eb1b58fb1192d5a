import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import type { ShownField } from '#contract/client-fields/client-field.ts';
import { withOwnFields } from '#contract/client-fields/own-values.ts';
import type { ListSpec } from '#contract/kernel/list-query.ts';
import { clientFieldApi } from '#contract/routes/panel/client-field.ts';
import { useHolds } from './admin-context.ts';
import { declaredKey } from './declared-key.ts';
import { useRead } from './use-read.ts';

/**
 * The fields that staff define (docs/decisions/0177); undefined while they are read, empty if they can't be or the
 * person may not see clients.
 */
export function useOwnFields({ enabled = true } = {}): readonly ShownField[] | undefined {
  const isRead = useHolds()(clientFieldApi.allClientFields) && enabled;
  const { data, error } = useRead(clientFieldApi.allClientFields, { enabled: isRead, staleTime: 5000 });
  return error || !isRead ? none : data;
}

const none: readonly ShownField[] = [];

/** The list with the own fields that are known, if it has any. */
export function useOwnSpec(spec: ListSpec): { spec: ListSpec; own: readonly ShownField[]; isKnown: boolean } {
  const own = useOwnFields({ enabled: spec.ownFields === true });
  const whole = useMemo(() => (own?.length ? withOwnFields(spec, own) : spec), [spec, own]);
  return { spec: whole, own: own ?? none, isKnown: own !== undefined };
}

/** What the names of a list's fields are taken from. */
interface Named {
  name: string;
  spec: ListSpec;
}

/** The name of a field: the one that staff gave it, else that of the texts. */
export function fieldName(t: TFunction, { name, spec }: Named, field: string): string {
  return spec.fields[field]?.own?.name ?? t(declaredKey(`${name}.fields.${field}`));
}

/** The same for a word of an enum. */
export function wordName(t: TFunction, { name, spec }: Named, field: string, word: string): string {
  const { own } = spec.fields[field] ?? {};
  return own ? (own.words[word] ?? word) : t(declaredKey(`${name}.values.${field}.${word}`));
}
