import { useState } from 'react';
import { clientFieldInput, clientFieldKinds } from '#contract/client-fields/client-field.ts';
import { namesField } from './names-fields.tsx';
import { useAdmin } from '#web/ui/admin/resource/admin-context.ts';
import type { FormDeclaration, FormField } from '#web/ui/admin/resource/define-resource.ts';
import { optionsField } from './options-field.tsx';

const fields: readonly FormField[] = [
  { name: 'key', group: 'field', kind: 'text', help: true, half: true },
  { name: 'kind', group: 'field', kind: 'enum', values: clientFieldKinds },
  namesField,
  optionsField,
];

export function useClientFieldForm(): FormDeclaration {
  const { variant } = useAdmin().config;
  const [schema] = useState(() => clientFieldInput(variant));
  return {
    fields,
    schema,
    initial: { kind: 'text', options: [] },
    tidy: withoutStrayOptions,
    width: '40rem',
  };
}

/** Options stay typed when another kind is chosen, but only a choice has them. */
function withoutStrayOptions(input: Record<string, unknown>): Record<string, unknown> {
  return input['kind'] === 'choice' ? input : { ...input, options: [] };
}
