import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '#contract/api.ts';
import { bodyOf, type Route, writes } from '#contract/http/route.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Draw, draws } from '#tests/support/draws.ts';
import { registeredCustomer, staffMember } from '#tests/support/people.ts';
import { type SceneName, scenesOf } from '#tests/support/scenes.ts';

/** Whatever is sent to any route, the answer says what is wrong: never a 500. */
let app: TestApp;
let admin: { token: string };
let customer: { token: string };
let scenes: Awaited<ReturnType<typeof scenesOf>>;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  customer = await registeredCustomer(app);
  scenes = await scenesOf(app);
});
afterAll(() => app.close());

const callsEach = 6;
const id = '0197a3c0-aaaa-7bcd-8def-00000000000f';

const values: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  "'; --",
  'a'.repeat(300),
  '\u0000',
  '\ud83d',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  'x@y.zz',
  id.toUpperCase(),
  [],
  [null],
  [[]],
  {},
  { toString: 1 },
  { uk: { name: 1 } },
];
const parameters = [
  'page',
  'limit',
  'filter[id][eq]',
  'filter[name][ilike]',
  'filter[created_at][gte]',
  'filter[search][ilike]',
  'sort[created_at]',
  'format',
  'columns',
  'include',
  'trashed',
  'preview',
  '__proto__',
];

describe('a call of nonsense', () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}` as SceneName, route] as const))(
    '%s is answered with no 500',
    async (name, route) => {
      const draw = draws([...name].reduce((seed, one) => (seed * 31 + one.charCodeAt(0)) % 1_000_003, 15));
      const scene = await scenes[name]?.();
      for (let call = 0; call < callsEach; call += 1) {
        const params = [...(scene?.params ?? [])];
        const odd = () => encodeURIComponent(String(JSON.stringify(draw.from(values))));
        const path = route.path.replace(/:\w+/g, () => (call === 0 ? odd() : (params.shift() ?? id)));
        const query = draw.below(3) === 0 ? `?${encodeURIComponent(draw.from(parameters))}=${odd()}` : '';
        const body = writes(route) ? JSON.stringify(nonsense(route, scene?.body, draw)) : undefined;
        const token = scene?.token ?? (route.access.who === 'customer' ? customer.token : admin.token);
        const answer = await app.call(route.method, `/api${path}${query}`, { token, body });
        expect([answer.status < 500, path, query, body]).toEqual([true, path, query, body]);
      }
    },
  );
});

/** The route's fields with values that they must not have; valid parts of a good body may stay. */
function nonsense(route: Route, good: unknown, draw: Draw): unknown {
  if (draw.below(8) === 0) return draw.from(values);
  const schema = z.toJSONSchema(bodyOf(route, 'ua') ?? z.never(), { io: 'input', unrepresentable: 'any' });
  const known = { ...Object(good), ...schema.properties };
  const given: Record<string, unknown> = { ...Object(good) };
  for (const field of Object.keys(known)) if (draw.below(2) === 0) given[field] = draw.from(values);
  return given;
}
