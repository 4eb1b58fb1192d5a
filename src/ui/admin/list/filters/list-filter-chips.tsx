import { Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Resource, Row } from '#web/ui/admin/resource/define-resource.ts';
import { FilterWords } from './filter-words.tsx';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';

/** Every active filter in words, each with a button that removes it. */
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
            <FilterWords resource={resource} filter={filter} />
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
