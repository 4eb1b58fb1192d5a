import { Table, type TableColumnType, type TableProps } from 'antd';
import type { TFunction } from 'i18next';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { offeredFields, type SortOrder } from '#contract/kernel/list-query.ts';
import { type ChosenColumns, placed, shownColumns } from '#web/ui/admin/list/state/column-choice.ts';
import { actionsOf, type Resource, type Row, showPath } from '#web/ui/admin/resource/define-resource.ts';
import { ListCell, Nothing } from '#web/ui/admin/kit/list-cell.tsx';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import { useDragToPlace } from '#web/ui/admin/list/state/drag-to-place.ts';
import { ColumnMenu, menuOf, type OpenMenu } from '#web/ui/admin/list/table/column-menu.tsx';
import { useListKeys } from '#web/ui/admin/list/table/list-keys.ts';
import { RowTitle } from '#web/ui/admin/list/table/row-title.tsx';
import { DeletedWord } from '#web/ui/admin/kit/deleted-word.tsx';
import type { Selection } from '#web/ui/admin/list/bulk/selection.ts';
import { named } from './table-part.tsx';
import './list-table.css';
import { fieldName } from '#web/ui/admin/resource/own-fields.ts';

/**
 * The rows of a list in the chosen columns. A click opens a row: its page, or the dialog that changes it. Its title is
 * a link or a button, for the keyboard and for new tabs.
 */
