import { useList, useMany, useOne } from '@refinedev/core';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '#contract/list-query.ts';
import { containing } from '#web/providers/list-pattern.ts';
import { useMay } from '#web/ui/admin-context.ts';
import type { ControlProps } from '#web/ui/define-resource.ts';

interface Named {
  id: string;
  name: string;
}

/** Chooses one row of another resource by name, searched on the server; nothing chosen is null. */
export function RowChoice({
  resource,
  known,
  placeholder,
  filters = [],
  value,
  onChange,
  ...control
}: ControlProps<string | null> & {
  resource: 'users' | 'tariffs';
  /** The row chosen so far, for whoever may not see the list. */
  known?: Named | null;
  placeholder: string;
  filters?: readonly Filter[];
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const isListed = useMay()(`${resource}.read`, { write: false }).allowed;
  const found = useList<Named>({
    resource,
    queryOptions: { enabled: isListed },
    meta: {
      listQuery: {
        limit: 20,
        sort: [{ field: 'name', order: 'asc' }],
        filters: [
          ...filters,
          ...(typed ? [{ field: 'search', op: 'ilike', value: containing(typed) } satisfies Filter] : []),
        ],
      },
    },
    errorNotification: false,
  });
  const chosen = useMany<Named>({
    resource,
    ids: value ? [value] : [],
    queryOptions: { enabled: isListed && Boolean(value) && value !== known?.id },
    errorNotification: false,
  });
  const rows = new Map(
    [...(known ? [known] : []), ...chosen.result.data, ...found.result.data].map(({ id, name }) => [
      id,
      name,
    ]),
  );
  return (
    <Select<string | null>
      {...control}
      showSearch
      allowClear
      placeholder={placeholder}
      value={value ?? null}
      onChange={(id) => onChange?.(id ?? null)}
      filterOption={false}
      onSearch={setTyped}
      loading={found.query.isFetching}
      notFoundContent={t(isListed ? 'list.nothing.title' : 'list.notAllowedToChoose')}
      options={[...rows].map(([id, name]) => ({ value: id, label: name }))}
    />
  );
}

/** The name of a row of another resource: the one `known`, else as its list has it; its id for whoever may not see that. */
export function RowName({
  resource,
  id,
  known,
}: {
  resource: 'users' | 'tariffs';
  id: string;
  known?: Named | null;
}) {
  const isKnown = known?.id === id;
  const isListed = useMay()(`${resource}.read`, { write: false }).allowed;
  const { result } = useOne<Named>({
    resource,
    id,
    queryOptions: { enabled: isListed && !isKnown },
    errorNotification: false,
  });
  return isKnown ? known.name : (result?.name ?? id);
}
