import { Button, DatePicker, Drawer, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay, type Trashed } from '#contract/list-query.ts';
import { useAdmin } from '#web/ui/admin-context.ts';
import { dayFormat } from '#web/ui/day-format.ts';
import type { FilterField, Resource, Row } from '#web/ui/define-resource.ts';
import { draftsOf, type FilterDraft, filtersOf, minorUnitsOf } from '#web/ui/list/filter-draft.ts';
import { lastPeriodOf, lastPeriods, lastPeriodStart } from '#web/ui/list/last-period.ts';
import type { ListState } from '#web/ui/list/list-state.ts';
import { RowSelect } from '#web/ui/form/row-select.tsx';

/** What of a declaration the filters need. */
type Filtered = Pick<Resource<Row>, 'name' | 'spec' | 'filters' | 'trashedSwitch'>;

/**
 * The filters of a list in a drawer. Nothing changes until they are applied; then the address does.
 */
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
  const [drafts, setDrafts] = useState(() => draftsOf(resource.spec, state.query));
  const [trashed, setTrashed] = useState(state.query.trashed);
  const offered = resource.filters.filter(
    ({ field, byLink, inWords }) =>
      !inWords && (!byLink || state.query.filters.some((filter) => filter.field === field)),
  );
  const wrong = offered.filter(({ field }) => isWrong(resource, field, drafts[field]));

  function apply(event: FormEvent): void {
    event.preventDefault();
    if (wrong.length > 0) return;
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
          <Button
            onClick={() => {
              setDrafts({});
              setTrashed('without');
            }}
          >
            {t('list.clear')}
          </Button>
          <Button type="primary" htmlType="submit" form="list-filters" disabled={wrong.length > 0}>
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
              onChange={setTrashed}
              aria-label={t('list.trashed.label')}
              options={(['without', 'with', 'only'] as const).map((value) => ({
                value,
                label: t(`list.trashed.${value}`),
              }))}
            />
          </div>
        )}
        {offered.map((filter) => (
          <div key={filter.field} className="filter">
            <span className="filter-label">{t(`${resource.name}.fields.${filter.field}`)}</span>
            <FilterInput
              resource={resource}
              filter={filter}
              draft={drafts[filter.field] ?? {}}
              isWrong={wrong.includes(filter)}
              onChange={(draft) => setDrafts({ ...drafts, [filter.field]: draft })}
            />
          </div>
        ))}
      </form>
    </Drawer>
  );
}

interface FilterInputProps {
  resource: Filtered;
  filter: FilterField;
  draft: FilterDraft;
  isWrong: boolean;
  onChange: (draft: FilterDraft) => void;
}

function FilterInput({ resource, filter, draft, isWrong, onChange }: FilterInputProps) {
  const { t } = useTranslation();
  const { field, last, from } = filter;
  const { type, values } = resource.spec.fields[field] ?? { type: 'text' };
  const label = t(`${resource.name}.fields.${field}`);
  const name = resource.name;
  if (from) {
    return (
      <RowSelect
        placeholder={t('list.any')}
        resource={from}
        label={label}
        value={draft.among ?? []}
        onChange={(among) => onChange({ among })}
      />
    );
  }
  switch (type) {
    case 'enum':
      return (
        <Select<string[]>
          mode="multiple"
          allowClear
          aria-label={label}
          placeholder={t('list.any')}
          value={draft.among ?? []}
          onChange={(among) => onChange({ among })}
          options={(values ?? []).map((value) => ({ value, label: t(`${name}.values.${field}.${value}`) }))}
          optionFilterProp="label"
        />
      );
    case 'boolean':
      return (
        <Select
          allowClear
          aria-label={label}
          placeholder={t('list.any')}
          value={draft.is}
          onChange={(is?: '1' | '0') => onChange(is === undefined ? {} : { is })}
          options={[
            { value: '1', label: t('list.yes') },
            { value: '0', label: t('list.no') },
          ]}
        />
      );
    case 'number':
    case 'money':
      return (
        <div className="filter-range">
          {(['from', 'to'] as const).map((end) => (
            <Input
              key={end}
              inputMode="decimal"
              prefix={<span className="filter-range-word">{t(`list.${end}`)}</span>}
              aria-label={`${label}: ${t(`list.${end}`)}`}
              aria-invalid={isWrong}
              status={isWrong ? 'error' : ''}
              value={draft[end] ?? ''}
              onChange={({ target: { value } }) => onChange({ ...draft, [end]: value })}
            />
          ))}
        </div>
      );
    case 'moment':
      return <MomentFilter label={label} draft={draft} onChange={onChange} hasLast={last ?? false} />;
    default:
      return (
        <Input
          allowClear
          maxLength={200}
          placeholder={t('list.contains')}
          aria-label={label}
          value={draft.text ?? ''}
          onChange={({ target: { value } }) => onChange({ text: value })}
        />
      );
  }
}

function MomentFilter({
  label,
  draft,
  onChange,
  hasLast,
}: {
  label: string;
  draft: FilterDraft;
  onChange: (draft: FilterDraft) => void;
  hasLast: boolean;
}) {
  const { t } = useTranslation();
  const { config } = useAdmin();
  const { timeZone } = config;
  const [now] = useState(() => new Date());
  const period = draft.to === undefined ? lastPeriodOf(draft.from ?? '', now, timeZone) : undefined;
  return (
    <div className="filter-moment">
      {hasLast && (
        <Select
          allowClear
          aria-label={`${label}: ${t('list.last.label')}`}
          placeholder={t('list.last.label')}
          value={period && lastPeriods.indexOf(period)}
          onChange={(index?: number) => {
            const chosen = index === undefined ? undefined : lastPeriods[index];
            onChange(chosen ? { from: lastPeriodStart(chosen, now, timeZone) } : {});
          }}
          options={lastPeriods.map(({ unit, count }, index) => ({
            value: index,
            label: t(`list.last.${unit}`, { count }),
          }))}
        />
      )}
      <div className="filter-range">
        {(['from', 'to'] as const).map((end) => (
          <DatePicker
            key={end}
            format={dayFormat}
            placeholder={t(`list.${end}`)}
            aria-label={`${label}: ${t(`list.${end}`)}`}
            value={dayValue(draft[end])}
            onChange={(day) => onChange(withEnd(draft, end, day?.format('YYYY-MM-DD')))}
          />
        ))}
      </div>
    </div>
  );
}

function dayValue(value: string | undefined): dayjs.Dayjs | null {
  return value === undefined ? null : dayjs(isDay(value) ? `${value}T00:00:00` : value);
}

function withEnd(draft: FilterDraft, end: 'from' | 'to', day: string | undefined): FilterDraft {
  return Object.fromEntries(
    Object.entries({ ...draft, [end]: day }).filter(([, value]) => value !== undefined),
  );
}

function isWrong(resource: Filtered, field: string, draft: FilterDraft | undefined): boolean {
  const type = resource.spec.fields[field]?.type;
  const typed = [draft?.from, draft?.to].filter((value) => value !== undefined && value.trim() !== '');
  if (type === 'money') return typed.some((value) => minorUnitsOf(value ?? '') === undefined);
  return type === 'number' && typed.some((value) => !/^-?\d{1,15}$/.test(value?.trim() ?? ''));
}
