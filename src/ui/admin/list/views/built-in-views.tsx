import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { builtInViews } from '#contract/entities/saved-view.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import { listPath, type Resource, type Row } from '#web/ui/admin/resource/define-resource.ts';
import { useSavedViews, viewedList } from './saved-views.ts';
import './built-in-views.css';

/** The built-in views of a list, one click each. */
export function BuiltInViews({
  resource,
  list,
}: {
  resource: Pick<Resource<Row>, 'name' | 'path'>;
  list: ListState;
}) {
  const { t } = useTranslation();
  const viewed = viewedList(resource.name);
  const hasSome = builtInViews.some((view) => view.resource === viewed);
  const { data = [] } = useSavedViews(viewed ?? 'clients', { enabled: hasSome });
  if (!hasSome) return null;
  const path = listPath(resource);
  const isPlain = list.view === null && list.query.filters.length === 0 && list.query.trashed === 'without';
  const links = [
    { id: 'all', name: t('views.all'), to: path, isOpen: isPlain },
    ...data
      .filter(({ built_in }) => built_in)
      .map(({ id, name }) => ({ id, name, to: `${path}?view=${id}`, isOpen: list.view === id })),
  ];
  return (
    <nav className="built-in-views" aria-label={t('views.quick')}>
      {links.map(({ id, name, to, isOpen }) => (
        <Link key={id} to={to} {...(isOpen && { 'aria-current': 'true', className: 'active' })}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
