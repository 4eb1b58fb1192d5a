import { tagColors, tagInput } from '#contract/entities/tag.ts';
import type { FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';

const fields: readonly FormField[] = [
  { name: 'name', group: 'tag', kind: 'text' },
  { name: 'color', group: 'tag', kind: 'enum', values: tagColors },
];

export function useTagForm(): FormDeclaration {
  return { fields, schema: tagInput, initial: { color: 'grey' } };
}
