import { Button, Popover } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnChoice } from '#web/ui/admin/list/state/column-choice.ts';
import { listPath, type Resource, type Row } from '#web/ui/admin/resource/define-resource.ts';
import { ViewsIcon } from '#web/ui/admin/kit/icons.tsx';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import { type CurrentView, viewedList } from './saved-views.ts';
import './views-button.css';

const ViewsMenu = lazy(() => import('./views-menu.tsx'));

/** The present saved view, whether it has been changed since, and a menu of the others. */
export function ViewsButton({
  resource,
  list,
  choice,
  current,
}: {
  resource: Pick<Resource<Row>, 'name' | 'path'>;
  list: ListState;
  choice: ColumnChoice;
  current: CurrentView;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const viewed = viewedList(resource.name);
  if (!viewed) return null;
  const name = 'view' in current ? current.view.name : null;
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <Suspense fallback={<div className="views-menu" />}>
          <ViewsMenu
            resource={viewed}
            path={listPath(resource)}
            list={list}
            choice={choice}
            current={current}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      }
    >
      <Button icon={<ViewsIcon />} aria-haspopup="dialog" aria-expanded={isOpen}>
        <span className="views-name">{name ?? t('views.title')}</span>
        {current.state === 'changed' && <span className="count-badge">{t('views.changed')}</span>}
      </Button>
    </Popover>
  );
}

/** Says that the view in the address does not exist, or not for this person. */
export function MissingView({ list, current }: { list: ListState; current: CurrentView }) {
  const { t } = useTranslation();
  if (current.state !== 'missing' && current.state !== 'failed') return null;
  return (
    <p className="views-missing" role="status">
      {t(`views.${current.state}`)}
      <Button type="link" size="small" onClick={() => list.change({ view: null }, { replace: true })}>
        {t('actions.close')}
      </Button>
    </p>
  );
}
