import type { ShownField } from '#contract/client-fields/client-field.ts';
import { ownFieldOf, ownPrefix } from '#contract/client-fields/own-values.ts';
import { useOwnFields } from '#web/ui/admin/resource/own-fields.ts';

/** The own field that an entry names (`custom.KEY`); null if there is none, undefined while the fields are read. */
export function useOwnField(field: string): ShownField | null | undefined {
  const isOwn = field.startsWith(ownPrefix);
  const fields = useOwnFields({ enabled: isOwn });
  if (!isOwn) return null;
  return fields && (ownFieldOf(fields, field) ?? null);
}
