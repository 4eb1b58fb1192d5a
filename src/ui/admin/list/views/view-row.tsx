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
  resource,
  path,
  view,
  isShown,
  onOpen,
  onRemove,
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
  const { modal } = App.useApp();
  const acts = useViewActions(resource);
  const readOnly = useReadOnlyReason();
  const [isNaming, setNaming] = useState(false);
  const { id, name, shared, owner, is_own, may_change } = view;

  return (
    <li>
      <Link
        className={isShown ? 'views-link active' : 'views-link'}
        aria-current={isShown ? 'true' : undefined}
        to={`${path}?view=${id}`}
        onClick={onOpen}
      >
        <span>{name}</span>
        {shared && <span className="views-whose">{is_own ? t('views.shared') : owner.name}</span>}
      </Link>
      <Dropdown trigger={['click']} menu={{ items: itemsOf() }}>
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
    </li>
  );

  function itemsOf() {
    const copy = {
      key: 'copy',
      label: t('views.copy'),
      onClick: () => void acts.copy(location.origin + address()),
    };
    if (!may_change || (shared && readOnly !== null)) return [copy];
    return [
      copy,
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
  }

  /** Others can't open a private view, so its link contains its content instead. */
  function address(): string {
    if (shared) return `${path}?view=${id}`;
    const named = printAddress({ columns: view.columns });
    return `${path}?${[view.search, String(named)].filter((part) => part !== '').join('&')}`;
  }

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
