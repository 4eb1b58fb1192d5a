import * as z from 'zod';
import {
  flatParameters,
  type ListQuery,
  type ListSpec,
  parseListQuery,
} from '#contract/kernel/list-query.ts';
import { tabStorage } from '#web/ui/shared/json-storage.ts';
import { type AnyResource, listPath } from './define-resource.ts';

/**
 * Where somebody was in a list before a row was opened, kept for the tab: its address, its rows in their order, the
 * row, and how far it was scrolled. So a way back leads there, and rows are walked one after the other.
 */
const listPlace = z.object({
  search: z.string(),
  ids: z.array(z.string()),
  total: z.number(),
  scroll: z.number(),
  row: z.string().nullable(),
});
export type ListPlace = z.infer<typeof listPlace>;

const prefix = 'list.';
const keyOf = (list: string) => `${prefix}${list}`;

/** The place in a list; null when nobody was there in this tab. */
export function placeIn(list: string): ListPlace | null {
  const read = listPlace.safeParse(tabStorage.kept(keyOf(list)));
  return read.success ? read.data : null;
}

export function keepPlace(list: string, place: ListPlace): void {
  tabStorage.keep(keyOf(list), place);
}

/** The places in all lists: the next person in this tab was nowhere yet. */
export function forgetPlaces(): void {
  for (const name of tabStorage.names(prefix)) tabStorage.forget(name);
}

/** The address of the list as it was left. */
export function wayBack(resource: Pick<AnyResource, 'name' | 'path'>): string {
  return `${listPath(resource)}${placeIn(resource.name)?.search ?? ''}`;
}

/** A row's place among those of its list. A number is the page that the next row is on. */
export interface Around {
  position: number;
  before: string | number | null;
  after: string | number | null;
}

/** The rows before and after a row; null for a row that the list did not show. Pure. */
export function around(
  { ids, total }: Pick<ListPlace, 'ids' | 'total'>,
  id: string,
  { page, limit }: Pick<ListQuery, 'page' | 'limit'>,
): Around | null {
  const at = ids.indexOf(id);
  if (at < 0) return null;
  const position = (page - 1) * limit + at + 1;
  return {
    position,
    before: ids[at - 1] ?? (page > 1 ? page - 1 : null),
    after: ids[at + 1] ?? (position < total ? page + 1 : null),
  };
}

/** The query of a place; null for an address that its list no longer understands. */
export function queryOfPlace(spec: ListSpec, { search }: Pick<ListPlace, 'search'>): ListQuery | null {
  const { columns: _, view: _view, ...parameters } = flatParameters(new URLSearchParams(search));
  const read = parseListQuery(spec, parameters);
  return read.ok ? read.query : null;
}

/** The address of another page of the same list. */
export function searchOfPage(search: string, page: number): string {
  const parameters = new URLSearchParams(search);
  if (page === 1) parameters.delete('page');
  else parameters.set('page', String(page));
  return parameters.size > 0 ? `?${parameters}` : '';
}
