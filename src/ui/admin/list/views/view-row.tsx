import { useState } from 'react';
import { App, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SavedView, ViewedList } from '#contract/entities/saved-view.ts';
import { useReadOnlyReason } from '#web/ui/admin/resource/admin-context.ts';
import { MoreIcon } from '#web/ui/admin/kit/icons.tsx';
import { printAddress } from '#web/ui/admin/list/state/list-state.ts';
import { useViewActions } from './view-actions.ts';
import { ViewDialog } from './view-dialog.tsx';

/** One saved view as a link, with its actions. */
export function ViewRow({
  isShown,
  onOpen,
  ...shown
}: {
  resource: ViewedList;
  path: string;
  view: SavedView;
  isShown: boolean;
  onOpen: () => void;
  /** Called before it is deleted. */
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { path, view } = shown;
  return (
    <li>
      <Link
        className={isShown ? 'views-link active' : 'views-link'}
        aria-current={isShown ? 'true' : undefined}
        to={`${path}?view=${view.id}`}
        onClick={onOpen}
      >
        <span>{view.name}</span>
        {view.shared && view.owner && (
          <span className="views-whose">{view.is_own ? t('views.shared') : view.owner.name}</span>
        )}
        {view.mail && <span className="views-whose">{t('views.weekly')}</span>}
      </Link>
      <ViewMenu {...shown} />
    </li>
  );
}

function ViewMenu({
  resource,
  path,
  view,
  onRemove,
}: {
  resource: ViewedList;
  path: string;
  view: SavedView;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const acts = useViewActions(resource);
  const readOnly = useReadOnlyReason();
  const [isNaming, setNaming] = useState(false);
  const { name, shared, mail, may_change } = view;
  const weekly = {
    key: 'mail',
    label: t(mail ? 'views.mailStop' : 'views.mail'),
    onClick: () => void acts.tried(acts.mail(view, mail ? null : 'weekly')),
  };
  const copy = {
    key: 'copy',
    label: t('views.copy'),
    onClick: () => void acts.copy(location.origin + addressOf(path, view)),
  };
  const changes = [
    { key: 'rename', label: t('views.rename'), onClick: () => setNaming(true) },
    {
      key: 'share',
      label: t(shared ? 'views.unshare' : 'views.share'),
      disabled: readOnly !== null,
      ...(readOnly !== null && { title: readOnly }),
      onClick: () => void acts.tried(acts.change(view, { shared: !shared })),
    },
    { key: 'delete', label: t('actions.delete'), danger: true, onClick: askToDelete },
  ];
  const mayChange = may_change && !(shared && readOnly !== null);
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items: mayChange ? [copy, weekly, ...changes] : [copy, weekly] }}>
        <Button type="text" size="small" icon={<MoreIcon />} aria-label={t('views.more', { name })} />
      </Dropdown>
      {isNaming && (
        <ViewDialog
          view={view}
          save={async (input) => {
            const isShared = input.shared ?? false;
            await acts.change(view, { name: input.name, ...(isShared !== shared && { shared: isShared }) });
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );

  function askToDelete(): void {
    void modal.confirm({
      title: t('views.delete.title', { name }),
      content: t(shared ? 'views.delete.shared' : 'views.delete.own'),
      okText: t('actions.delete'),
      okButtonProps: { danger: true },
      cancelText: t('actions.cancel'),
      icon: null,
      onOk: async () => {
        onRemove();
        await acts.tried(acts.remove(view));
      },
    });
  }
}

/** Others can't open a private view, so its link contains its content instead. */
function addressOf(path: string, { id, shared, search, columns }: SavedView): string {
  if (shared) return `${path}?view=${id}`;
  const named = String(printAddress({ columns }));
  return `${path}?${[search, named].filter((part) => part !== '').join('&')}`;
}
