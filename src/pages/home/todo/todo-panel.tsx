import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import { listPath, type Row } from '#web/ui/admin/resource/define-resource.ts';
import type { Tone } from '#web/ui/admin/kit/state-tag.tsx';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import type { TodoKey } from './todo-order.ts';
import type { TodoRows } from './use-todo.ts';

/** One subject of the to-do list: how many, the first of them, and the way to all. Nothing when there are none. */
export function TodoPanel<R extends Row>({
  name,
  tone,
  resource,
  query,
  view,
  todo: { rows, total },
  shownRows,
  also,
  children,
}: {
  name: Exclude<TodoKey, 'money'>;
  tone: Tone;
  resource: { name: string; path?: string };
  query: Pick<ListQuery, 'filters' | 'sort'>;
  /** A view that everybody has, if it shows these rows better than the list does. */
  view?: string;
  todo: TodoRows<R>;
  /** How many of the rows there is room for. */
  shownRows: number;
  /** Another way on, beside the one to all rows. */
  also?: ReactNode;
  children: (row: R) => ReactNode;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const shown = number(total);
  const visible = rows.slice(0, shownRows);
  const more = total - visible.length;
  const list = `${listPath(resource)}?${view ? `view=${view}` : printListQuery(query)}`;
  return (
    <section className="panel todo-panel" aria-labelledby={`todo-${name}`}>
      <h3 id={`todo-${name}`}>
        <Link to={list} className="todo-title">
          <span className={`state-dot state-${tone}`} aria-hidden="true" />
          {t(`home.todo.${name}`, { count: total, shown })}
        </Link>
      </h3>
      <ul>
        {visible.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
      {(more > 0 || also) && (
        <p className="panel-links">
          {more > 0 && (
            <Link to={list} className="todo-more">
              {t('home.todo.more', { count: more, shown: number(more) })}
            </Link>
          )}
          {also}
        </p>
      )}
    </section>
  );
}
