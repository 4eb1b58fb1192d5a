import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Clicks, countClicks } from '#tests/support/browser/clicks.ts';
import { openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn } from '#tests/support/browser/sign-in.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { likeThis, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** The same change on thirty clients, as one story (GROWTH section 19): seen first, done, looked at, undone. */
let app: TestApp;
let browser: Browser;
let desk: Visitor;

beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
  const one = await subscriber(app, { tariffId: await newTariff(app), balance: 0 });
  await likeThis(app, one, 29);
  const person = await staffMember(app);
  desk = await visitor(browser, 'desk');
  await beSignedIn(desk.page, app, person);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

async function managedBy({ id }: Person): Promise<number> {
  const { db } = app.platform.database;
  const rows = await db.selectFrom('clients').select('id').where('manager_id', '=', id).execute();
  return rows.length;
}

let tries = 0;
let clicks: Clicks | undefined;

it('takes eight clicks with its undo, and says what became of each client long after', async () => {
  const { page } = desk;
  // The colleague who got the clients in an earlier try is another one.
  const name = `Нова менеджерка ${(tries += 1)}`;
  const colleague = await staffMember(app, { name });
  const dialog = page.getByRole('dialog');
  await page.goto(site('/admin-panel/clients?limit=50'));
  clicks ??= await countClicks(page);
  clicks.reset();
  await page.getByRole('checkbox', { name: 'Вибрати всі рядки сторінки' }).click();
  await page.getByRole('region', { name: 'Масові зміни' }).getByText('Вибрано: 30').waitFor();
  await page.getByRole('button', { name: 'Дії з вибраними' }).click();
  await page.getByRole('menuitem', { name: 'Призначити менеджера' }).click();
  await dialog.getByRole('combobox').click();
  await page.getByTitle(name).click();
  await dialog.getByRole('button', { name: 'Перевірити' }).click();
  await dialog.getByText('Буде змінено 30 з 30').waitFor();
  await dialog.getByRole('button', { name: 'Змінити менеджера 30 клієнтам' }).click();
  await dialog.getByText('Змінено: 30').waitFor();
  expect(await managedBy(colleague)).toBe(30);
  await dialog.getByRole('button', { name: 'Скасувати дію', exact: true }).click();
  await dialog.getByText('Скасовано: 30').waitFor();
  expect(await managedBy(colleague)).toBe(0);
  await clicks.expectAtMost(8);

  await page.goto(site('/admin-panel/clients'));
  // A list moves what is below it when its rows come. A key meets the link wherever it is.
  await page.getByRole('link', { name: 'Попередні масові зміни' }).press('Enter');
  await page.getByRole('link', { name: 'Призначити менеджера' }).first().press('Enter'); // the newest
  const result = page.locator('.bulk-row-list li');
  await result.nth(29).waitFor();
  expect(await result.count()).toBe(30);
  expect(await result.first().innerText()).toContain('Скасовано');
});
