import { describe, expect, it } from 'vitest';
import type { Route } from '#contract/http/route.ts';
import { tariffApi } from '#contract/routes/tariff.ts';
import { createDataProvider, refineError, trash, UnsupportedError } from '#web/providers/data-provider.ts';
import { type HttpClient, HttpError } from '#web/providers/http-client.ts';
import { resources } from '#web/resources/index.ts';

interface Call {
  method: string;
  path: string;
  search: string;
  body: unknown;
}

/** A client that records its calls and always gives the same answer. */
function listeningClient(answer: unknown = { data: [{ id: '1' }], meta: { total: 7 } }) {
  const calls: Call[] = [];
  const keep = (call: Call) => {
    calls.push(call);
    return Promise.resolve(answer);
  };
  const http = {
    call: (route: Route, { params, query, body }: Record<string, unknown> = {}) =>
      keep({
        method: route.method,
        path: Object.entries(params ?? {}).reduce(
          (path, [name, value]) => path.replace(`:${name}`, String(value)),
          route.path,
        ),
        search: decodeURIComponent(String(query ?? '')),
        body,
      }),
    request: (method: string, address: string, { body }: Record<string, unknown> = {}) => {
      const [path = '', search = ''] = address.split('?');
      return keep({ method, path, search: decodeURIComponent(search), body });
    },
  } as unknown as HttpClient; // the two methods that the provider calls, without their overloads
  return { http, calls };
}

function provider(answer?: unknown) {
  const { http, calls } = listeningClient(answer);
  const { clients, users } = resources;
  const routes = { clients: clients.routes, users: users.routes, tariffs: { list: tariffApi.tariffs } };
  return { data: createDataProvider(http, { apiUrl: '/api', routes }), calls };
}

describe('a list', () => {
  it('is asked for in the grammar of the API', async () => {
    const { data, calls } = provider();
    const answer = await data.getList({
      resource: 'clients',
      pagination: { currentPage: 3, pageSize: 50 },
      sorters: [{ field: 'balance', order: 'desc' }],
      filters: [
        { field: 'search', operator: 'contains', value: '50%_\\' },
        { field: 'status', operator: 'in', value: ['trial', 'grace'] },
        { field: 'manager_id', operator: 'nnull', value: true },
      ],
      meta: { trashed: 'with' },
    });
    expect(answer).toEqual({ data: [{ id: '1' }], total: 7 });
    expect(calls[0]).toMatchObject({ method: 'GET', path: '/admin/clients' });
    expect(calls[0]?.search).toBe(
      'page=3&limit=50&sort[balance]=desc&filter[search][ilike]=%50\\%\\_\\\\%' +
        '&filter[status][in]=trial,grace&filter[manager_id][null]=0&with_trashed=1',
    );
  });

  it('takes a whole query as the address has it', async () => {
    const { data, calls } = provider();
    await data.getList({
      resource: 'clients',
      meta: {
        listQuery: { page: 2, trashed: 'only', filters: [{ field: 'name', op: 'ilike', value: 'A%' }] },
      },
    });
    expect(calls[0]?.search).toBe('page=2&filter[name][ilike]=A%&only_trashed=1');
  });

  it.each(['between', 'nin', 'containss', 'ina'] as const)('refuses the operator "%s"', async (operator) => {
    const { data, calls } = provider();
    const filters = [{ field: 'name', operator, value: 'a' }];
    await expect(data.getList({ resource: 'clients', filters })).rejects.toThrow(UnsupportedError);
    expect(calls).toEqual([]);
  });

  it('refuses conditions joined by "or", and a list without pages', async () => {
    const { data } = provider();
    const either = [{ operator: 'or' as const, value: [] }];
    await expect(data.getList({ resource: 'clients', filters: either })).rejects.toThrow(UnsupportedError);
    await expect(data.getList({ resource: 'clients', pagination: { mode: 'off' } })).rejects.toThrow(
      UnsupportedError,
    );
  });
});

describe('one row', () => {
  it('is shown, made, changed, deleted softly and restored by its own routes', async () => {
    const { data, calls } = provider({ data: { id: 'a' } });
    expect(await data.getOne({ resource: 'clients', id: 'a/b', meta: { include: ['x', 'y'] } })).toEqual({
      data: { id: 'a' },
    });
    await data.create({ resource: 'clients', variables: { name: 'A' } });
    await data.update({ resource: 'clients', id: 'a', variables: { name: 'B' } });
    await data.update({ resource: 'clients', id: 'a', variables: {}, meta: { trash: trash.remove } });
    await data.deleteOne({ resource: 'users', id: 'a' });
    await data.update({ resource: 'clients', id: 'a', variables: {}, meta: { trash: trash.restore } });
    // Parameters of the address have no effect.
    await data.update({ resource: 'clients', id: 'a', variables: {}, meta: { trash: 'restore' } });
    expect(calls.map(({ method, path, search }) => `${method} ${path} ${search}`.trim())).toEqual([
      'GET /admin/clients/a%2Fb include=x,y',
      'POST /admin/clients',
      'PUT /admin/clients/a',
      'DELETE /admin/clients/a/delete',
      'DELETE /admin/users/a',
      'POST /admin/clients/a/restore',
      'PUT /admin/clients/a',
    ]);
    expect(calls.map(({ body }) => body)).toEqual([undefined, { name: 'A' }, { name: 'B' }, {}, {}, {}, {}]);
  });

  it('is acted on at any other address, with headers and a query of its own', async () => {
    const { data, calls } = provider({ data: { id: 'a' } });
    const payload = { amount: 1 };
    const url = '/admin/settings';
    const answer = await data.custom?.({ url, method: 'post', payload, query: { x: '2' } });
    expect(answer).toEqual({ data: { id: 'a' } });
    await data.custom?.({ url: '/admin/clients/a', method: 'get', query: { x: '1' } });
    expect(calls).toEqual([
      { method: 'POST', path: url, search: 'x=2', body: payload },
      { method: 'GET', path: '/admin/clients/a', search: 'x=1', body: undefined },
    ]);
  });

  it('cannot be written where the resource has no route for it', async () => {
    const { data } = provider();
    await expect(data.create({ resource: 'tariffs', variables: {} })).rejects.toThrow(UnsupportedError);
    await expect(data.getOne({ resource: 'nothing', id: 'a' })).rejects.toThrow(UnsupportedError);
  });
});

describe('several rows', () => {
  it('are found by their ids, the deleted too', async () => {
    const { data, calls } = provider();
    await data.getMany?.({ resource: 'clients', ids: ['a', 'b'] });
    expect(calls[0]?.search).toBe('limit=2&filter[id][in]=a,b&with_trashed=1');
  });

  it('asks for deleted ones only where there can be any', async () => {
    const { data, calls } = provider();
    await data.getMany?.({ resource: 'tariffs', ids: ['a'] });
    expect(calls[0]?.search).toBe('limit=1&filter[id][in]=a');
  });
});

describe('a failure', () => {
  it('keeps its status, its code and its messages by field', () => {
    const error = new HttpError({
      status: 422,
      code: 'validation_failed',
      message: 'Check the fields',
      fields: { name: ['Too long'] },
    });
    expect(refineError(error)).toEqual({
      message: 'Check the fields',
      statusCode: 422,
      code: 'validation_failed',
      cause: error,
      errors: { name: ['Too long'] },
    });
  });

  it('that is no refusal of the API stays what it is', () => {
    expect(() => refineError(new TypeError('x'))).toThrow(TypeError);
  });
});
