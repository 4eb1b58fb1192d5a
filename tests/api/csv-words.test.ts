import { afterAll, beforeAll, expect, it } from 'vitest';
import { putFinding } from '#server/cabinets/comparison/finding-store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

/** Files have the texts of the screens: words and names, no codes and no ids. */

let app: TestApp;
let admin: Person;
let tariffs: { id: string; name: string }[];
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
  tariffs = (await app.call('GET', '/api/admin/tariffs', { token: admin.token })).body.data;
});
afterAll(() => app.close());

it('names the tariffs of partners and promo codes', async () => {
  const tariff_ids = tariffs.slice(0, 1).map(({ id }) => id);
  const { token } = admin;
  const partner = { code: 'dnipro', name: 'Дніпро', kind: 'bank', tariff_ids };
  expect((await app.call('POST', '/api/admin/partners', { token, body: partner })).status).toBe(201);
  const [line] = await lines('partners');
  expect(line).toContain(tariffs[0]?.name);
  expect(line).not.toContain(tariffs[0]?.id);

  const promo = { code: 'ZYMA', effect: { kind: 'free_days', days: 7 }, tariff_ids };
  const bounds = { valid_from: null, valid_to: '2026-11-30T22:00:00.000Z', uses_left: null };
  const made = await app.call('POST', '/api/admin/promo-codes', { token, body: { ...promo, ...bounds } });
  expect(made.status).toBe(201);
  const [code] = await lines('promo-codes');
  expect(code).toContain(tariffs[0]?.name);
  // A moment later it is the next day.
  expect(code).toContain('2026-11-30 23:59');
});

it('has the values that hold of the settings, the defaults too', async () => {
  const rows = await lines('settings');
  expect(rows.find((row) => row.startsWith('"Безкоштовний період, днів"'))).toContain(',14,Так,');
  expect(rows.find((row) => row.startsWith('"Нагадування, днів до кінця"'))).toContain('"7, 3, 1"');
  expect(rows.find((row) => row.startsWith('Панель лише для перегляду'))).toContain(',Ні,');
  expect(rows.find((row) => row.startsWith('Тариф нових клієнтів'))).toContain(
    ',Рекомендований або найдешевший,',
  );
  const body = { key: 'default_tariff_id', value: tariffs[0]?.id };
  await app.call('POST', '/api/admin/settings', { token: admin.token, body });
  const chosen = (await lines('settings')).find((row) => row.startsWith('Тариф нових клієнтів'));
  expect(chosen).toContain(`,${tariffs[0]?.name},Ні,`);
});

it('says in words what was done, to what, and by whom', async () => {
  const rows = await lines('audit');
  expect(rows.some((row) => row.includes('Партнера додано') && row.includes('партнер'))).toBe(true);
  expect(rows.some((row) => row.includes('Вивантажено у файл: партнери'))).toBe(true);
  expect(rows.join('\n')).not.toMatch(/\b[a-z_]+\.(create|change|export)\b/);
});

it('has the amount of a bonus as every other amount', async () => {
  const promo = { code: 'PODARUNOK', effect: { kind: 'bonus', amount: 12_050 }, tariff_ids: null };
  const bounds = { valid_from: null, valid_to: null, uses_left: null };
  const { token } = admin;
  const made = await app.call('POST', '/api/admin/promo-codes', { token, body: { ...promo, ...bounds } });
  expect(made.status).toBe(201);
  expect((await lines('promo-codes')).find((row) => row.startsWith('PODARUNOK'))).toContain(',120.50,');
  const forSpreadsheet = await lines('promo-codes', '&delimiter=semicolon');
  expect(forSpreadsheet.find((row) => row.startsWith('"PODARUNOK"'))).toContain(';"120,50";');
});

it('names what colleagues may do', async () => {
  await staffMember(app, { name: 'Ганна', permissions: ['clients.read', 'clients.export'] });
  const rows = await lines('users');
  expect(rows.find((row) => row.startsWith('Ганна'))).toContain(
    '"Переглядати клієнтів, Експортувати клієнтів"',
  );
});

it('says in words what state a client is in whose cabinet differs', async () => {
  const { id } = await registeredCustomer(app);
  await putFinding(app.platform.database.db, app.clock.now(), {
    client_id: id,
    kind: 'silent',
    domain: null,
    driver: 'embedded',
    host: null,
    reason: 'silent',
    detail: null,
    has_database: null,
  });
  const [row] = await lines('cabinets');
  expect(row).toContain(',Не підтверджено,');
});

async function lines(list: string, query = ''): Promise<string[]> {
  const path = `/api/admin/${list}?format=csv${query}`;
  const { status, body } = await app.call('GET', path, { token: admin.token });
  expect(status).toBe(200);
  return String(body).trimEnd().split('\r\n').slice(1);
}
