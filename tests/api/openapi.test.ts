import { isOpenToKeys } from '#contract/http/route.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/api.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;
// Tests read what they need from the description.
// oxlint-disable-next-line typescript/no-explicit-any
let described: any;
beforeAll(async () => {
  app = await startApp({ PRODUCT_NAME: 'Каса' });
  const answer = await app.call('GET', '/api/openapi.json');
  expect(answer.status).toBe(200);
  described = answer.body;
});
afterAll(() => app.close());

const operation = (method: string, path: string) =>
  described.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

describe('the description of the API', () => {
  it('is OpenAPI 3.1 of this product', () => {
    expect(described).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Каса API' },
      servers: [{ url: '/api' }],
    });
  });

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'has %s',
    (_name, route) => {
      const found = operation(route.method, route.path);
      expect(found).toMatchObject({
        summary: route.summary,
        'x-access': route.access,
        responses: route.redirects
          ? { 302: { headers: { location: expect.any(Object) } } }
          : {
              [route.status ?? 200]: {
                content: { [route.mediaType ?? 'application/json']: { schema: expect.any(Object) } },
              },
            },
      });
      const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const inPath = found.parameters.filter((one: { in: string }) => one.in === 'path');
      expect(inPath.map(({ name }: { name: string }) => name)).toEqual(names);
      const schemes = isOpenToKeys(route) ? ['staff', 'key'] : [route.access.who];
      expect(found.security).toEqual(
        route.access.who === 'public' ? [] : schemes.map((scheme) => ({ [scheme]: [] })),
      );
      if (!route.body) return;
      const { schema } = found.requestBody.content['application/json'];
      for (const one of schema.oneOf ?? [schema]) expect(one).toMatchObject({ type: 'object' });
    },
  );

  it('has no other, and no operation id twice', () => {
    const operations = Object.values(described.paths).flatMap((path) => Object.values(path as object));
    expect(operations).toHaveLength(routes.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
  });

  it('carries the bounds of the contract', () => {
    const { schema } = operation('POST', '/auth/register').requestBody.content['application/json'];
    expect(schema.additionalProperties).toBe(false);
    expect(schema.properties.password).toMatchObject({ maxLength: 50 });
    expect(schema.required).toContain('terms');
  });

  it('has the parameters of lists', () => {
    const names = operation('GET', '/admin/clients').parameters.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'page',
        'limit',
        'sort[name]',
        'filter[balance][gte]',
        'filter[search][ilike]',
        'with_trashed',
      ]),
    );
    expect(names).not.toContain('filter[balance][ilike]');
  });
});
