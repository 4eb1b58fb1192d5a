import { Button, Checkbox, Radio } from 'antd';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListQuery } from '#contract/kernel/list-query.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { FilterField, ListedResource } from '#web/ui/admin/resource/define-resource.ts';
import { draftsOf, type FilterDraft, filtersOf, isRangeEnd } from './filter-draft.ts';
import { FilterInput } from './filter-input.tsx';
import { useMatching } from './use-matching.ts';

export interface FilterEdit {
  resource: ListedResource;
  /** A field of the list, or anything else for the choice of deleted rows. */
  field: string;
  state: ListState;
  onClose: () => void;
}

type Chosen = Pick<ListQuery, 'filters' | 'trashed'>;

/** The control of one filter, how many rows would be left, and the button that shows them. */
export default function FilterEditor({
  resource,
  field,
  state,
  name,
  onClose,
}: FilterEdit & { name: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const frame = useRef<HTMLFormElement>(null);
  const { spec } = resource;
  const [{ query }] = useState(state);
  const [drafts, setDrafts] = useState(() => draftsOf(spec, query));
  const [trashed, setTrashed] = useState(query.trashed);
  const filter = resource.filters.find((one) => one.field === field);
  const draft = drafts[field] ?? {};
  const isWrong = filter !== undefined && hasWrongEnd(resource, field, draft);
  const chosen: Chosen = { filters: filtersOf(spec, query, drafts), trashed };
  const total = useMatching(resource.name, isWrong ? null : { ...query, ...chosen });
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
  }, []);

  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isWrong) return frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    state.change(chosen);
    onClose();
  }

  return (
    <form
      ref={frame}
      className="filter-editor"
      role="dialog"
      aria-label={name}
      onSubmit={apply}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isListOpen(event)) onClose();
        // Enter takes the typed day; the other end may follow.
        if (event.key === 'Enter' && event.target instanceof Element && event.target.closest('.ant-picker'))
          event.preventDefault();
      }}
    >
      {filter ? (
        <Filter
          resource={resource}
          filter={filter}
          draft={draft}
          onChange={(changed) => setDrafts({ ...drafts, [field]: changed })}
        />
      ) : (
        <Radio.Group
          className="filter-words-list"
          aria-label={name}
          value={trashed}
          onChange={({ target: { value } }) => setTrashed(value as ListQuery['trashed'])}
          options={(['without', 'with', 'only'] as const).map((value) => ({
            value,
            label: t(`list.trashed.${value}`),
          }))}
        />
      )}
      <div className="filter-editor-acts">
        <Button type="primary" size="small" htmlType="submit">
          {total === null ? t('list.show') : t('list.showSome', { total: number(total) })}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <span className="unseen" role="status">
          {total !== null && t('list.found', { total: number(total) })}
        </span>
      </div>
    </form>
  );
}

/** Filtering for a value and for "none" exclude each other. */
function Filter({
  resource,
  filter,
  draft: { empty, ...draft },
  onChange,
}: {
  resource: ListedResource;
  filter: FilterField;
  draft: FilterDraft;
  onChange: (draft: FilterDraft) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <FilterInput resource={resource} filter={filter} draft={draft} onChange={onChange} />
      {(filter.orNone || empty) && (
        <Checkbox
          checked={empty !== undefined}
          onChange={({ target: { checked } }) => onChange(checked ? { empty: '1' } : {})}
        >
          {t('list.none')}
        </Checkbox>
      )}
    </>
  );
}

function hasWrongEnd(resource: ListedResource, field: string, { from, to }: FilterDraft): boolean {
  const type = resource.spec.fields[field]?.type;
  return (type === 'money' || type === 'number') && !(isRangeEnd(type, from) && isRangeEnd(type, to));
}

/** A list or a calendar of the control is open: Esc closes it first. */
function isListOpen({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    (target.getAttribute('aria-expanded') === 'true' || target.closest('.ant-picker-focused') !== null) &&
    document.querySelector(
      '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden), .ant-select-dropdown:not(.ant-select-dropdown-hidden)',
    ) !== null
  );
}
