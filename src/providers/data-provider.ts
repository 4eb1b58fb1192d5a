import type { BaseRecord, CrudFilter, DataProvider, HttpError as RefineHttpError } from '@refinedev/core';
import restDataProvider from '@refinedev/simple-rest';
import {
  emptyListQuery,
  type Filter,
  type ListQuery,
  type Operator,
  printListQuery,
} from '#contract/kernel/list-query.ts';
import type { Route } from '#contract/http/route.ts';
import { filledPath, HttpError, type HttpClient } from '#web/providers/http-client.ts';
import { containing, literally } from '#web/providers/list-pattern.ts';

/** The routes of a resource. An action without a route is refused by the data provider. */
export interface ResourceRoutes {
  list: Route;
  one?: Route;
  create?: Route;
  update?: Route;
  remove?: Route;
  restore?: Route;
}

/**
 * Refine's data provider: `@refinedev/simple-rest` with our http client instead of axios, at the addresses of the
 * contract's routes. Lists, and requests for several rows, use the API's own grammar (API.md, "Lists"), which simple-
 * rest does not know. What the API can't express throws and is never left out. Failures become refine's `HttpError`
 * with messages by field (docs/decisions/0111).
 * - `meta.listQuery`: a whole list query as in the address, instead of refine's three parts
 * - `meta.trashed`, `meta.include`: in addition to refine's three parts
 * - `meta.params`: for a list below a row (`:id`)
 * - `update` with `meta.trash`: `remove` deletes softly, with what the route takes, `restore` brings the row back. It stays the same row, while
 * refine's deletion would forget it
 */
export function createDataProvider(
  http: HttpClient,
  { apiUrl, routes }: { apiUrl: string; routes: Readonly<Record<string, ResourceRoutes>> },
): DataProvider {
  const rest = restDataProvider('', axiosOf(http));

  return {
    getApiUrl: () => apiUrl,

    getList: async ({ resource, pagination, sorters, filters, meta }) => {
      const query = (meta?.listQuery as Partial<ListQuery> | undefined) ?? {
        ...pageOf(pagination),
        sort: (sorters ?? []).map(({ field, order }) => ({ field, order })),
        filters: (filters ?? []).map(filterOf),
        trashed: (meta?.trashed as ListQuery['trashed'] | undefined) ?? 'without',
        include: (meta?.include as string[] | undefined) ?? [],
      };
      const answer = await listed(routeOf(resource, 'list'), query, meta?.params);
      const { total, ...more } = answer.meta;
      return { data: answer.data as never[], total, ...more };
    },

    getMany: async ({ resource, ids }) => {
      const filters: Filter[] = [{ field: 'id', op: 'in', value: ids.map(String) }];
      const list = routeOf(resource, 'list');
      // A row requested by id may be a deleted one, if the list has those.
      const trashed = list.list?.trashed ? 'with' : 'without';
      const { data } = await listed(list, { filters, limit: ids.length, trashed });
      return { data: data as never[] };
    },

    getOne: async ({ resource, id, meta }) => {
      const include: unknown = meta?.include;
      const query = printListQuery({ include: Array.isArray(include) ? include.map(String) : [] });
      return rest.getOne({ ...rowOf(resource, 'one', id, query), meta: {} });
    },

    create: async ({ resource, variables }) =>
      rest.create({ resource: pathOf(routeOf(resource, 'create').path), variables }),

    update: async ({ resource, id, variables, meta }) => {
      // Compared exactly, because refine adds parameters of the address to `meta`.
      if (meta?.['trash'] === trash.remove)
        return written(rest, routeOf(resource, 'remove'), id, variables as object);
      if (meta?.['trash'] === trash.restore) return written(rest, routeOf(resource, 'restore'), id);
      return rest.update({ ...rowOf(resource, 'update', id), variables, meta: { method: 'put' } });
    },

    deleteOne: async ({ resource, id }) => written(rest, routeOf(resource, 'remove'), id),

    custom: async ({ url, method, query, sorters, filters, ...given }) => {
      if (sorters || filters) refuse('custom with sorters or filters');
      const search = new URLSearchParams(query as Record<string, string> | undefined);
      const asked = search.size > 0 ? `${url}?${search}` : url;
      return rest.custom({ ...given, url: asked, method });
    },
  };

  function routeOf(resource: string, use: keyof ResourceRoutes): Route {
    return routes[resource]?.[use] ?? refuse(`${use} of ${resource}`);
  }

  /** simple-rest appends a row's id to the resource's address; a query becomes part of the id. */
  function rowOf(resource: string, use: 'one' | 'update', id: string | number, query?: URLSearchParams) {
    const { path } = routeOf(resource, use);
    const search = query && query.size > 0 ? `?${query}` : '';
    return { resource: pathOf(path).replace(/\/:id$/, ''), id: encodeURIComponent(id) + search };
  }

  async function listed(route: Route, query: Partial<ListQuery>, params?: unknown): Promise<ListAnswer> {
    return (await told(
      http.call(route, { query: printListQuery(query), params: params as never }),
    )) as ListAnswer; // typed by the contract
  }
}

