import { useList } from '@refinedev/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useFormats } from '#web/ui/admin/resource/admin-context.ts';
import { type AnyResource, type Row, showPath } from '#web/ui/admin/resource/define-resource.ts';
import {
  around,
  keepPlace,
  type ListPlace,
  placeIn,
  queryOfPlace,
  searchOfPage,
} from '#web/ui/admin/resource/list-place.ts';
import { useOwnSpec } from '#web/ui/admin/resource/own-fields.ts';
import './row-neighbours.css';

/** The rows before and after this one, in the list that it was opened from. */
export function RowNeighbours({ resource: declared, id }: { resource: AnyResource; id: string }) {
  const resource = { ...declared, spec: useOwnSpec(declared.spec).spec };
  const { t } = useTranslation();
  const { number } = useFormats();
  const [place] = useState(() => placeIn(resource.name));
  const query = place && queryOfPlace(resource.spec, place);
  const found = query && around(place, id, query);
  const before = useNeighbour(resource, place, found?.before ?? null);
  const after = useNeighbour(resource, place, found?.after ?? null);
  if (!place || !found) return null;
  return (
    <nav className="row-neighbours" aria-label={t('show.walk')}>
      <Step resource={resource} to={before} label={t('show.previous')} shortcut="k" />
      <span className="muted">
        {t('show.position', { position: number(found.position), total: number(place.total) })}
      </span>
      <Step resource={resource} to={after} label={t('show.next')} shortcut="j" />
    </nav>
  );
}

/** A row next to the present one, and the place in the list once it is opened. */
interface Neighbour {
  id: string;
  place: ListPlace;
}

/** A row of the same page at once; one of another page when that is loaded. */
function useNeighbour(
  { name, spec, list }: AnyResource,
  place: ListPlace | null,
  next: string | number | null,
): Neighbour | null {
  const page = typeof next === 'number' ? next : null;
  const query = place && page !== null ? queryOfPlace(spec, place) : null;
  const { query: answer, result } = useList<Row>({
    resource: name,
    meta: { listQuery: { ...query, page, include: [...(list?.include ?? [])] } },
    queryOptions: { enabled: query !== null, retry: false },
    errorNotification: false,
  });
  if (!place || next === null) return null;
  if (typeof next === 'string') return { id: next, place: { ...place, row: next } };
  if (!answer.isSuccess || !query) return null;
  const ids = result.data.map((row) => String(row.id));
  const id = next < (queryOfPlace(spec, place)?.page ?? 1) ? ids.at(-1) : ids[0];
  if (id === undefined) return null;
  const { total = place.total } = result;
  return { id, place: { search: searchOfPage(place.search, next), ids, total, scroll: 0, row: id } };
}

function Step({
  resource,
  to,
  label,
  shortcut,
}: {
  resource: AnyResource;
  to: Neighbour | null;
  label: string;
  shortcut: string;
}) {
  const [parameters] = useSearchParams();
  if (!to)
    return (
      <span className="muted" aria-hidden="true">
        {label}
      </span>
    );
  // The part of the page that is open stays open.
  const tab = parameters.get('tab');
  return (
    <Link
      to={`${showPath(resource, to.id)}${tab === null ? '' : `?tab=${encodeURIComponent(tab)}`}`}
      aria-keyshortcuts={shortcut}
      onClick={() => keepPlace(resource.name, to.place)}
    >
      {label}
    </Link>
  );
}
