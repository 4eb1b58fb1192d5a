import { useState } from 'react';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { SavedView, ViewedList } from '#contract/entities/saved-view.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useReadOnlyReason } from '#web/ui/admin/resource/admin-context.ts';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import type { ColumnChoice } from '#web/ui/admin/list/state/column-choice.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import { type CurrentView, stateToSave, useSavedViews } from './saved-views.ts';
import { useViewActions } from './view-actions.ts';
import { ViewDialog } from './view-dialog.tsx';
import { ViewRow } from './view-row.tsx';
import './views-menu.css';

/** The views of a list as links with their actions, and a way to save what is shown. */
export default function ViewsMenu({
  resource,
  path,
  list,
  choice,
  current,
  onClose,
}: {
  resource: ViewedList;
  path: string;
  list: ListState;
  choice: ColumnChoice;
  current: CurrentView;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const acts = useViewActions(resource);
  const readOnly = useReadOnlyReason();
  const [isNaming, setNaming] = useState(false);
  const shown = 'view' in current ? current.view : null;
  const changed = current.state === 'changed' ? current.view : null;
  const mayChange = changed?.may_change && !(changed.shared && readOnly !== null);
  const { page } = list.query;

  async function create({ name, shared = false }: { name: string; shared?: boolean }): Promise<void> {
    const state = stateToSave(list, choice);
    const { id } = await acts.create({ name, shared, ...state });
    setNaming(false);
    onClose();
    list.change({ view: id, columns: state.columns, page }, { replace: true });
  }

  return (
    <div className="views-menu">
      <Views
        resource={resource}
        path={path}
        shown={shown}
        onOpen={onClose}
        onRemoveShown={() => list.change({ view: null, page }, { replace: true })}
      />
      <div className="views-acts">
        {mayChange && (
          <Button
            type="primary"
            size="small"
            onClick={() => void acts.tried(acts.change(changed, stateToSave(list, choice)))}
          >
            {t('views.saveChanges')}
          </Button>
        )}
        {changed && (
          <Button size="small" onClick={() => list.fill(changed.search, changed.columns)}>
            {t('views.discard')}
          </Button>
        )}
        <Button size="small" onClick={() => setNaming(true)}>
          {t('views.new')}
        </Button>
      </div>
      {isNaming && <ViewDialog save={create} onClose={() => setNaming(false)} />}
    </div>
  );
}

/** The part of the menu that a view stands in, by its owner. */
function whoseIs({ built_in, is_own }: SavedView): 'own' | 'team' | 'builtIn' {
  if (built_in) return 'builtIn';
  return is_own ? 'own' : 'team';
}

/** One's own, those that colleagues share, and the built-in ones. */
function Views({
  resource,
  path,
  shown,
  onOpen,
  onRemoveShown,
}: {
  resource: ViewedList;
  path: string;
  shown: SavedView | null;
  onOpen: () => void;
  onRemoveShown: () => void;
}) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useSavedViews(resource, { enabled: true });
  return (
    <>
      {isError && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {!data && !isError && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {data?.every(({ built_in }) => built_in) && <p className="muted">{t('views.none')}</p>}
      {(['own', 'team', 'builtIn'] as const).map((whose) => {
        const some = (data ?? []).filter((view) => whoseIs(view) === whose);
        if (some.length === 0) return null;
        return (
          <section key={whose} aria-labelledby={`views-${whose}`}>
            <h3 id={`views-${whose}`}>{t(`views.${whose}`)}</h3>
            <ul>
              {some.map((view) => (
                <ViewRow
                  key={view.id}
                  resource={resource}
                  path={path}
                  view={view}
                  isShown={view === shown}
                  onOpen={onOpen}
                  onRemove={() => {
                    if (view === shown) onRemoveShown();
                  }}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
