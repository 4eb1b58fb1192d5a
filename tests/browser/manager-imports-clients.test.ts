import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openBrowser, visitor } from '#tests/support/browser/page.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { staffMember } from '#tests/support/people.ts';

/** A manager imports clients from a file with an error, with a lost connection and a double click. */
let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const file = [
  'Назва;Код ЄДРПОУ;Ел. пошта;Мобільний',
  '"ТОВ ""Сад""";12345678;sad@example.com;067 111 22 33',
  'Олена Коваль;1234567890;olena-at-home;067 111 22 34',
  'ТОВ «Ліс»;12345678;lis@example.com;067 111 22 35',
].join('\r\n');
const stored = () => app.platform.database.db.selectFrom('clients').select('name').orderBy('name').execute();

it('imports good rows once, returns the others to be corrected, and stops without a network', async () => {
  const { email } = await staffMember(app, { permissions: ['clients.write'] });
  const manager = await visitor(browser, 'desk', {
    expected: /\/api\/admin\/(clients\/imports|auth\/logout)|\/favicon/,
  });
  const { page, context } = manager;
  const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;
  await page.goto(site('/login?redirect=/admin-panel/clients'));
  await signIn(page, email);
  await page.getByRole('link', { name: 'Імпорт із CSV' }).click();

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByText('3 рядки').waitFor();
  await page.getByRole('button', { name: 'Перевірити' }).click();
  await page.getByText('1 рядок із помилками').waitFor();
  const mistake = page.getByRole('row', { name: /olena-at-home/ }).last();
  expect(await mistake.innerText()).toMatch(/^3\s+Ел\. пошта\s+olena-at-home\s+Введіть адресу/);
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Завантажити рядки з помилками' }).click(),
  ]);
  expect(report.suggestedFilename()).toBe('clients-pomylky.csv');

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Імпортувати 2 клієнтів' }).dblclick();
  await page.getByText('нічого не імпортується двічі').waitFor();
  expect(await stored()).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Імпортовано 2 клієнтів' }).waitFor();
  expect(await stored()).toEqual([{ name: 'ТОВ "Сад"' }, { name: 'ТОВ «Ліс»' }]);
  await page.getByRole('link', { name: 'Показати у списку' }).click();
  await page.getByRole('link', { name: 'ТОВ «Ліс»' }).waitFor();

  await context.setOffline(true);
  const places = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: /Мій обліковий запис/ }).click();
  await page.getByText('Вийти').click();
  await page.waitForURL('**/login');
  await page.getByLabel('Електронна пошта').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(await page.evaluate(() => history.length)).toBe(places);
  expect(await page.getByText('Сеанс завершився').count()).toBe(0);
  await context.setOffline(false);
  manager.expectNoComplaints();
  await context.close();
});

it('ends at the login also when one goes back while it is on its way, and keeps nothing of any session', async () => {
  const { email } = await staffMember(app, { permissions: ['clients.read'] });
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk');
  const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;
  await page.goto(site('/login?redirect=/admin-panel/clients'));
  await signIn(page, email);
  await page.waitForURL(site('/admin-panel/clients'));
  // The login's script is to be loaded again.
  await page.reload();
  await page.getByRole('link', { name: 'ТОВ «Ліс»' }).click();
  await page.getByRole('heading', { name: 'ТОВ «Ліс»' }).waitFor();
  await page.evaluate(() => localStorage.setItem('tokenClient', 'of a customer'));
  const held = Promise.withResolvers<void>();
  await context.route(/\/assets\/login-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/login-/);
  await page.getByRole('button', { name: /Мій обліковий запис/ }).click();
  await page.getByText('Вийти').click();
  await asked;
  await page.evaluate(() => history.back());
  await page.waitForURL(site('/admin-panel/clients'));
  held.resolve();
  await page.waitForURL('**/login');
  await page.getByLabel('Електронна пошта').waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['activeTab']);
  expectNoComplaints();
  await context.close();
});
