import type { ShownField } from '#contract/client-fields/client-field.ts';
import { ownFieldOf, ownPrefix } from '#contract/client-fields/own-values.ts';
import { useOwnFields } from '#web/ui/admin/resource/own-fields.ts';

/** The own field that an entry names (`custom.KEY`), if it is still there. */
export function useOwnField(field: string): ShownField | undefined {
  const fields = useOwnFields({ enabled: field.startsWith(ownPrefix) });
  return ownFieldOf(fields ?? [], field);
}
