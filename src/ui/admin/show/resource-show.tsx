import { useShow } from '@refinedev/core';
import { Skeleton } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { HttpError } from '#web/providers/http-client.ts';
import { errorText } from '#web/providers/i18n.ts';
import type { AnyResource, Resource, Row } from '#web/ui/admin/resource/define-resource.ts';
import { wayBack } from '#web/ui/admin/resource/list-place.ts';
import { RowNeighbours } from './row-neighbours.tsx';
import { DescriptionPanel } from '#web/ui/admin/kit/description-list.tsx';
import { Failure } from '#web/ui/admin/kit/page/failure.tsx';
import { BackIcon } from '#web/ui/admin/kit/icons.tsx';
import { ListCell } from '#web/ui/admin/kit/list-cell.tsx';
import { usePolling } from '#web/ui/admin/kit/use-polling.ts';
import { PageHeading, PageTitle } from '#web/ui/admin/kit/page/page-heading.tsx';
import '#web/ui/admin/kit/page/failure.css';
import { declaredKey } from '#web/ui/admin/resource/declared-key.ts';

/** The row of a page. */
export type ShownRow = Row & { name?: string };

/** One row of a resource on its own page: loading, a failure, a missing row, or what `children` renders. */
export function ResourceShow<Shown extends Row>({
  resource,
  lookEvery,
  children,
}: {
  resource: AnyResource;
  /** Milliseconds between reloads while the row is changing; false when it is not. */
  lookEvery?: ((row: Shown) => number | false) | undefined;
  children: (row: Shown) => ReactNode;
}) {
  const { t } = useTranslation();
  const { id } = useParams();
  // A link to another row keeps another place before it leads there.
  const back = wayBack(resource);
  const { query, result } = useShow<Shown>({
    resource: resource.name,
    id: id ?? '',
    meta: { include: resource.include },
    errorNotification: false,
    queryOptions: { retry: false },
  });
  usePolling(query.refetch, (result && lookEvery?.(result)) ?? false);
  return (
    <>
      <div className="back-line">
        <Link
          className="back-link"
          to={back}
          state={{ back: true }}
          aria-keyshortcuts="u"
          data-key-name={t('show.back')}
        >
          <BackIcon />
          {t(declaredKey(`${resource.name}.title`))}
        </Link>
        <RowNeighbours key={id} resource={resource} id={id ?? ''} />
      </div>
      <Fragment key={`row ${id}`}>{body()}</Fragment>
    </>
  );

  function body(): ReactNode {
    if (query.isPending) {
      return (
        <>
          <PageTitle title={t(declaredKey(`${resource.name}.title`))} />
          <Skeleton active paragraph={{ rows: 6 }} />
        </>
      );
    }
    if (result) return children(result);
    const cause: unknown = query.error?.cause;
    if (cause instanceof HttpError && cause.status === 404) {
      return (
        <section className="notice-page">
          <PageHeading title={t(declaredKey(`${resource.name}.notFound`))} />
          <p>{t('show.notFound')}</p>
        </section>
      );
    }
    return <Failure text={errorText(cause)} retry={() => void query.refetch()} />;
  }
}

/** Fields of a row by their types, with their names from the list. */
export function ResourceFacts<R extends Row, Shown extends R = R>({
  resource,
  row,
  title,
  fields,
  cells = {},
  isTall,
  children,
}: {
  resource: Pick<Resource<R>, 'name' | 'columns' | 'spec'>;
  row: Shown;
  title: string;
  fields: readonly (keyof Shown & string)[];
  /** How some of the fields are shown here, by name. */
  cells?: Readonly<Record<string, ReactNode>>;
  isTall?: boolean | undefined;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <DescriptionPanel
      title={title}
      isTall={isTall}
      facts={fields.map((field) => {
        const column = resource.columns.find((one) => one.field === field);
        const cell = cells[field] ?? column?.cell?.(row);
        const type = resource.spec.fields[field]?.type ?? 'text';
        return [
          t(declaredKey(`${resource.name}.fields.${String(field)}`)),
          cell ?? (
            <ListCell
              key={field}
              name={resource.name}
              field={field}
              type={type}
              value={row[field]}
              hasTime={column?.hasTime}
            />
          ),
        ];
      })}
    >
      {children}
    </DescriptionPanel>
  );
}
