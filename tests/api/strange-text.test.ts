import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '#contract/api.ts';
import { filterableFields, operatorsOf } from '#contract/kernel/list-query.ts';
import { bodyOf, type Route, writes } from '#contract/http/route.ts';
import { signatureHeaders, signMessage } from '#contract/cabinets/webhook-signature.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Answer } from '#tests/support/http.ts';
import { password, registeredCustomer, registration, staffMember } from '#tests/support/people.ts';
import { type Scene, type SceneName, scenesOf } from '#tests/support/scenes.ts';

/**
 * DESIGN section 13 and docs/decisions/0120: no text of any route accepts an invisible character or one that looks
 * like another. Routes and fields come from the contract.
 */
let app: TestApp;
let admin: { token: string };
let customer: { token: string };
let scenes: Awaited<ReturnType<typeof scenesOf>>;
const provisioner = {
  url: 'https://provisioner.example/hook',
  secret: 'a secret of the provisioner, as long as it has to be',
};
beforeAll(async () => {
  app = await startApp({ CABINET_WEBHOOK_URL: provisioner.url, CABINET_WEBHOOK_SECRET: provisioner.secret });
  admin = await staffMember(app);
  customer = await registeredCustomer(app);
  scenes = await scenesOf(app);
  app.clock.advance(120); // past the interval between confirmation emails
});
afterAll(() => app.close());

