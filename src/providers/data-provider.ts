import type { CrudFilter, DataProvider, HttpError as RefineHttpError } from '@refinedev/core';
import type restDataProvider from '@refinedev/simple-rest';
import {
  emptyListQuery,
  type Filter,
  type ListQuery,
  type Operator,
  printListQuery,
} from '#contract/list-query.ts';
import type { Route } from '#contract/route.ts';
import type { ResourceRoutes } from '#web/ui/define-resource.ts';
import { HttpError, type HttpClient } from '#web/providers/http-client.ts';
import { containing, literally } from '#web/providers/list-pattern.ts';

/**
 * What simple-rest offers, so that ours can stand wherever it does. Its own way of asking, with axios, would be a third
 * of what the panel's first visit may load, and every method of it is stated below.
 */
type RestDataProvider = ReturnType<typeof restDataProvider> &
  Pick<DataProvider, 'createMany' | 'updateMany' | 'deleteMany'>;

/**
 * Refine's data provider over the API's own grammar (API.md, "Lists"). Each method is stated here; what it
 * cannot say is thrown, never left out. Failures become refine's `HttpError` with messages by field.
 *
 * - `meta.listQuery`: a whole list query as the address has it, instead of refine's three parts
 * - `meta.trashed`, `meta.include`: with refine's three parts
 * - `update` with `meta.restore`: brings a deleted row back
 */
export function createDataProvider(
  http: HttpClient,
  { apiUrl, routes }: { apiUrl: string; routes: Readonly<Record<string, ResourceRoutes>> },
): RestDataProvider {
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
      const answer = await ask(routeOf(resource, 'list'), { query: printListQuery(query) });
      const { data, meta: counts } = answer as ListAnswer;
      return { data: data as never[], total: counts.total };
    },

    getOne: async ({ resource, id, meta }) => {
      const include = (meta?.include as string[] | undefined) ?? [];
      return dataOf(await ask(routeOf(resource, 'one'), { id, query: printListQuery({ include }) }));
    },

    getMany: async ({ resource, ids }) => {
      const filters: Filter[] = [{ field: 'id', op: 'in', value: ids.map(String) }];
      const list = routeOf(resource, 'list');
      // A row that is named may be a deleted one, where rows can be.
      const trashed = list.list?.trashed ? 'with' : 'without';
      const answer = await ask(list, { query: printListQuery({ filters, limit: ids.length, trashed }) });
      return dataOf(answer);
    },

    create: async ({ resource, variables }) =>
      dataOf(await ask(routeOf(resource, 'create'), { body: variables })),

    update: async ({ resource, id, variables, meta }) => {
      if (meta?.restore) return dataOf(await ask(routeOf(resource, 'restore'), { id }));
      return dataOf(await ask(routeOf(resource, 'update'), { id, body: variables }));
    },

    deleteOne: async ({ resource, id }) => dataOf(await ask(routeOf(resource, 'remove'), { id })),

    createMany: () => refuse('createMany'),
    updateMany: () => refuse('updateMany'),
    deleteMany: () => refuse('deleteMany'),

    custom: async ({ url, method, payload, query, sorters, filters, headers }) => {
      if (sorters || filters) refuse('custom with sorters or filters');
      const known = methods[method as keyof typeof methods] ?? refuse(`custom ${method}`);
      const parameters = new URLSearchParams(query as Record<string, string> | undefined);
      return dataOf(
        await told(
          http.request(known, url, {
            query: parameters,
            ...(payload !== undefined && { body: payload }),
            ...(headers && { headers: headers as Record<string, string> }),
          }),
        ),
      );
    },
  };

  function routeOf(resource: string, use: keyof ResourceRoutes): Route {
    return routes[resource]?.[use] ?? refuse(`${use} of ${resource}`);
  }

  function ask(
    route: Route,
    { id, query, body }: { id?: string | number; query?: URLSearchParams; body?: unknown },
  ): Promise<unknown> {
    return told(
      http.call(route, {
        ...(id !== undefined && { params: { id } }),
        ...(query && { query }),
        ...(body !== undefined && { body }),
      }),
    );
  }
}

interface ListAnswer {
  data: unknown[];
  meta: { total: number };
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', delete: 'DELETE' } as const;

/** Thrown for a call that the API has no words for. */
export class UnsupportedError extends Error {
  constructor(what: string) {
    super(`The API has no ${what}`);
    this.name = 'UnsupportedError';
  }
}

function refuse(what: string): never {
  throw new UnsupportedError(what);
}

// Refine leaves the type of a row to the caller of its hooks; the server's answers follow the contract.
function dataOf(answer: unknown): { data: never } {
  return answer as { data: never };
}

async function told<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    // refine's own shape, which is no error of the language's
    // oxlint-disable-next-line typescript/only-throw-error
    throw refineError(error);
  }
}

/**
 * Either shape of the API's errors as refine's `HttpError`: `statusCode`, `message`, messages by field. The
 * original stays as `cause`.
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
