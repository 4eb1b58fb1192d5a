import { App, Button, Dropdown, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SavedView, ViewedList } from '#contract/saved-view.ts';
import { errorText } from '#web/providers/i18n.ts';
import { useReadOnlyReason } from '#web/ui/admin-context.ts';
import type { ColumnChoice } from '#web/ui/list/column-choice.ts';
import { Failure } from '#web/ui/failure.tsx';
import { MoreIcon } from '#web/ui/icons.tsx';
import { type ListState, printAddress } from '#web/ui/list/list-state.ts';
import { type CurrentView, stateToSave, useSavedViews } from '#web/ui/list/saved-views.ts';
import { useViewActs } from '#web/ui/list/view-acts.ts';
import { ViewDialog } from '#web/ui/list/view-dialog.tsx';
import './views-menu.css';

/** The views of a list as links, what can be done to each, and the way to keep what is shown. */
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
  const { modal } = App.useApp();
  const { data, isError, error, refetch } = useSavedViews(resource, { enabled: true });
  const acts = useViewActs(resource);
  const readOnly = useReadOnlyReason();
  const [named, setNamed] = useState<SavedView | 'new' | null>(null);
  const shown = 'view' in current ? current.view : null;
  const changed = current.state === 'changed' ? current.view : null;

  return (
    <div className="views-menu">
      {isError && <Failure text={errorText(error)} retry={() => void refetch()} />}
      {!data && !isError && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {data?.length === 0 && <p className="muted">{t('views.none')}</p>}
      {(['own', 'team'] as const).map((whose) => {
        const some = (data ?? []).filter(({ is_own }) => is_own === (whose === 'own'));
        if (some.length === 0) return null;
        return (
          <section key={whose} aria-labelledby={`views-${whose}`}>
            <h3 id={`views-${whose}`}>{t(`views.${whose}`)}</h3>
            <ul>{some.map(item)}</ul>
          </section>
        );
      })}
      <div className="views-acts">
        {changed?.may_change && !(changed.shared && readOnly !== null) && (
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
        <Button size="small" onClick={() => setNamed('new')}>
          {t('views.new')}
        </Button>
      </div>
      {named && (
        <ViewDialog
          {...(named !== 'new' && { view: named })}
          save={async ({ name, shared = false }) => {
            if (named === 'new') return create(name, shared);
            await acts.change(named, { name, ...(shared !== named.shared && { shared }) });
            setNamed(null);
          }}
          onClose={() => setNamed(null)}
        />
      )}
    </div>
  );

  function item(view: SavedView) {
    const { id, name, shared, owner, is_own } = view;
    return (
      <li key={id}>
        <Link
          className={view === shown ? 'views-link active' : 'views-link'}
          aria-current={view === shown ? 'true' : undefined}
          to={`${path}?view=${id}`}
          onClick={onClose}
        >
          <span>{name}</span>
          {shared && <span className="views-whose">{is_own ? t('views.shared') : owner.name}</span>}
        </Link>
        <Dropdown trigger={['click']} menu={{ items: itemsOf(view) }}>
          <Button type="text" size="small" icon={<MoreIcon />} aria-label={t('views.more', { name })} />
        </Dropdown>
      </li>
    );
  }

  function itemsOf(view: SavedView) {
    const { shared, may_change } = view;
    const copy = {
      key: 'copy',
      label: t('views.copy'),
      onClick: () => void acts.copy(location.origin + addressOf(view)),
    };
    if (!may_change || (shared && readOnly !== null)) return [copy];
    return [
      copy,
      { key: 'rename', label: t('views.rename'), onClick: () => setNamed(view) },
      {
        key: 'share',
        label: t(shared ? 'views.unshare' : 'views.share'),
        disabled: readOnly !== null,
        ...(readOnly !== null && { title: readOnly }),
        onClick: () => void acts.tried(acts.change(view, { shared: !shared })),
      },
      { key: 'delete', label: t('actions.delete'), danger: true, onClick: () => askToDelete(view) },
    ];
  }

  /** A private view would open for nobody else: then the link tells what is in it. */
  function addressOf({ id, shared, search, columns }: SavedView): string {
    if (shared) return `${path}?view=${id}`;
    const named = printAddress({ columns });
    return `${path}?${[search, String(named)].filter((part) => part !== '').join('&')}`;
  }

  function askToDelete(view: SavedView): void {
    void modal.confirm({
      title: t('views.delete.title', { name: view.name }),
      content: t(view.shared ? 'views.delete.shared' : 'views.delete.own'),
      okText: t('actions.delete'),
      okButtonProps: { danger: true },
      cancelText: t('actions.cancel'),
      icon: null,
      onOk: async () => {
        if (view === shown) list.change({ view: null, page: list.query.page }, { replace: true });
        await acts.tried(acts.remove(view));
      },
    });
  }

  async function create(name: string, shared: boolean): Promise<void> {
    const state = stateToSave(list, choice);
    const { id } = await acts.create({ name, shared, ...state });
    setNamed(null);
    onClose();
    list.change({ view: id, columns: state.columns, page: list.query.page }, { replace: true });
  }
}
