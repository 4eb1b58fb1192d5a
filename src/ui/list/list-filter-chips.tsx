import { useMany } from '@refinedev/core';
import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { booleanOf, type Filter, isDay } from '#contract/list-query.ts';
import { typedIn } from '#web/providers/list-pattern.ts';
import { useFormats, useMay } from '#web/ui/admin-context.ts';
import type { Resource, Row } from '#web/ui/define-resource.ts';
import type { ListState } from '#web/ui/list/list-state.ts';

/** Every filter in force as words, each with a way out of it. */
export function FilterChips<R extends Row>({ resource, state }: { resource: Resource<R>; state: ListState }) {
  const { t } = useTranslation();
  const { trashed } = state.query;
  const filters = state.query.filters.filter(({ field }) => field !== 'search');
  const isTrashedSaid = trashed !== 'without' && !resource.trashedSwitch;
  if (filters.length === 0 && !isTrashedSaid) return null;
  return (
    <div className="filter-chips">
      {filters.map((filter) => (
        <Tag
          key={`${filter.field} ${filter.op}`}
          closable={{ 'aria-label': t('list.drop') }}
          onClose={(event) => {
            event.preventDefault();
            state.change({ filters: state.query.filters.filter((one) => one !== filter) });
          }}
        >
          <span className="filter-chip">
            <ChipText resource={resource} filter={filter} />
          </span>
        </Tag>
      ))}
      {isTrashedSaid && (
        <Tag
          closable={{ 'aria-label': t('list.drop') }}
          onClose={(event) => {
            event.preventDefault();
            state.change({ trashed: 'without' });
          }}
        >
          {t(`list.trashed.${trashed}`)}
        </Tag>
      )}
      <Button type="link" size="small" onClick={state.clear}>
        {t('list.clear')}
      </Button>
    </div>
  );
}

function ChipText<R extends Row>({ resource, filter }: { resource: Resource<R>; filter: Filter }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { money, number, day, moment } = formats;
  const { field, op, value } = filter;
  const type = resource.spec.fields[field]?.type ?? 'text';
  const { from, inWords } = resource.filters.find((one) => one.field === field) ?? {};
  const label = t(`${resource.name}.fields.${field}`);
  const values = [value].flat();
  const isNamed = from !== undefined && op !== 'null';
  const isListed = useMay()(`${from ?? 'users'}.read`, { write: false }).allowed;
  const names = useMany<{ id: string; name: string }>({
    resource: from ?? 'users',
    ids: isNamed ? values : [],
    queryOptions: { enabled: isNamed && isListed },
    errorNotification: false,
  });
  if (op === 'null') return t(booleanOf(String(value)) ? 'list.ops.empty' : 'list.ops.filled', { label });
  if (op === 'eq' && type === 'boolean')
    return `${label}: ${t(booleanOf(String(value)) ? 'list.yes' : 'list.no')}`;
  return t(`list.ops.${op}`, { label, value: values.map(word).join(', ') });

  function word(one: string): string {
    if (from) return names.result.data.find(({ id }) => id === one)?.name ?? one;
    if (inWords) return inWords(one, { t, ...formats });
    if (op === 'ilike') return typedIn(one);
    switch (type) {
      case 'enum':
        return t(`${resource.name}.values.${field}.${one}`);
      case 'money':
        return money(Number(one));
      case 'number':
        return number(Number(one));
      case 'moment':
        // A day names itself; noon of it is the same day in every zone near it.
        return isDay(one) ? day(`${one}T12:00:00Z`) : moment(one);
      default:
        return one;
    }
  }
}
