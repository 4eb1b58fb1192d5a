import { useOne } from '@refinedev/core';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { HttpError } from '#web/providers/http-client.ts';
import { errorText } from '#web/providers/i18n.ts';
import { listPath, type Resource, type Row } from '#web/ui/define-resource.ts';
import { FactsPanel } from '#web/ui/facts.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { BackIcon } from '#web/ui/icons.tsx';
import { ListCell } from '#web/ui/list/list-cell.tsx';

/**
 * One row of a resource on a page of its own: loading, a failure, a row that is not there, else what `children`
 * makes of it.
 */
export function ResourceShow<R extends Row, Shown extends R = R>({
  resource,
  refetchInterval,
  children,
}: {
  resource: Resource<R>;
  /** Milliseconds between looks while the row is on the move; false when it rests. */
  refetchInterval?: (row: Shown) => number | false;
  children: (row: Shown) => ReactNode;
}) {
  const { t } = useTranslation();
  const { id } = useParams();
  const { query, result } = useOne<Shown>({
    resource: resource.name,
    id: id ?? '',
    meta: { include: resource.include },
    errorNotification: false,
    queryOptions: {
      refetchInterval: ({ state }) => (state.data && refetchInterval?.(state.data.data)) ?? false,
      retry: false,
    },
  });
  return (
    <>
      <Link className="back-link" to={listPath(resource)}>
        <BackIcon />
        {t(`${resource.name}.title`)}
      </Link>
      {body()}
    </>
  );

  function body(): ReactNode {
    if (query.isPending) return <Skeleton active paragraph={{ rows: 6 }} />;
    if (result) return children(result);
    const cause: unknown = query.error?.cause;
    if (cause instanceof HttpError && cause.status === 404) {
      return (
        <section className="notice-page">
          <h1>{t(`${resource.name}.notFound`)}</h1>
          <p>{t('show.notFound')}</p>
        </section>
      );
    }
    return <Failure text={errorText(cause)} retry={() => void query.refetch()} />;
  }
}

/** Fields of a row by their types, under their names in the list. */
export function ResourceFacts<R extends Row, Shown extends R = R>({
  resource,
  row,
  title,
  fields,
  children,
}: {
  resource: Resource<R>;
  row: Shown;
  title: string;
  fields: readonly (keyof Shown & string)[];
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <FactsPanel
      title={title}
      facts={fields.map((field) => {
        const cell = resource.columns.find((column) => column.field === field)?.cell?.(row);
        const type = resource.spec.fields[field]?.type ?? 'text';
        return [
          t(`${resource.name}.fields.${String(field)}`),
          cell ?? <ListCell name={resource.name} field={field} type={type} value={row[field]} />,
        ];
      })}
    >
      {children}
    </FactsPanel>
  );
}