const strange = {
  NUL: '\u0000',
  'half a surrogate pair': '\ud83d',
  'a filler': '\u3164',
  'the blank of Braille': '\u2800',
  'a soft hyphen': '\u00ad',
  'a right-to-left override': '\u202e',
  'a zero-width space': '\u200b',
  'an Arabic digit': '\u0665',
  'a full-width digit': '\uff15',
};
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}` as SceneName;
const nobodysId = '0197a3c0-aaaa-7bcd-8def-00000000000f';
/** Parts of addresses that are no ids. */
const named: Record<string, string> = { ':kind': 'welcome', ':locale': 'uk' };

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: { enum?: string[] };
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}
type Path = (string | number)[];

/** Paths of all values that accept a string and are not numbers or booleans. */
function stringsOf(schema: JsonSchema, path: Path = []): Path[] {
  const below = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const found = below.flatMap((one) => stringsOf(one, path));
  for (const [name, one] of Object.entries(schema.properties ?? {}))
    found.push(...stringsOf(one, [...path, name]));
  if (schema.items) found.push(...stringsOf(schema.items, [...path, 0]));
  if (typeof schema.additionalProperties === 'object') {
    for (const name of schema.propertyNames?.enum ?? ['any'])
      found.push(...stringsOf(schema.additionalProperties, [...path, name]));
  }
  if (schema.type === 'string' || (below.length === 0 && schema.type === undefined)) found.push(path);
  return [...new Map(found.map((one) => [one.join('.'), one])).values()];
}

/** The value with a string put at a path. */
function withText(value: unknown, [step, ...rest]: Path, text: string): unknown {
  if (step === undefined) return text;
  if (typeof step === 'number') return [withText(Array.isArray(value) ? value[0] : undefined, rest, text)];
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return { ...given, [step]: withText(given[step], rest, text) };
}

async function sceneOf(route: Route): Promise<Scene> {
  const scene = scenes[nameOf(route)];
  if (scene) return scene();
  const params = route.path.match(/:\w+/g)?.map((name) => named[name] ?? nobodysId) ?? [];
  return { params, token: route.access.who === 'customer' ? customer.token : admin.token };
}

async function send(route: Route, scene: Scene, { body, query = '' }: { body?: unknown; query?: string }) {
  const given = [...scene.params];
  const path = `/api${route.path.replace(/:\w+/g, () => given.shift() ?? '')}`;
  const text = body === undefined ? undefined : JSON.stringify(body);
  return app.call(route.method, query === '' ? path : `${path}?${query}`, {
    token: scene.token,
    locale: 'en',
    ...(text !== undefined && { body: text }),
    headers: {
      authorizationclient: customer.token,
      ...(route.access.who === 'provisioner' && (await signed(text ?? ''))),
    },
  });
}

async function signed(body: string): Promise<Record<string, string>> {
  const id = newId(app.clock.now());
  const timestamp = Math.floor(app.clock.now().getTime() / 1000);
  return {
    [signatureHeaders.id]: id,
    [signatureHeaders.timestamp]: String(timestamp),
    [signatureHeaders.signature]: await signMessage(provisioner.secret, { id, timestamp, body }),
  };
}

function expectRefusedAt({ status, body }: Answer, ...fields: string[]): void {
  const errors = Object.fromEntries(fields.map((field) => [field, body.errors?.[field]]));
  const refusal = ['There is a character here that can’t be used'];
  // All fields at once: to compare costs more than to answer.
  expect({ status, code: body.code, errors }).toEqual({
    status: 422,
    code: 'validation_failed',
    errors: Object.fromEntries(fields.map((field) => [field, refusal])),
  });
}

describe('a string of a body', () => {
  const withBody = routes.filter((route) => writes(route) && route.body && route.access.who !== 'cabinet');

  it.each(withBody.map((route) => [nameOf(route), route] as const))(
    '%s takes none with a strange character, and says at which field',
    async (_name, route) => {
      const schema = z.toJSONSchema(bodyOf(route, 'ua') ?? z.never(), {
        io: 'input',
        unrepresentable: 'any',
      });
      const paths = stringsOf(schema as JsonSchema);
      const scene = await sceneOf(route);
      const leaves = paths.filter(
        (path) => !paths.some((other) => other.join('.').startsWith(`${path.join('.')}.`)),
      );
      // A list and an object can't be at one place: each in a body of its own.
      const inLists = leaves.filter((path) => path.some((step) => typeof step === 'number'));
      const others = leaves.filter((path) => !inLists.includes(path));
      for (const together of [inLists, others].filter((some) => some.length > 0)) {
        const everywhere = (text: string) =>
          together.reduce((body: unknown, path) => withText(body, path, text), scene.body);
        for (const character of Object.values(strange)) {
          const answer = await send(route, scene, { body: everywhere(`1${character}2@example.com`) });
          expectRefusedAt(answer, ...together.map((path) => path.join('.')));
        }
      }
      // Each field alone too, because checks before the body is read must not fail on it.
      for (const path of paths) {
        const body = withText(scene.body, path, 'a\u0000@example.com');
        expectRefusedAt(await send(route, scene, { body }), path.join('.'));
      }
      expectRefusedAt(await send(route, scene, { body: 'a\u0000' }), '_');
      const unknownKey = await send(route, scene, { body: { 'a\u3164': 1 } });
      expectRefusedAt(unknownKey, 'a\u3164');
    },
    60_000,
  );
});

function inParts<One>(all: readonly One[], most: number): One[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, at) =>
    all.slice(at * most, (at + 1) * most),
  );
}

describe('a parameter of a query', () => {
  const lists = routes.filter(({ list, access }) => list && access.who !== 'cabinet');

  it.each(lists.map((route) => [nameOf(route), route] as const))(
    '%s takes no strange character in filter, search, sort, columns or page',
    async (_name, route) => {
      const spec = route.list ?? { fields: {} };
      const [byField, others] = [
        filterableFields(spec).flatMap((field) => [
          ...operatorsOf(spec.fields[field] ?? { type: 'text' }).map((op) => `filter[${field}][${op}]`),
          `sort[${field}]`,
        ]),
        ['page', 'limit', 'columns', 'delimiter', 'include', 'format'],
      ];
      const names = [...byField, ...(spec.search ? ['filter[search][ilike]'] : []), ...others];
      const scene = await sceneOf(route);
      const characters = Object.values(strange).filter((one) => one !== '\ud83d'); // no address can say it
      // Each refusal is at its field, however many fields are refused: each alone would be thousands of calls.
      for (const some of inParts(names, 100)) {
        for (const character of characters) {
          const query = String(new URLSearchParams(some.map((name) => [name, `a${character}b`])));
          expectRefusedAt(await send(route, scene, { query }), ...some);
        }
      }
      // What is not for one field may be read before the rest.
      for (const name of [...byField.slice(0, 1), ...names.slice(byField.length)]) {
        const query = String(new URLSearchParams({ [name]: 'a\u0000b' }));
        expectRefusedAt(await send(route, scene, { query }), name);
      }
      const twice = new URLSearchParams([
        ['page', 'a\u0000'],
        ['page', '1'],
      ]);
      expectRefusedAt(await send(route, scene, { query: String(twice) }), 'page');
    },
    60_000,
  );

  const asking = routes.filter(({ query }) => query);
  it.each(asking.map((route) => [nameOf(route), route] as const))(
    '%s takes none either',
    async (_name, route) => {
      const schema = z.toJSONSchema(route.query ?? z.never(), { io: 'input', unrepresentable: 'any' });
      const scene = await sceneOf(route);
      for (const name of Object.keys((schema as JsonSchema).properties ?? {})) {
        for (const character of ['\u0000', '\u3164', '\u00ad', '\u0665']) {
          const query = String(new URLSearchParams({ [name]: `1${character}` }));
          expectRefusedAt(
            await send(route, scene, { query, ...(writes(route) && { body: scene.body ?? {} }) }),
            name,
          );
        }
      }
    },
  );
});

describe('an address', () => {
  it.each(routes.filter(({ path }) => path.includes('/:')).map((route) => [nameOf(route), route] as const))(
    '%s knows none with a strange character in it',
    async (_name, route) => {
      const scene = await sceneOf(route);
      for (const character of ['%00', '%E3%85%A4', '%C2%AD', '%D9%A5', '%ED%A0%BD']) {
        const params = scene.params.map((id) => `${id}${character}`);
        const { status } = await send(route, { ...scene, params }, writes(route) ? { body: {} } : {});
        expect([status, route.access.who]).toEqual([
          route.access.who === 'cabinet' ? 401 : 404,
          route.access.who,
        ]);
      }
    },
  );
});

describe('a header', () => {
  const header = (name: string, value: string) =>
    app.call('GET', '/api/admin/auth/me', { token: admin.token, headers: { [name]: value } });

  it.each(['content-language', 'accept-language', 'user-agent', 'accept'])(
    '%s may hold anything',
    async (name) => {
      for (const value of ['\u00ad', 'uk\u00ad', '\u0085', 'x'.repeat(5000)])
        expect((await header(name, value)).status).toBe(200);
    },
  );

  it('Idempotency-Key is refused at its name', async () => {
    const body = { service: 'cash', amount: 1 };
    for (const value of ['a\u00adb', 'a b', 'x'.repeat(256)]) {
      const answer = await app.call('POST', `/api/admin/clients/imports`, {
        token: admin.token,
        headers: { 'idempotency-key': value },
        body: { rows: [], send_invitations: false, ...body },
      });
      expect(answer.status).toBe(422);
    }
  });

  it('says what a device is called without what nobody sees', async () => {
    const { email } = await registeredCustomer(app);
    const headers = { 'user-agent': 'Fire\u00adfox\u0085 120' };
    const login = await app.call('POST', '/api/auth/login', { headers, body: { email, password } });
    expect(login.status).toBe(200);
    const { body } = await app.call('GET', '/api/auth/sessions', { token: login.body.access_token });
    expect(body.data.map((session: { user_agent: string }) => session.user_agent)).toContain('Firefox 120');
  });
});

describe('what is typed', () => {
  it('may be anything that people see', async () => {
    for (const name of ['Кав’ярня ☕\ufe0f', '👍🏽 Žolė', 'ТОВ «Їжак» №1', 'Ω½²', 'b\u00a0a']) {
      const answer = await app.call('POST', '/api/auth/register', { body: registration({ name }) });
      expect([name, answer.status]).toEqual([name, 201]);
    }
  });

  it('is refused beside what else is wrong, each at its field', async () => {
    const body = { ...registration(), name: 'a\u0000', email: 'none', phone: '\u0665\u0665' };
    const { status, body: answer } = await app.call('POST', '/api/auth/register', { body, locale: 'en' });
    expect(status).toBe(422);
    expect(Object.keys(answer.errors).sort()).toEqual(['email', 'name', 'phone']);
  });

  it('does not open a lock: a login with NUL is no attempt, and none is made with it', async () => {
    const { email } = await registeredCustomer(app);
    for (const path of ['admin/auth/login', 'auth/login']) {
      const body = { email: `${email}\u0000`, password: 'a\u0000' };
      const answer = await app.call('POST', `/api/${path}`, { body, locale: 'en' });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['email', 'password']]);
    }
  });
});
