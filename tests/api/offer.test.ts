import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { locales } from '#contract/kernel/variants.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
let reader: Person;
let stranger: Person;
let readOnly: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  reader = await staffMember(app, { permissions: ['settings.read'] });
  stranger = await staffMember(app, { permissions: ['clients.read'] });
  readOnly = await staffMember(app, { permissions: [...fullPermissions, 'read_only'] });
});
afterAll(() => app.close());

const offer = (changes: Record<string, unknown> = {}) => ({
  locale: 'uk',
  title: 'Умови',
  body: 'Перше.\n\nДруге.',
  ...changes,
});
const publish = (body: unknown, { token }: Pick<Person, 'token'> = admin) =>
  app.call('POST', '/api/admin/offer', { token, body, locale: 'en' });
const versions = (query = '', { token }: Pick<Person, 'token'> = admin) =>
  app.call('GET', `/api/admin/offer${query}`, { token });
const shown = async (locale: string) => (await app.call('GET', '/api/offer', { locale })).body.data;

it('begins with a built-in text in every language', async () => {
  expect((await versions()).body.meta.total).toBe(locales.length * 2);
  const { status, body } = await versions('?filter[kind][eq]=terms&sort[locale]=asc', reader);
  expect(status).toBe(200);
  expect(body.meta.total).toBe(locales.length);
  expect(body.data[0]).toMatchObject({
    kind: 'terms',
    locale: 'de',
    version: 1,
    built_in: true,
    current: true,
    created_at: null,
  });
  const { title, body: text } = await shown('de');
  expect(body.data[0]).toMatchObject({ title, body: text });
});

it('publishes the next version in a language, which customers see at once', async () => {
  const { status, body } = await publish(offer());
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ ...offer(), version: 2, built_in: false, current: true });
  expect(await shown('uk')).toEqual({ ...offer(), version: 2 });
  expect((await publish(offer({ title: 'Нові умови' }))).body.data.version).toBe(3);
  const listed = await versions('?filter[kind][eq]=terms&filter[locale][eq]=uk');
  expect(
    listed.body.data.map((row: { version: number; current: boolean }) => [row.version, row.current]),
  ).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  const { id } = await registeredCustomer(app, { locale: 'uk' });
  const client = await app.platform.database.db
    .selectFrom('clients')
    .select('offer_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(client.offer_version).toBe(3);
  const log = await app.call('GET', `/api/admin/audit?filter[action][eq]=offer.publish`, admin);
  expect(log.body.data[0]).toMatchObject({ subject: { type: 'offer', name: 'Нові умови' } });
});

it('shows the default language where a language has no version of its own, as the list says', async () => {
  expect(await shown('lt')).toMatchObject({ title: 'Нові умови', locale: 'uk' });
  expect((await versions('?filter[kind][eq]=terms&filter[locale][eq]=lt')).body.data).toMatchObject([
    { built_in: true, current: false },
  ]);
});

it('has a privacy text with versions of its own, which nobody accepts', async () => {
  const terms = await shown('de');
  const page = async () => (await app.call('GET', '/privacy?lang=de')).body as string;
  expect(await page()).toContain('<h1>Datenschutz bei Tenantry</h1>');
  const { status, body } = await publish(
    offer({ kind: 'privacy', locale: 'de', title: 'Unser <Datenschutz>' }),
  );
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ kind: 'privacy', version: 2, current: true });
  expect(await page()).toContain('<h1>Unser &lt;Datenschutz&gt;</h1>');
  expect(await shown('de')).toEqual(terms);
  const listed = await versions('?filter[kind][eq]=privacy&filter[locale][eq]=de');
  expect(listed.body.data.map((row: { version: number }) => row.version)).toEqual([2, 1]);
  const log = await app.call('GET', `/api/admin/audit?filter[action][eq]=offer.publish`, admin);
  expect(log.body.data[0].changes[0]).toEqual({ field: 'kind', before: null, after: 'privacy' });
  const { id } = await registeredCustomer(app, { locale: 'de' });
  const client = await app.platform.database.db
    .selectFrom('clients')
    .select('offer_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(client.offer_version).toBe(terms.version);
});

it('numbers versions that are published at once', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => publish(offer({ locale: 'en' }))));
  expect(answers.map(({ body }) => body.data.version).sort()).toEqual([2, 3, 4]);
});

it.each<[string, Record<string, unknown>, string]>([
  ['an unknown kind', { kind: 'cookies' }, 'kind'],
  ['an unknown language', { locale: 'fr' }, 'locale'],
  ['no title', { title: '' }, 'title'],
  ['a title that is too long', { title: 'x'.repeat(256) }, 'title'],
  ['no text', { body: ' \n' }, 'body'],
  ['a text that is too long', { body: 'x'.repeat(50_001) }, 'body'],
  ['an invisible character', { body: 'a\u202eb' }, 'body'],
  ['a version of its own', { version: 9 }, 'version'],
])('refuses %s at its field', async (_, changes, field) => {
  const { status, body } = await publish(offer(changes));
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

it('is for those who may', async () => {
  expect((await versions('', stranger)).body.code).toBe('forbidden');
  expect((await publish(offer(), reader)).body.code).toBe('forbidden');
  expect((await publish(offer(), readOnly)).body.code).toBe('read_only');
});
