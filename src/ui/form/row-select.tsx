import { useList, useMany } from '@refinedev/core';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { containing } from '#web/providers/list-pattern.ts';
import { useMay } from '#web/ui/admin-context.ts';

interface Named {
  id: string;
  name: string;
}

/** Chooses rows of another resource by name, searched on the server. */
export function RowSelect({
  resource,
  label,
  placeholder,
  value,
  onChange,
}: {
  resource: 'users' | 'tariffs';
  label: string;
  /** What nothing chosen means. */
  placeholder: string;
  value: string[];
  onChange: (ids: string[]) => void;
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
        filters: typed ? [{ field: 'search', op: 'ilike', value: containing(typed) }] : [],
      },
    },
    errorNotification: false,
  });
  // A shared link names rows that the first page of the choice may not have.
  const chosen = useMany<Named>({
    resource,
    ids: value,
    queryOptions: { enabled: isListed && value.length > 0 },
    errorNotification: false,
  });
  const rows = new Map([...chosen.result.data, ...found.result.data].map((row) => [row.id, row.name]));
  return (
    <Select<string[]>
      mode="multiple"
      allowClear
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={onChange}
      filterOption={false}
      onSearch={setTyped}
      loading={found.query.isFetching}
      notFoundContent={t(isListed ? 'list.nothing.title' : 'list.notAllowedToChoose')}
      options={[...rows].map(([id, name]) => ({ value: id, label: name }))}
    />
  );
}
