import { Dropdown } from 'antd';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SortOrder } from '#contract/kernel/list-query.ts';
import { type ChosenColumns, moved, shownColumns, toggled } from '#web/ui/admin/list/state/column-choice.ts';

/** A column whose menu is open: the heading, and where it was touched. */
export interface OpenMenu {
  field: string;
  isSortable: boolean;
  heading: HTMLElement;
  left: number;
  top: number;
}

export function menuOf(
  { clientX, clientY, currentTarget }: MouseEvent<HTMLElement>,
  column: Pick<OpenMenu, 'field' | 'isSortable'>,
): OpenMenu {
  return { ...column, heading: currentTarget, left: clientX, top: clientY };
}

/** What can be done with one column, in the menu of its heading. */
export function ColumnMenu({
  menu: { field, isSortable, heading, left, top },
  columns: { choice, choose, reset },
  sort,
  onClose,
}: {
  menu: OpenMenu;
  columns: ChosenColumns;
  sort: (field: string, order: SortOrder) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const visible = shownColumns(choice);
  const place = visible.indexOf(field);
  const close = () => {
    onClose();
    heading.focus({ preventScroll: true });
  };
  const act = (label: string, onClick: () => void, disabled = false) => ({
    key: label,
    label,
    onClick,
    disabled,
  });
  return (
    // Within what is fixed: a menu that gets the focus before it has its place would scroll the page.
    <span className="column-menu-place" style={{ left, top }}>
      <Dropdown
        open
        autoFocus
        trigger={['click']}
        getPopupContainer={(place) => place.parentElement ?? document.body}
        onOpenChange={(isOpen) => !isOpen && close()}
        menu={{
          onClick: close,
          items: [
            ...(isSortable
              ? [
                  act(t('list.columns.ascending'), () => sort(field, 'asc')),
                  act(t('list.columns.descending'), () => sort(field, 'desc')),
                  { type: 'divider' as const },
                ]
              : []),
            act(t('list.columns.left'), () => choose((now) => moved(now, field, -1, visible)), place === 0),
            act(
              t('list.columns.right'),
              () => choose((now) => moved(now, field, 1, visible)),
              place === visible.length - 1,
            ),
            act(t('list.columns.hide'), () => choose((now) => toggled(now, field)), visible.length === 1),
            { type: 'divider' },
            act(t('list.columns.reset'), reset),
          ],
        }}
      >
        <span />
      </Dropdown>
    </span>
  );
}
