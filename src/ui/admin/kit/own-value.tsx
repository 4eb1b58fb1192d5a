import type { ReactNode } from 'react';
import type { ShownField } from '#contract/client-fields/client-field.ts';
import type { FieldType } from '#contract/kernel/list-query.ts';
import { ListCell } from './list-cell.tsx';

const types = { text: 'text', choice: 'text', number: 'number', date: 'day' } as const satisfies Record<
  ShownField['kind'],
  FieldType
>;

/** A value of an own field; a choice by the name of its option. */
export function OwnValue({
  field: { kind, options },
  value,
}: {
  field: Pick<ShownField, 'kind' | 'options'>;
  value: unknown;
}): ReactNode {
  const shown = kind === 'choice' ? (options.find(({ key }) => key === value)?.name ?? value) : value;
  return <ListCell name="" field="" type={types[kind]} value={shown} />;
}