/** Deletes a row, or restores it. */
function written<Row extends BaseRecord>(
  rest: ReturnType<typeof restDataProvider>,
  { path, method }: Route,
  id: string | number,
  payload: object = {},
) {
  const known = method === 'DELETE' ? 'delete' : 'post';
  return rest.custom<Row>({ url: filledPath(path, { id }), method: known, payload });
}

/** simple-rest joins addresses with a slash. */
function pathOf(path: string): string {
  return path.replace(/^\//, '');
}

/** The axios methods that simple-rest calls, done by our client. They return the answer's data without its envelope. */
function axiosOf(http: HttpClient): Parameters<typeof restDataProvider>[1] {
  const ask = async (method: string, url: string, body: unknown, headers?: Record<string, string>) => {
    const answer = await told(
      http.request(method, url, { ...(body !== undefined && { body }), ...(headers && { headers }) }),
    );
    return { data: (answer as { data: unknown }).data };
  };
  const reading = (url: string, { headers }: AxiosOptions = {}) =>
    ask('GET', url.replace(/\?$/, ''), undefined, headers);
  const writing =
    (method: string) =>
    (url: string, body: unknown, options: AxiosOptions = {}) =>
      ask(method, url, body, options.headers);
  const client = {
    get: reading,
    post: writing('POST'),
    put: writing('PUT'),
    delete: (url: string, { data, headers }: AxiosOptions = {}) => ask('DELETE', url, data, headers),
  };
  return client as unknown as Parameters<typeof restDataProvider>[1]; // simple-rest calls nothing else
}

interface AxiosOptions {
  headers?: Record<string, string>;
  data?: unknown;
}

interface ListAnswer {
  data: unknown[];
  /** Some lists have sums of all that match. */
  meta: { total: number; sums?: Record<string, number> };
}

/** What `update` may do to a row instead of changing it. Symbols, because no address can contain them. */
export const trash = { remove: Symbol('remove'), restore: Symbol('restore') } as const;

/** Thrown for calls that the API can't express. */
export class UnsupportedError extends Error {
  constructor(what: string) {
    super(`The API has no ${what}`);
    this.name = 'UnsupportedError';
  }
}

function refuse(what: string): never {
  throw new UnsupportedError(what);
}

async function told<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    // refine expects its own object here, not an Error
    // oxlint-disable-next-line typescript/only-throw-error
    throw refineError(error);
  }
}

/**
 * Either form of the API's errors as refine's `HttpError`: `statusCode`, `message`, messages by field. The original
 * stays as `cause`.
 */
export function refineError(error: unknown): RefineHttpError {
  if (!(error instanceof HttpError)) throw error;
  return {
    message: error.message,
    statusCode: error.status,
    code: error.code,
    cause: error,
    ...(Object.keys(error.fields).length > 0 && { errors: error.fields }),
  };
}

function pageOf(pagination: { currentPage?: number; pageSize?: number; mode?: string } | undefined) {
  if (pagination?.mode === 'off' || pagination?.mode === 'client') refuse('list without pages');
  return {
    page: pagination?.currentPage ?? emptyListQuery.page,
    limit: pagination?.pageSize ?? emptyListQuery.limit,
  };
}

function filterOf(filter: CrudFilter): Filter {
  if (!('field' in filter)) return refuse(`filter "${filter.operator}"`);
  const { field, operator, value } = filter;
  switch (operator) {
    case 'eq':
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { field, op: operator satisfies Operator, value: String(value) };
    case 'in':
      return { field, op: 'in', value: [value].flat().map(String) };
    case 'null':
    case 'nnull':
      return { field, op: 'null', value: operator === 'null' ? '1' : '0' };
    case 'contains':
      return { field, op: 'ilike', value: containing(String(value)) };
    case 'startswith':
      return { field, op: 'ilike', value: `${literally(String(value))}%` };
    case 'endswith':
      return { field, op: 'ilike', value: `%${literally(String(value))}` };
    default:
      return refuse(`filter "${operator}"`);
  }
}

/** The API's refusal behind a refine error, or whatever else caused it. */
export function causeOf(error: unknown): unknown {
  const cause: unknown = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : null;
  return cause instanceof HttpError ? cause : error;
}
