import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn } from '#tests/support/browser/sign-in.ts';
import { customerWithCabinet, type Person, staffMember } from '#tests/support/people.ts';

/**
 * A manager's work on a wallet, as one story: a top-up through the palette, its invoice and its effect, the same
 * invoice again, a reversal. Each step continues the one before.
 */
let app: TestApp;
let browser: Browser;
let manager: Visitor;
let client: Person;
const price = 30_000;

beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
  // Before the client comes: present ones get another price later.
  await chargePrice();
  client = await customerWithCabinet(app, { name: 'Кав’ярня' });
  const person = await staffMember(app, { permissions: ['clients.read', 'clients.replenish'] });
  manager = await visitor(browser, 'desk', { expected: /\/replenish/ });
  await beSignedIn(manager.page, app, person);
  await manager.page.goto(site('/admin-panel'));
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

/** Gives the only tariff of a new installation a price. */
async function chargePrice(): Promise<void> {
  const { token } = await staffMember(app);
  const include = 'include=permissions,translations';
  const { body: list } = await app.call('GET', `/api/admin/tariffs?${include}`, { token });
  const [tariff] = list.data;
  const { status } = await app.call('PUT', `/api/admin/tariffs/${tariff.id}`, {
    token,
    body: {
      price_month: price,
      price_year: price * 10,
      monthly_turnover_limit: null,
      goods_quantity: null,
      recommended_days: 90,
      permissions: tariff.permissions.map(({ id }: { id: string }) => id),
      translations: tariff.translations,
    },
  });
  expect(status).toBe(200);
}

async function lines(): Promise<{ kind: string; amount: number }[]> {
  const { db } = app.platform.database;
  return db.selectFrom('ledger_entries').select(['kind', 'amount']).orderBy('id').execute();
}

it('is reached by keys alone, typed without a pause', async () => {
  const { page } = manager;
  await page.getByRole('button', { name: 'Пошук' }).waitFor();
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('поповнити');
  await page.keyboard.press('Enter');
  await page.getByText('Знайдіть клієнта').waitFor();
  await page.keyboard.type('кав');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/clients/show/${client.id}?tab=money&open=replenish`);
});

it('asks for the invoice at its fields, and shows the effect of the money', async () => {
  const { page } = manager;
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Переказ', { exact: true }).click();
  await dialog.getByRole('button', { name: /Рекомендовано: 900,00/ }).click();
  await dialog.locator('.outcome').getByText('Коштів вистачить до').waitFor();
  expect(await dialog.locator('.outcome').innerText()).toMatch(/900,00/);
  await dialog.getByRole('button', { name: 'Поповнити' }).click();
  await dialog.locator('.ant-form-item-explain-error').first().waitFor();
  expect(await lines()).toEqual([]);
});

it('books once, however often the button is pressed', async () => {
  const { page } = manager;
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Рахунок', { exact: true }).fill('A-17');
  await dialog.getByRole('button', { name: 'Поповнити' }).dblclick();
  await page.getByText('Баланс поповнено').first().waitFor();
  await page.locator('.client-ledger').getByText('A-17').waitFor();
  expect(await lines()).toEqual([{ kind: 'top_up', amount: 90_000 }]);
});

it('refuses the same invoice at its field, and loses nothing', async () => {
  const { page } = manager;
  const dialog = page.getByRole('dialog');
  // The one of before closes.
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Поповнити' }).click();
  await dialog.getByText('Картка').click();
  await dialog.getByLabel('Сума', { exact: true }).fill('100,50');
  await dialog.getByLabel('Рахунок', { exact: true }).fill('A-17');
  await dialog.getByRole('button', { name: 'Поповнити' }).click();
  await dialog.locator('.ant-form-item-has-error').getByLabel('Рахунок', { exact: true }).waitFor();
  expect(await dialog.getByLabel('Сума', { exact: true }).inputValue()).toBe('100,50');
  await dialog.getByRole('button', { name: 'Скасувати' }).click();
  expect(await lines()).toHaveLength(1);
});

it('takes a line back with a reason, and both stay to be seen', async () => {
  const { page } = manager;
  await page.locator('.client-ledger').getByRole('button', { name: 'Сторнувати' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Новий баланс').waitFor();
  await dialog.getByRole('button', { name: 'Сторнувати операцію' }).click();
  await dialog.locator('.ant-form-item-explain-error').waitFor();
  await dialog.getByLabel('Причина').fill('Не той клієнт');
  await dialog.getByRole('button', { name: 'Сторнувати операцію' }).click();
  await page.getByText('Операцію сторновано').first().waitFor();
  await page.locator('.client-ledger').getByText('Не той клієнт').waitFor();
  expect(await lines()).toEqual([
    { kind: 'top_up', amount: 90_000 },
    { kind: 'reversal', amount: -90_000 },
  ]);
  expect(await page.locator('.client-ledger').getByRole('button', { name: 'Сторнувати' }).count()).toBe(0);
  manager.expectNoComplaints();
});
