import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '#contract/api.ts';
import { locales } from '#contract/kernel/variants.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await staffMember(app);
});
afterAll(() => app.close());

const lists = routes
  .filter(({ list, path, access }) => list && !list.asTree && !path.includes(':') && access.who === 'staff')
  .map(({ path }) => path);

it.each(lists)('%s as CSV has headings in every language', async (path) => {
  for (const locale of locales) {
    const { status, body } = await app.call('GET', `/api${path}?format=csv`, { token: admin.token, locale });
    expect([locale, status]).toEqual([locale, 200]);
    const [headings] = String(body).split('\r\n');
    expect(headings).toMatch(/^\ufeff?[^,]+,/);
    expect(headings).not.toContain('.fields.');
  }
});
