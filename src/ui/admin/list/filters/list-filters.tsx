import { Button, Checkbox, Drawer, Select } from 'antd';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Trashed } from '#contract/list-query.ts';
import type { FilterField, Resource, Row } from '#web/ui/admin/resource/define-resource.ts';
import { useUnused } from '#web/ui/admin/resource/use-metrics.ts';
import { draftsOf, type FilterDraft, filtersOf, isRangeEnd } from './filter-draft.ts';
import { FilterInput } from './filter-input.tsx';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import './list-filters.css';
import { fieldName } from '#web/ui/admin/resource/own-fields.ts';

/** The part of a declaration that filters need. */
type Filtered = Pick<Resource<Row>, 'name' | 'spec' | 'filters' | 'whileUsed' | 'trashedSwitch'>;

interface Typed {
  drafts: Record<string, FilterDraft>;
  trashed: Trashed;
}

/** The filters of a list in a drawer. They change the address only when applied. */
export default function ListFilters({
  resource,
  state,
  onClose,
}: {
  resource: Filtered;
  state: ListState;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [initial] = useState<Typed>(() => ({
    drafts: draftsOf(resource.spec, state.query),
    trashed: state.query.trashed,
  }));
  const [typed, setTyped] = useState(initial);
  const { drafts, trashed } = typed;
  const unused = useUnused(resource.whileUsed);
  const offered = resource.filters.filter(
    ({ field, byLink, inWords }) =>
      !inWords &&
      ((!byLink && !unused.has(field)) || state.query.filters.some((filter) => filter.field === field)),
  );

  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (offered.some(({ field }) => isWrong(resource, field, drafts[field]))) {
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    state.change({ filters: filtersOf(resource.spec, state.query, drafts), trashed });
    onClose();
  }

  return (
    <Drawer
      open
      title={t('list.filters')}
      width={420}
      onClose={onClose}
      footer={
        <div className="drawer-actions">
          <Button onClick={() => setTyped({ drafts: {}, trashed: 'without' })}>{t('list.clear')}</Button>
          <Button type="primary" htmlType="submit" form="list-filters">
            {t('list.apply')}
          </Button>
        </div>
      }
    >
      <form id="list-filters" className="filter-form" onSubmit={apply}>
        {resource.spec.trashed && !resource.trashedSwitch && (
          <div className="filter">
            <span className="filter-label">{t('list.trashed.label')}</span>
            <Select<Trashed>
              value={trashed}
              onChange={(chosen) => setTyped({ drafts, trashed: chosen })}
              aria-label={t('list.trashed.label')}
              options={(['without', 'with', 'only'] as const).map((value) => ({
                value,
                label: t(`list.trashed.${value}`),
              }))}
            />
          </div>
        )}
        {offered.map((filter) => (
          <Filter
            key={filter.field}
            resource={resource}
            filter={filter}
            draft={drafts[filter.field] ?? {}}
            onChange={(draft) => setTyped({ drafts: { ...drafts, [filter.field]: draft }, trashed })}
          />
        ))}
      </form>
    </Drawer>
  );
}

/** One filter with its name. Filtering for a value and for "none" exclude each other. */
function Filter({
  resource,
  filter,
  draft: { empty, ...draft },
  onChange,
}: {
  resource: Filtered;
  filter: FilterField;
  draft: FilterDraft;
  onChange: (draft: FilterDraft) => void;
}) {
  const { t } = useTranslation();
  const label = fieldName(t, resource, filter.field);
  return (
    <div className="filter">
      <span className="filter-label">{label}</span>
      <FilterInput resource={resource} filter={filter} draft={draft} onChange={onChange} />
      {(filter.orNone || empty) && (
        <Checkbox
          checked={empty !== undefined}
          onChange={({ target: { checked } }) => onChange(checked ? { empty: '1' } : {})}
          aria-label={t('list.ops.empty', { label })}
        >
          {t('list.none')}
        </Checkbox>
      )}
    </div>
  );
}

function isWrong(resource: Filtered, field: string, { from, to }: FilterDraft = {}): boolean {
  const type = resource.spec.fields[field]?.type;
  return (type === 'money' || type === 'number') && !(isRangeEnd(type, from) && isRangeEnd(type, to));
}
