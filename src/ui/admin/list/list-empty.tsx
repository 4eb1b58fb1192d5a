import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { typedIn } from '#web/providers/list-pattern.ts';
import { FilterWords } from '#web/ui/admin/list/filters/filter-words.tsx';
import { filterValue, type ListState } from '#web/ui/admin/list/state/list-state.ts';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';
import type { ListedResource } from '#web/ui/admin/resource/define-resource.ts';

/** A list without rows: what was looked for and how to look further, or how the first row comes. */
export function ListEmpty({
  resource,
  state,
  whenEmpty,
}: {
  resource: ListedResource;
  state: ListState;
  whenEmpty: ReactNode;
}) {
  const { t } = useTranslation();
  const { name } = resource;
  const { filters, trashed } = state.query;
  if (filters.length > 0 || trashed === 'only') return <NothingFound resource={resource} state={state} />;
  return (
    <section className="notice-page">
      <h2>{t(declaredKey(`${name}.empty.title`))}</h2>
      <p>{t(declaredKey(`${name}.empty.text`))}</p>
      {whenEmpty}
    </section>
  );
}

function NothingFound({ resource, state }: { resource: ListedResource; state: ListState }) {
  const { t, i18n } = useTranslation();
  const { filters, trashed } = state.query;
  const pattern = filterValue(state.query, 'search', 'ilike');
  const typed = typeof pattern === 'string' ? typedIn(pattern) : null;
  const others = filters.filter(({ field }) => field !== 'search');
  const fields = [...new Set(others.map(({ field }) => field))];
  const isDeletedOnly = trashed === 'only';
  const isWithin = typed !== null && (fields.length > 0 || isDeletedOnly);
  const searched = `${resource.name}.searched`;
  const mayWiden = resource.spec.trashed === true && trashed === 'without';
  return (
    <section className="notice-page">
      <h2>{typed === null ? t('list.nothing.title') : t('list.nothing.search', { text: typed })}</h2>
      {typed === null ? (
        <p>{t('list.nothing.text')}</p>
      ) : (
        <p>{i18n.exists(searched) ? t(declaredKey(searched)) : t('list.nothing.shorter')}</p>
      )}
      {isWithin && (
        <p className="nothing-within">
          {t('list.nothing.within')}{' '}
          {fields.map((field) => (
            <span key={field}>
              <FilterWords resource={resource} filters={others.filter((one) => one.field === field)} />
            </span>
          ))}
          {isDeletedOnly && <span>{t('list.trashed.only')}</span>}
        </p>
      )}
      <div className="nothing-ways">
        {isWithin && (
          <Button
            onClick={() =>
              state.change((now) => ({
                filters: now.filters.filter(({ field }) => field === 'search'),
                ...(isDeletedOnly && { trashed: 'without' }),
              }))
            }
          >
            {t('list.nothing.everywhere')}
          </Button>
        )}
        {mayWiden && (
          <Button onClick={() => state.change({ trashed: 'with' })}>{t('list.nothing.withDeleted')}</Button>
        )}
        {!isWithin && (
          <Button onClick={state.clear}>{t(typed === null ? 'list.clear' : 'list.nothing.clear')}</Button>
        )}
      </div>
    </section>
  );
}
