import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '#contract/kernel/variants.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { registration } from '#tests/support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PRODUCT_NAME: 'Каса Плюс' });
});
afterAll(() => app.close());

const offer = async (locale: string) => (await app.call('GET', '/api/offer', { locale })).body.data;
const publish = (locale: 'uk' | 'de', version: number) => {
  const now = app.clock.now();
  return app.platform.database.db
    .insertInto('offers')
    .values({
      id: newId(now),
      kind: 'terms',
      locale,
      version,
      title: `${locale} ${version}`,
      body: 'Текст',
      created_at: now,
    })
    .execute();
};

describe('the public offer', () => {
  it.each(locales)('of an empty installation is there in %s and names the product', async (locale) => {
    expect(await offer(locale)).toMatchObject({
      locale,
      version: 1,
      title: expect.any(String),
      body: expect.stringContaining('Каса Плюс'),
    });
  });

  it('is the newest version of the language, else of the default one, and registration keeps its number', async () => {
    await publish('uk', 2);
    await publish('uk', 3);
    await publish('de', 4);
    expect(await offer('uk')).toMatchObject({ locale: 'uk', version: 3, title: 'uk 3' });
    expect(await offer('de')).toMatchObject({ locale: 'de', version: 4 });
    expect(await offer('lt')).toMatchObject({ locale: 'uk', version: 3 });
    for (const [locale, version] of [
      ['de', 4],
      ['lt', 3],
    ] as const) {
      const { body } = await app.call('POST', '/api/auth/register', { body: registration({ locale }) });
      const row = await app.platform.database.db
        .selectFrom('clients')
        .select('offer_version')
        .where('id', '=', body.data.id)
        .executeTakeFirstOrThrow();
      expect(row.offer_version).toBe(version);
    }
  });
});

describe('partners', () => {
  it('are none at first, then everybody sees code, name and kind, by name, and nothing else', async () => {
    const list = async () => (await app.call('GET', '/api/auth/partners')).body;
    expect(await list()).toEqual({ data: [] });
    const now = app.clock.now();
    const stamps = { created_at: now, updated_at: now };
    await app.platform.database.db
      .insertInto('partners')
      .values([
        { id: newId(now), code: 'union', name: 'Спілка', kind: 'alliance', free_period_days: 90, ...stamps },
        { id: newId(now), code: 'bank', name: 'Банк', kind: 'bank', ...stamps },
      ])
      .execute();
    expect(await list()).toEqual({
      data: [
        { code: 'bank', name: 'Банк', kind: 'bank' },
        { code: 'union', name: 'Спілка', kind: 'alliance' },
      ],
    });
  });
});
