import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openBrowser, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn } from '#tests/support/browser/sign-in.ts';
import { staffMember } from '#tests/support/people.ts';

/** The desk defines fields of its own, imports clients with them, and takes a file with them out again. */
let app: TestApp; // a new one for a second try, too
let browser: Browser;
beforeEach(async () => {
  app = await startApp();
  browser = await openBrowser();
});
afterEach(async () => {
  await browser.close();
  await app.close();
});

const file = [
  'Назва;Код ЄДРПОУ;Ел. пошта;Мобільний;Філія;Договір до',
  'ТОВ «Сад»;12345678;sad@example.com;067 111 22 33;південь;31.12.2027',
  'ТОВ «Ліс»;12345678;lis@example.com;067 111 22 35;Захід;',
  'ТОВ «Гай»;12345678;hai@example.com;067 111 22 36;Північ;2027-01-05',
].join('\r\n');

it('defines a choice and a date, imports them by their names, and finds them in list and file', async () => {
  const person = await staffMember(app);
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk', {
    expected: /\/api\/admin\/clients\/imports/,
  });
  const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;
  await beSignedIn(page, app, person);
  await page.goto(site('/admin-panel/settings/client-fields'));
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Нове додаткове поле' }).click();
  await dialog.getByLabel('Ключ').fill('branch');
  await dialog.getByLabel('Вид').click({ force: true }); // antd lays the value over it
  await page.locator('.ant-select-item-option', { hasText: 'Один із варіантів' }).click();
  await dialog.getByLabel('Українська', { exact: true }).fill('Філія');
  await dialog.getByRole('button', { name: 'Створити' }).click();
  await dialog.getByText('Виберіть хоча б один варіант').waitFor();
  for (const [place, name] of ['Північ', 'Південь'].entries()) {
    await dialog.getByRole('button', { name: 'Додати варіант' }).click();
    await dialog.getByLabel(`Варіант ${place + 1}: Українська`).fill(name);
  }
  await dialog.getByRole('button', { name: 'Створити' }).click();
  await page.getByText('Додаткове поле додано').waitFor();

  await page.getByRole('button', { name: 'Нове додаткове поле' }).click();
  await dialog.getByLabel('Ключ').fill('until');
  await dialog.getByLabel('Вид').click({ force: true }); // antd lays the value over it
  await page.locator('.ant-select-item-option', { hasText: 'Дата' }).click();
  await dialog.getByLabel('Українська', { exact: true }).fill('Договір до');
  await dialog.getByRole('button', { name: 'Створити' }).click();
  await page.getByRole('button', { name: 'Договір до' }).waitFor();

  await page.goto(site('/admin-panel/clients/import'));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Перевірити' }).click();
  await page.getByRole('row', { name: /^3 Філія Захід Такого варіанта немає/ }).waitFor();
  await page.getByRole('button', { name: 'Імпортувати 2 клієнтів' }).click();
  await page.getByRole('heading', { name: 'Імпортовано 2 клієнтів' }).waitFor();

  await page.goto(
    site('/admin-panel/clients?columns=name,custom.branch,custom.until&sort[custom.until]=asc'),
  );
  await page.getByRole('row', { name: /Гай.*Північ.*05\.01\.2027/ }).waitFor();
  const rows = await page.locator('tbody tr[data-row-key]').allInnerTexts();
  expect(rows.map((row) => /«(.+)»/.exec(row)?.[1])).toEqual(['Гай', 'Сад']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^(Export|Експорт) CSV$/ }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).replace('\ufeff', '').trim().split('\r\n');
  expect(lines).toEqual([
    'Назва або ім’я;Філія;Договір до',
    '"ТОВ «Гай»";"Північ";"2027-01-05"',
    '"ТОВ «Сад»";"Південь";"2027-12-31"',
  ]);

  await page.getByRole('link', { name: 'ТОВ «Сад»' }).click();
  await page
    .getByRole('link', { name: 'Дані' })
    .or(page.getByRole('tab', { name: 'Дані' }))
    .click();
  await page.getByText('31.12.2027').waitFor();
  expectNoComplaints();
  await context.close();
});