export function ListTable<R extends Row>({
  resource,
  state,
  rows,
  columns: chosen,
  isStale,
  isLate,
  selection,
}: {
  resource: Resource<R>;
  state: ListState;
  rows: R[];
  columns: ChosenColumns;
  /** They are those of the address before. */
  isStale: boolean;
  /** For so long that they are a skeleton of the new ones. */
  isLate: boolean;
  /** Where rows can be acted on together. */
  selection?: Selection | undefined;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const frame = useRef<HTMLDivElement>(null);
  useListKeys(frame);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const columns = useTableColumns(resource, state, chosen, setMenu);
  const hasPage = actionsOf(resource).includes('show');
  return (
    <div ref={frame} className="table-frame" aria-busy={isStale}>
      <Table<R>
        size="small"
        rowKey="id"
        className={tableClass(resource, columns, isLate)}
        columns={columns}
        dataSource={rows}
        pagination={false}
        sticky={{ offsetHeader: 0 }}
        scroll={{ x: 'max-content' }}
        tableLayout="auto"
        showSorterTooltip={false}
        {...(selection && { rowSelection: boxesOf(t, { resource, rows, selection }) })}
        rowClassName={(row) => (row.deleted_at ? 'row-deleted' : hasPage ? 'row-open' : '')}
        onRow={(row) => ({ onClick: (event) => open(row, event) })}
        onChange={(_pages, _filters, sorter) => {
          const sorted = [sorter].flat().flatMap(({ field, order }) => sortOf(String(field), order));
          state.change({ sort: sorted });
        }}
      />
      {menu && (
        <ColumnMenu
          menu={menu}
          columns={chosen}
          sort={(field, order) => state.change({ sort: [{ field, order }] })}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );

  function open(row: R, event: MouseEvent): void {
    const { target, currentTarget } = event;
    // What a row's dialog is clicked for comes here too.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.closest(ownClicks) || getSelection()?.isCollapsed === false) return;
    if (hasPage) return void navigate(showPath(resource, row.id));
    // A row without a page is opened by its title, for people who may change it.
    currentTarget.querySelector<HTMLElement>('.title-button')?.click();
  }
}

/** The boxes that choose rows. */
function boxesOf<R extends Row>(
  t: TFunction,
  {
    resource: { titleField },
    rows,
    selection: { isAll, ids, choose },
  }: { resource: Resource<R>; rows: readonly R[]; selection: Selection },
): NonNullable<TableProps<R>['rowSelection']> {
  return {
    selectedRowKeys: isAll ? rows.map(({ id }) => id) : [...ids],
    preserveSelectedRowKeys: true,
    columnWidth: 44,
    fixed: true,
    // Rows of a page that is left stay known to antd; one that it never had is undefined.
    onChange: (keys, some) =>
      choose(
        keys.map(String),
        some.filter((row) => row !== undefined),
      ),
    getTitleCheckboxProps: () => labelled(t('bulk.selectPage')),
    getCheckboxProps: (row) =>
      labelled(t('bulk.select', { name: String(titleField ? row[titleField] : row.id) })),
  };
}

/** Whether its rows are a skeleton, and whether one of its columns gets the width that is left. */
function tableClass<R extends Row>(
  resource: Resource<R>,
  columns: readonly TableColumnType<R>[],
  isLate: boolean,
): string {
  const rest = resource.columns.filter(({ takesRest }) => takesRest).map(({ field }) => field);
  const hasRest = columns.some(({ key }) => rest.some((field) => field === key));
  return [...(isLate ? ['rows-late'] : []), ...(hasRest ? ['has-rest'] : [])].join(' ');
}

/** Where a click is not one on the row. */
const ownClicks = 'a, button, input, label, summary, .ant-table-selection-column';

/** What a screen reader says; antd's types don't know it. */
function labelled(label: string): object {
  return { 'aria-label': label };
}

/** The chosen columns, each by its type. */
function useTableColumns<R extends Row>(
  resource: Resource<R>,
  { query: { sort } }: ListState,
  { choice, choose }: ChosenColumns,
  openMenu: (menu: OpenMenu) => void,
): TableColumnType<R>[] {
  const { t } = useTranslation();
  const draggable = useDragToPlace((field, onto) => choose((now) => placed(now, field, onto)));
  const { name, spec, titleField } = resource;
  // The order of ids means nothing; their column has a button.
  const sortable = new Set(offeredFields(spec).filter((field) => field !== 'id'));
  const columns = shownColumns(choice).flatMap(
    (field) => resource.columns.find((column) => column.field === field) ?? [],
  );
  // If the title's column is not chosen, the first column marks deleted rows, unless one says it in words.
  const marked = columns.some(({ saysDeleted }) => saysDeleted)
    ? undefined
    : (columns.find(({ field }) => field === titleField) ?? columns[0]);
  return columns.map((column) => {
    const { field, width, cell, hasTime, leads, isCut, takesRest, lines, offCard } = column;
    const type = spec.fields[field]?.type ?? 'text';
    const isTitle = field === titleField;
    // Texts give way, so that the others are whole: dates, states and sums, also where a sum is the title.
    const givesWay = (isTitle && type !== 'money') || isCut || takesRest || (type === 'text' && !cell);
    const shown = (row: R): ReactNode => {
      const made = cell?.(row);
      // What doesn't apply to a row is nothing, whatever its field has.
      if (made === false) return <Nothing />;
      return made ?? <ListCell name={name} field={field} type={type} value={row[field]} hasTime={hasTime} />;
    };
    return {
      key: field,
      dataIndex: field,
      title: fieldName(t, resource, field),
      className: [
        `cell-${type}`,
        ...(isTitle ? ['cell-title'] : []),
        ...(leads ? ['cell-leads'] : []),
        ...(offCard ? ['cell-aside'] : []),
        ...(givesWay ? ['cell-soft'] : []),
        ...(takesRest ? ['cell-rest'] : []),
        ...(lines ? ['cell-two'] : []),
      ].join(' '),
      // Said beside the value where a phone shows a row as a card.
      onHeaderCell: () => ({
        ...draggable(field),
        onContextMenu: (event: MouseEvent<HTMLElement>) => {
          event.preventDefault();
          openMenu(menuOf(event, { field, isSortable: sortable.has(field) }));
        },
      }),
      onCell: () => named(fieldName(t, resource, field)),
      ...(width !== undefined && { width }),
      ...(sortable.has(field) && {
        // Sorts by one column at a time, unless the address has several.
        sorter: sort.length > 1 ? { multiple: 1 } : true,
        sortOrder: antdOrder(sort.find((one) => one.field === field)?.order),
      }),
      ...(type === 'money' || type === 'number' ? { align: 'right' as const } : {}),
      ...(isTitle && { fixed: 'left' as const }),
      render: (_value, row) => {
        const text = isTitle ? <RowTitle resource={resource} row={row} text={shown(row)} /> : shown(row);
        const deleted = column === marked && row.deleted_at && <DeletedWord />;
        return givesWay ? (
          <div className="cell-fit">
            <div className={lines ? 'cell-text cell-lines' : 'cell-text'}>{text}</div>
            {deleted}
          </div>
        ) : (
          <>
            {text}
            {deleted}
          </>
        );
      },
    };
  });
}

function antdOrder(order: SortOrder | undefined): 'ascend' | 'descend' | null {
  if (order === undefined) return null;
  return order === 'asc' ? 'ascend' : 'descend';
}

function sortOf(field: string, order: 'ascend' | 'descend' | null | undefined) {
  if (!order) return [];
  const sorted: SortOrder = order === 'ascend' ? 'asc' : 'desc';
  return [{ field, order: sorted }];
}
