import { useMemo } from 'react';
import { type OwnValues, ownFieldName, ownPrefix } from '#contract/client-fields/own-values.ts';
import { OwnValue } from '#web/ui/admin/kit/own-value.tsx';
import type { Column, FilterField, Resource, Row } from '#web/ui/admin/resource/define-resource.ts';
import { useOwnSpec } from '#web/ui/admin/resource/own-fields.ts';
import { browserStorage } from '#web/ui/shared/json-storage.ts';

/**
 * A declared list with the fields that staff define as further columns and filters. `isKnown`: whether they have been
 * read; a list that names none of them need not wait.
 */
export function useWithOwnFields<R extends Row>(
  resource: Resource<R>,
): { resource: Resource<R>; isKnown: boolean } {
  const { spec, own, isKnown } = useOwnSpec(resource.spec);
  const whole = useMemo(() => {
    if (own.length === 0) return resource;
    const columns = own.map((field): Column<R> => ({
      field: ownFieldName(field) as keyof R & string, // a column of the list, not a property of the row
      cell: (row) => <OwnValue field={field} value={valuesOf(row)[field.key]} />,
    }));
    const filters = own.map((field): FilterField => ({
      field: ownFieldName(field),
      orNone: true,
      group: 'custom',
      ...(field.kind === 'date' && ranges),
    }));
    return {
      ...resource,
      spec,
      columns: [...resource.columns, ...columns],
      filters: [...resource.filters, ...filters],
    };
  }, [resource, spec, own]);
  return { resource: whole, isKnown };
}

const ranges = { last: true, next: true };

function valuesOf(row: Row): OwnValues {
  return 'custom' in row ? (row.custom as OwnValues) : {}; // by the list's contract
}

/** Whether the list as it is asked for may name own fields: in its address, its stored columns, or its view. */
export function mayNameOwnFields(name: string): boolean {
  const { search } = window.location;
  const stored = JSON.stringify(browserStorage.kept(`columns.${name}`)) ?? '';
  return search.includes(ownPrefix) || /[?&]view=/.test(search) || stored.includes(ownPrefix);
}
