import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/api.ts';
import { type Route, writes } from '#contract/http/route.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { withoutReadsAfterCommit } from '#tests/support/postgres/failing-reads.ts';
import { password, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { type Scene, type SceneName, scenesOf } from '#tests/support/scenes.ts';
import { clientRow, linesOf, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** If the answer to a write can't be read, the write must not happen. */
let app: TestApp;
let admin: Person;
let tariffId: string;
let dearer: string;
let scenes: Awaited<ReturnType<typeof scenesOf>>;
beforeAll(async () => {
  app = await startApp({ ROLES: 'web' }); // what comes to pass by itself is no answer's
  admin = await staffMember(app);
  tariffId = await newTariff(app, { month: 100 });
  dearer = await newTariff(app, { month: 200 });
  scenes = await scenesOf(app);
});
afterAll(() => app.close());

const post = (path: string, body: unknown) =>
  app.call('POST', `/api/admin/clients/${path}`, { token: admin.token, body });

/** Makes a client unreadable for answers from the moment at which a line is written. */
async function breakAnswers(): Promise<void> {
  const { db } = app.platform.database;
  await sql`create function break_answers() returns trigger language plpgsql as
    $$ begin execute 'alter table cabinet_backups rename to cabinet_backups_gone'; return null; end $$`.execute(
    db,
  );
  await sql`create trigger break_answers after insert on ledger_entries
    for each statement execute function break_answers()`.execute(db);
}

async function mendAnswers(): Promise<void> {
  const { db } = app.platform.database;
  await sql`drop trigger break_answers on ledger_entries`.execute(db);
  await sql`drop function break_answers()`.execute(db);
  await sql`alter table if exists cabinet_backups_gone rename to cabinet_backups`.execute(db);
}

describe('money and its answer go together', () => {
  it.each([
    ['replenish', { service: 'cash', amount: 700 }],
    ['bonus', { amount: 5, note: 'Thanks' }],
    ['reverse', { note: 'Wrong client' }],
    ['tariff', { when: 'now' }],
  ])('%s', async (what, given) => {
    const { id } = await subscriber(app, { tariffId, balance: 1000 });
    const top = await post(`${id}/replenish`, { service: 'cash', amount: 300 });
    const path = what === 'reverse' ? `ledger/${top.body.data.entry.id}/reverse` : what;
    const body = what === 'tariff' ? { ...given, tariff_id: dearer } : given;
    const before = { ...(await clientRow(app, id)), lines: (await linesOf(app, id)).length };
    await breakAnswers();
    const broken = await post(`${id}/${path}`, body);
    await mendAnswers();
    expect(broken.status).toBe(500);
    const after = { ...(await clientRow(app, id)), lines: (await linesOf(app, id)).length };
    expect(after).toEqual(before);
    const { status, body: answer } = await post(`${id}/${path}`, body);
    expect([status, answer.data.client?.id ?? answer.data.id]).toEqual([what === 'tariff' ? 200 : 201, id]);
  });
});

type Scenes = Partial<Record<SceneName, () => Promise<Scene>>>;
const nameOf = ({ method, path }: Route) => `${method} ${path}` as SceneName;
let counter = 0;
const next = () => (counter += 1);

/** Calls whose address has no id, and that answer with more than "done". */
const withoutIds: Scenes = {
  'POST /admin/clients': ofStaff(() => ({
    type: 'individual',
    name: 'Відповідь',
    email: `answer-${next()}@example.com`,
    country_code: 'UA',
    phone: `67${7_000_000 + next()}`,
    ident: '1234567899',
  })),
  'POST /admin/users': ofStaff(() => ({
    email: `colleague-${next()}@example.com`,
    name: 'Colleague',
    permissions: ['clients.read'],
  })),
  'POST /admin/partners': ofStaff(() => ({ code: `ANSWER-${next()}`, name: 'Bank', kind: 'bank' })),
  'POST /admin/promo-codes': ofStaff(() => ({
    code: `ANSWER-${next()}`,
    effect: { kind: 'free_days', days: 3 },
  })),
  'POST /admin/views': ofStaff(() => ({ resource: 'clients', name: `Answer ${next()}`, search: '' })),
  'POST /admin/settings': ofStaff(() => ({ key: 'free_period_days', value: 20 + (next() % 20) })),
  'POST /admin/offer': ofStaff(() => ({ locale: 'uk', title: 'Оферта', body: `Текст ${next()}` })),
  'PUT /admin/auth/me': ofStaff(() => ({ name: `Other ${next()}` })),
  'PUT /auth/me': async () => ({
    params: [],
    token: (await registeredCustomer(app)).token,
    body: { name: `Інша ${next()}` },
  }),
  'POST /auth/me/promo-code': async () => {
    const code = `ANSWER-${next()}`;
    const body = { code, effect: { kind: 'bonus', amount: 5 } };
    await app.call('POST', '/api/admin/promo-codes', { token: admin.token, body });
    const { token } = await registeredCustomer(app);
    return { params: [], token, body: { promo_code: code } };
  },
  'POST /auth/me/tariff': async () => ({
    params: [],
    token: (await registeredCustomer(app)).token,
    body: { tariff_id: dearer, when: 'now' },
  }),
};

function ofStaff(body: () => unknown): () => Promise<Scene> {
  return async () => ({ params: [], token: admin.token, body: body() });
}

function send(route: Route, scene: Scene) {
  const given = [...scene.params];
  const path = `/api${route.path.replace(/:\w+/g, () => given.shift() ?? '')}`;
  return app.call(route.method, path, { token: scene.token, body: scene.body });
}

/** The content of every table. Limits and the last use of sessions are written whatever happens to a call. */
async function everyRow(): Promise<Record<string, string>> {
  const { db } = app.platform.database;
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('rate_limits', 'sessions', 'process_heartbeats', 'clock_alarms', 'alarms')`.execute(
    db,
  );
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: sums } = await sql<{ sum: string }>`select count(*) || ' ' ||
      coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${sql.table(name)} t`.execute(
      db,
    );
    found[name] = sums[0]?.sum ?? '';
  }
  return found;
}

describe('what is answered', () => {
  const all = routes.filter((route) => writes(route) && route.access.who !== 'cabinet');
  const sceneOf = (route: Route) => scenes[nameOf(route)] ?? withoutIds[nameOf(route)];

  it.each(all.map((route) => [nameOf(route), route] as const))(
    '%s asks nothing after its commit that its answer needs',
    async (_name, route) => {
      const scene = await sceneOf(route)?.();
      if (!scene) return;
      const before = await everyRow();
      const { status, body } = await withoutReadsAfterCommit(() => send(route, scene));
      if (status >= 500) expect([await everyRow(), body]).toEqual([before, body]);
    },
  );

  // Routes whose rows every installation has; for the others rows are created each time.
  const shared = routes.filter((route) => all.includes(route));
  it.each(shared.map((route) => [nameOf(route), route] as const))(
    '%s does nothing that its schema has no answer for',
    async (_name, route) => {
      const scene = await sceneOf(route)?.();
      if (!scene || (await isOnlyDone(route))) return;
      const before = await everyRow();
      const { parse } = route.answer;
      route.answer.parse = () => {
        throw new Error('no answer fits');
      };
      const { status } = await send(route, scene).finally(() => {
        route.answer.parse = parse;
      });
      if (status >= 500) expect(await everyRow()).toEqual(before);
    },
  );

  it('is tried on calls that succeed', async () => {
    const refused: string[] = [];
    for (const [name, scene] of Object.entries(withoutIds)) {
      const route = all.find((one) => nameOf(one) === name);
      const given = await scene?.();
      const { status, body } = route && given ? await send(route, given) : { status: 0, body: name };
      if (status !== 200 && status !== 201) refused.push(`${name}: ${status} ${JSON.stringify(body)}`);
    }
    expect(refused).toEqual([]);
  });
});

/** Whether a route answers only "done", where nothing can be wrong. */
async function isOnlyDone({ answer }: Route): Promise<boolean> {
  const { success } = await answer.safeParseAsync({ data: {} });
  return success || (await answer.safeParseAsync({ data: { sent: true, retry_after: 1 } })).success;
}

/** When a counter can't be updated afterwards, what was done stays. */
describe('a sign-in', () => {
  const kinds = ['staff', 'customer'] as const;
  const rootOf = (kind: (typeof kinds)[number]) => (kind === 'staff' ? '/api/admin/auth' : '/api/auth');
  const person = (kind: (typeof kinds)[number]) =>
    kind === 'staff' ? staffMember(app) : registeredCustomer(app);
  const broken = async <Result>(table: string, when: string, work: () => Promise<Result>) => {
    const { db } = app.platform.database;
    await sql`create function break_counters() returns trigger language plpgsql as
      $$ begin raise exception 'no count'; end $$`.execute(db);
    await sql`create trigger break_counters before ${sql.raw(when)} on ${sql.table(table)}
      for each row execute function break_counters()`.execute(db);
    try {
      return await work();
    } finally {
      await sql`drop trigger break_counters on ${sql.table(table)}`.execute(db);
      await sql`drop function break_counters()`.execute(db);
    }
  };

  it.each(kinds)('of %s stands where its failures are not forgotten', async (kind) => {
    const { email } = await person(kind);
    const answer = await broken('login_failures', 'delete', () =>
      app.call('POST', `${rootOf(kind)}/login`, { body: { email, password } }),
    );
    expect(answer.status).toBe(200);
    const me = await app.call('GET', `${rootOf(kind)}/me`, { token: answer.body.access_token });
    expect(me.status).toBe(200);
  });

  it.each(kinds)(
    'of %s opens nothing, and renews nothing, that its schema has no answer for',
    async (kind) => {
      const { id, email, token } = await person(kind);
      const { db } = app.platform.database;
      const sessions = () =>
        db
          .selectFrom('sessions')
          .select(['id', 'token_hash', 'rotated_at'])
          .where('account_id', '=', id)
          .orderBy('id')
          .execute();
      const before = await sessions();
      const open = () => app.call('POST', `${rootOf(kind)}/login`, { body: { email, password } });
      const renew = () => app.call('POST', `${rootOf(kind)}/refresh-token`, { token });
      for (const [path, send_] of [
        ['/login', open],
        ['/refresh-token', renew],
      ] as const) {
        const route = routes.find((one) => `/api${one.path}` === `${rootOf(kind)}${path}`);
        if (!route) throw new Error(`no route ${path}`);
        const { parse } = route.answer;
        route.answer.parse = () => {
          throw new Error('no answer fits');
        };
        const { status } = await send_().finally(() => {
          route.answer.parse = parse;
        });
        expect([path, status, await sessions()]).toEqual([path, 500, before]);
      }
      expect((await renew()).status).toBe(200);
      expect((await open()).status).toBe(200);
    },
  );
});
