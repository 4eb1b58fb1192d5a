import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#contract/entities/client.ts';
import { cachedPage, type WrittenPage } from '#server/lists/page-cache.ts';
import { readListState } from '#server/lists/list-totals.ts';
import type { Db } from '#server/db/tables.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

/** Cached pages of clients are always the same as freshly read ones. */
let app: TestApp;
let db: Db;
let admin: Person;
let clients: Person[];
beforeAll(async () => {
  app = await startApp();
  db = app.platform.database.db;
  admin = await staffMember(app);
  clients = [await registeredCustomer(app), await registeredCustomer(app), await registeredCustomer(app)];
});
afterAll(() => app.close());

interface Page {
  data: Client[];
  meta: { total: number };
}
async function page(query = '', { token = admin.token, locale = 'uk' } = {}): Promise<Page> {
  const { status, headers, body } = await app.call('GET', `/api/admin/clients?${query}`, { token, locale });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  return body;
}
const shown = async (id: string | undefined, query = '') =>
  (await page(query)).data.find((client) => client.id === id);

describe('a page of clients', () => {
  it('shows what was acknowledged before it was asked for, while others write and roll back', async () => {
    const acknowledged = new Map<string, number>();
    let isOver = false;
    const writer = async ({ id }: Person) => {
      for (let turn = 1; turn <= 40; turn += 1) {
        await db.updateTable('clients').set({ goods_count: turn }).where('id', '=', id).execute();
        acknowledged.set(id, turn);
        const undone = db.transaction().execute(async (tx) => {
          await tx.updateTable('clients').set({ goods_count: 999 }).where('id', '=', id).execute();
          throw new Error('rolled back');
        });
        await expect(undone).rejects.toThrow('rolled back');
      }
    };
    const reader = async (query: string) => {
      while (!isOver) {
        const before = new Map(acknowledged);
        const { data } = await page(query);
        for (const { id, goods_count } of data) {
          expect(goods_count).toBeGreaterThanOrEqual(before.get(id) ?? 0);
          expect(goods_count).toBeLessThanOrEqual(40);
        }
      }
    };
    const queries = ['', '', 'sort[goods_count]=desc', 'filter[goods_count][gte]=1'];
    const reading = Promise.all(queries.map(reader));
    await Promise.all(clients.map(writer)).finally(() => (isOver = true));
    await reading;
    expect((await page()).data.map(({ goods_count }) => goods_count)).toEqual([40, 40, 40]);
  });

  it('follows names of tariffs and managers, which are in other tables', async () => {
    const [{ id } = { id: '' }] = clients;
    await db.updateTable('clients').set({ manager_id: admin.id }).where('id', '=', id).execute();
    await page();
    await db.updateTable('users').set({ name: 'Перейменована' }).where('id', '=', admin.id).execute();
    expect((await shown(id))?.manager?.name).toBe('Перейменована');
    await sql`update tariffs set translations = jsonb_set(translations, '{uk,name}', '"Новий"')`.execute(db);
    expect((await shown(id))?.tariff_name).toBe('Новий');
    await sql`update tariffs set price_month = 12300, recommended_days = 30`.execute(db);
    expect((await shown(id))?.recommended_amount).toBe(12_300);
  });

  it('is another one in another language', async () => {
    await sql`update tariffs set translations = jsonb_set(translations, '{de}',
      '{"name": "Neu", "description": "", "subtitle": ""}')`.execute(db);
    for (const [locale, name] of [
      ['uk', 'Новий'],
      ['de', 'Neu'],
      ['uk', 'Новий'],
    ] as const) {
      expect((await page('', { locale })).data[0]?.tariff_name).toBe(name);
    }
  });

  it('is refused to people who may not see clients, cached or not', async () => {
    await page();
    const { token } = await staffMember(app, { permissions: ['tariffs.read'] });
    expect((await app.call('GET', '/api/admin/clients', { token })).status).toBe(403);
    expect((await app.call('GET', '/api/admin/clients')).status).toBe(401);
  });

  it('counts the days again when a day has passed', async () => {
    const [{ id } = { id: '' }] = clients;
    const ends = new Date(app.clock.now().getTime() + 20 * 86_400_000);
    await db.updateTable('clients').set({ trial_ends: ends }).where('id', '=', id).execute();
    expect((await shown(id))?.remaining_days).toBe(20);
    app.clock.advance(86_400);
    admin = await staffMember(app);
    expect((await shown(id))?.remaining_days).toBe(19);
  });
});

describe('the memory of pages', () => {
  it('reads a page once for a state of its list, and forgets the oldest beyond some megabytes', async () => {
    let read = 0;
    const ask = (key: string, bytes = 10) =>
      cachedPage(db, {
        list: 'clients',
        key,
        read: async (): Promise<WrittenPage> => {
          read += 1;
          return { body: Buffer.alloc(bytes), token: (await readListState(db, 'clients')).token };
        },
      });
    await ask('a');
    await Promise.all([ask('a'), ask('a')]);
    expect(read).toBe(1);
    await db.updateTable('clients').set({ goods_count: 1 }).execute();
    await ask('a');
    expect(read).toBe(2);
    for (let number = 0; number < 9; number += 1) await ask(`big ${number}`, 1024 * 1024);
    expect(read).toBe(11);
    await ask('big 8', 1024 * 1024);
    expect(read).toBe(11);
    await ask('a');
    expect(read).toBe(12);
  });
});
