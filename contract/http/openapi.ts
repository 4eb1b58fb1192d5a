import * as z from 'zod';
import { errorBody, fieldErrorBody } from './errors.ts';
import { delimiters } from '../kernel/csv.ts';
import { filterableFields, type ListSpec, offeredFields, operatorsOf } from '../kernel/list-query.ts';
import { limits } from '../kernel/primitives.ts';
import { bodyOf, isOpenToKeys, type Route, writes } from './route.ts';
import type { Variant } from '../kernel/variants.ts';

/**
 * OpenAPI 3.1 of the routes (DESIGN section 4); `/api` is the server's base.
 */
export function openApi(
  routes: readonly Route[],
  { title, version, variant }: { title: string; version: string; variant: Variant },
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, bodyOf(route, variant));
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { FieldErrors: jsonSchema(fieldErrorBody, 'output'), Error: jsonSchema(errorBody, 'output') },
      securitySchemes: {
        staff: { type: 'http', scheme: 'bearer', description: 'Token of admin/auth/login' },
        key: { type: 'http', scheme: 'bearer', description: 'Token of a key made by POST admin/api-keys' },
        customer: { type: 'http', scheme: 'bearer', description: 'Token of auth/login' },
        cabinet: {
          type: 'apiKey',
          in: 'header',
          name: 'webhook-signature',
          description: 'Standard Webhooks',
        },
      },
    },
  };
}

function operation(route: Route, body: z.ZodType | undefined) {
  const error = (schema: 'FieldErrors' | 'Error', description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  });
  return {
    summary: route.summary,
    operationId: operationId(route),
    'x-access': route.access,
    ...(route.sensitive && { 'x-sensitive': true }),
    security: security(route),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(writes(route) &&
      body && {
        requestBody: {
          required: !route.bodyOptional,
          content: { 'application/json': { schema: jsonSchema(body, 'input') } },
        },
      }),
    responses: {
      ...(route.redirects
        ? { 302: { description: 'Leads on', headers: { location: { schema: { type: 'string' } } } } }
        : { [route.status ?? 200]: { description: 'Done', content: answerContent(route) } }),
      ...(route.accepts && { 202: { description: 'Begun', content: answerContent(route) } }),
      422: error('FieldErrors', 'Refused, with messages by field'),
      default: error('Error', `Refused: ${refusalsOf(route).join(', ') || 'see code'}`),
    },
  };
}

function refusalsOf({ errors = [], sensitive }: Route): readonly string[] {
  return sensitive ? [...errors, 'reauthentication_required'] : errors;
}

function answerContent({ mediaType, answer }: Route) {
  if (mediaType) return { [mediaType]: { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: jsonSchema(answer, 'output') } };
}

function operationId({ method, path }: Route): string {
  return `${method.toLowerCase()}${path.replace(/[:/-]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
}

function security(route: Route): Record<string, string[]>[] {
  const { who } = route.access;
  if (who === 'public') return [];
  return isOpenToKeys(route) ? [{ [who]: [] }, { key: [] }] : [{ [who]: [] }];
}

function pathParameters({ path }: Route) {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ list, query }: Route) {
  if (list) return listParameters(list);
  if (!query) return [];
  const { properties = {} } = jsonSchema(query, 'input') as { properties?: Record<string, unknown> }; // an object schema
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
}

function headerParameters({ idempotent }: Route) {
  if (!idempotent) return [];
  const schema = { type: 'string', minLength: 1, maxLength: limits.idempotencyKey.max };
  return [{ name: 'Idempotency-Key', in: 'header', required: false, schema }];
}

function listParameters(spec: ListSpec) {
  const { fields, search, trashed, include, asTree } = spec;
  const parameter = (name: string, schema: object) => ({ name, in: 'query', schema });
  const flag = { enum: ['1', '0', 'true', 'false'] };
  return [
    parameter('page', { type: 'integer', minimum: 1 }),
    parameter('limit', { type: 'integer', minimum: 1, maximum: 200 }),
    ...offeredFields(spec).map((field) => parameter(`sort[${field}]`, { enum: ['asc', 'desc'] })),
    ...filterableFields(spec).flatMap((field) =>
      operatorsOf(fields[field] ?? { type: 'text' }).map((op) =>
        parameter(`filter[${field}][${op}]`, { type: 'string' }),
      ),
    ),
    ...(search ? [parameter('filter[search][ilike]', { type: 'string' })] : []),
    ...(trashed ? [parameter('with_trashed', flag), parameter('only_trashed', flag)] : []),
    ...(include ? [parameter('include', { type: 'string', description: include.join(',') })] : []),
    // A tree has no rows to export.
    ...(asTree
      ? [parameter('as_tree', flag)]
      : [
          parameter('format', { enum: ['json', 'csv'] }),
          parameter('columns', { type: 'string' }),
          parameter('delimiter', { enum: Object.keys(delimiters) }),
        ]),
  ];
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
