import { useList, useMany, useOne } from '@refinedev/core';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '#contract/kernel/list-query.ts';
import { containing } from '#web/providers/list-pattern.ts';
import { choiceLabel } from '#web/ui/admin/kit/deleted-word.tsx';
import { titleOf, useIsListed, useTitleField } from '#web/ui/admin/resource/admin-context.ts';

interface Named {
  id: string;
  name: string;
  deleted_at?: string | null;
  archived_at?: string | null;
}

type Choice =
  | { mode: 'one'; value: string | null; onChange: (id: string | null) => void }
  | { mode: 'several'; value: string[]; onChange: (ids: string[]) => void };

/** Chooses one or several rows of another resource by name, searched on the server; no choice is null. */
export function ReferenceSelect<Row extends Named = Named>({
  resource,
  known,
  filters = [],
  label,
  id,
  placeholder,
  describe,
  ...choice
}: {
  resource: 'users' | 'tariffs' | 'tags' | 'roles' | 'clients' | 'partners' | 'promo_codes';
  /** The present choice, for people who may not see the list. */
  known?: Named | null;
  filters?: readonly Filter[];
  /** The label, where no form gives one. */
  label?: string;
  id?: string | undefined;
  /** What no choice means. */
  placeholder: string;
  /** What is said of a row beside its name, where it is chosen from. */
  describe?: (row: Row) => string;
} & Choice) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const isListed = useIsListed(resource);
  const title = useTitleField(resource);
  const ids = choice.mode === 'several' ? choice.value : choice.value === null ? [] : [choice.value];
  const search: Filter[] = typed ? [{ field: 'search', op: 'ilike', value: containing(typed) }] : [];
  const found = useList<Row>({
    resource,
    queryOptions: { enabled: isListed },
    meta: {
      listQuery: { limit: 20, sort: [{ field: title, order: 'asc' }], filters: [...filters, ...search] },
    },
    errorNotification: false,
  });
  // A shared link may contain rows that are not on the first page of the choice.
  const asked = ids.filter((one) => one !== known?.id);
  const chosen = useMany<Named>({
    resource,
    ids: asked,
    queryOptions: { enabled: isListed && asked.length > 0 },
    errorNotification: false,
  });
  const rows = new Map(
    [...(known ? [known] : []), ...chosen.result.data, ...found.result.data].map((row) => [
      row.id,
      choiceLabel(t, { ...row, name: titleOf(row, title) }),
    ]),
  );
  const said = (one: unknown) => {
    const row = describe && found.result.data.find(({ id: listed }) => listed === one);
    return row && <span className="muted"> · {describe(row)}</span>;
  };
  return (
    <Select<string[] | string | null>
      {...(id !== undefined && { id })}
      {...(choice.mode === 'several' ? { mode: 'multiple' } : { showSearch: true })}
      allowClear
      aria-label={label}
      placeholder={placeholder}
      value={choice.value}
      onChange={(now) => {
        if (choice.mode === 'several') choice.onChange([now ?? []].flat());
        else choice.onChange([now ?? []].flat()[0] ?? null);
      }}
      filterOption={false}
      onSearch={setTyped}
      loading={found.query.isFetching}
      notFoundContent={t(isListed ? 'list.nothing.title' : 'list.notAllowedToChoose')}
      options={[...rows].map(([value, name]) => ({ value, label: name }))}
      optionRender={({ value, label: name }) => (
        <>
          {name}
          {said(value)}
        </>
      )}
    />
  );
}

/**
 * The name of a row of another resource: the one in `known`, else the list's. Without the right to see the list it is
 * said what it is, never its id.
 */
export function RowName({
  resource,
  id,
  known,
}: {
  resource: 'users' | 'tariffs';
  id: string;
  known?: Named | null;
}) {
  const { t } = useTranslation();
  const isKnown = known?.id === id;
  const isListed = useIsListed(resource);
  const { result } = useOne<Named>({
    resource,
    id,
    queryOptions: { enabled: isListed && !isKnown },
    errorNotification: false,
  });
  const row = isKnown ? known : result;
  return row ? choiceLabel(t, row) : t(unnamed[resource]);
}

const unnamed = { users: 'audit.values.actor_kind.staff', tariffs: 'clients.fields.tariff_name' } as const;
