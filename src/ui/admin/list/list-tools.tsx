import type { ReactNode } from 'react';
import {
  type ChosenColumns,
  type ColumnChoice,
  shownColumns,
} from '#web/ui/admin/list/state/column-choice.ts';
import type { ListState } from '#web/ui/admin/list/state/list-state.ts';
import type { CurrentView } from '#web/ui/admin/list/views/saved-views.ts';
import { ViewsButton } from '#web/ui/admin/list/views/views-button.tsx';
import type { Resource, Row } from '#web/ui/admin/resource/define-resource.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { CsvExport } from './csv-export.tsx';
import { ListSearch } from './list-search.tsx';

/** The tools of a list: its views, search, columns and file, as declared. */
export function ListTools<R extends Row>({
  resource,
  state,
  columns,
  whole,
  view,
  total,
  isStale,
  isBlank,
  fold,
  actions,
}: {
  resource: Resource<R>;
  state: ListState;
  columns: ChosenColumns;
  /** With the columns that are not offered while nothing uses them: a view keeps them. */
  whole: ColumnChoice;
  view: CurrentView;
  total: number | undefined;
  isStale: boolean;
  /** There are no rows to work on: only what makes one is offered, in its usual place, because it may be open. */
  isBlank: boolean;
  /** What a phone has instead of these tools. */
  fold: ReactNode;
  /** Further actions. */
  actions?: ReactNode;
}) {
  return (
    <div className="list-tools">
      {!isBlank && (
        <>
          <ViewsButton resource={resource} list={state} choice={whole} current={view} />
          {resource.spec.search && <ListSearch state={state} isStale={isStale} />}
          {fold}
          <ColumnChooser resource={resource} {...columns} />
          {resource.csv && (
            <CsvExport
              resource={resource}
              query={state.query}
              columns={shownColumns(columns.choice)}
              total={total}
              view={view.state === 'same' ? view.view.name : undefined}
            />
          )}
        </>
      )}
      {actions}
    </div>
  );
}
