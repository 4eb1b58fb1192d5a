import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Clicks, countClicks } from '#tests/support/browser/clicks.ts';
import { openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn } from '#tests/support/browser/sign-in.ts';
import { staffMember } from '#tests/support/people.ts';
import { clientRow, linesOf, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/**
 * The desk's tasks by their clicks (issue 19, "The desk's day"). Trials as a file: desk-walks-a-list; the same change on
 * thirty clients: manager-changes-many-clients.
 */
let app: TestApp;
let browser: Browser;
let desk: Visitor;
let clicks: Clicks;
let tariffId: string;

beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
  tariffId = await newTariff(app);
  await newTariff(app, { month: 30_000, year: 300_000 });
  desk = await visitor(browser, 'desk');
  await beSignedIn(desk.page, app, await staffMember(app));
  await desk.page.goto(site('/admin-panel'));
  clicks = await countClicks(desk.page);
});
beforeEach(() => clicks.reset());
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

let tries = 0;

/** Another one in a second try. */
async function newClient(word: string): Promise<{ id: string; name: string }> {
  const name = `${word} ${(tries += 1)}`;
  const { id } = await subscriber(app, { tariffId, more: { name } });
  return { id, name };
}

it('tops up for a caller by three clicks and keys', async () => {
  const { page } = desk;
  const { id, name } = await newClient('Кав’ярня');
  await page.goto(site('/admin-panel'));
  await page.getByRole('button', { name: 'Пошук' }).waitFor();
  await page.keyboard.press('Control+KeyK');
  await page.keyboard.type('поповнити');
  await page.keyboard.press('Enter');
  await page.getByText('Знайдіть клієнта').waitFor();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Поповнення балансу/ });
  await dialog.getByText('Переказ', { exact: true }).click();
  await dialog.getByRole('button', { name: /^Рекомендовано/ }).click();
  const invoice = dialog.getByLabel('Рахунок', { exact: true });
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return invoice.evaluate((field) => field === document.activeElement);
    })
    .toBe(true);
  await page.keyboard.type(`A-${tries}`);
  await dialog.getByRole('button', { name: 'Поповнити' }).click();
  await page.getByText('Баланс поповнено').first().waitFor();
  expect(await linesOf(app, id)).toHaveLength(1);
  await clicks.expectAtMost(3);
});

it('suspends with a reason by three clicks from the list', async () => {
  const { page } = desk;
  const { id, name } = await newClient('Боржник');
  await page.goto(site('/admin-panel/clients'));
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Призупинити' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Причина').waitFor();
  // The cursor is in the field.
  await page.keyboard.type('Скарга');
  expect(await dialog.getByLabel('Причина').inputValue()).toBe('Скарга');
  await dialog.getByRole('button', { name: 'Призупинити' }).click();
  await page.getByText('Клієнта призупинено').first().waitFor();
  expect((await clientRow(app, id)).status).toBe('blocked');
  await clicks.expectAtMost(3);
});

it('shows what happened last month on one screen, and marks the present one where months are chosen', async () => {
  const { page } = desk;
  await page.goto(site('/admin-panel'));
  await page.getByRole('link', { name: 'Гроші', exact: true }).click();
  await page.getByRole('link', { name: 'Звіти', exact: true }).click();
  for (const name of ['Зміни регулярного доходу', 'Від безкоштовного періоду до оплати', 'Звідки клієнти'])
    await page.getByRole('heading', { name }).waitFor();
  await clicks.expectAtMost(2);
  await page.locator('.report-period .ant-select').click();
  await page.getByTitle('Інший період').click();
  await page.locator('.report-period .ant-picker-input').first().click();
  const thisMonth = page.locator('.this-month[aria-current=date]');
  await thisMonth.first().waitFor();
  expect(await thisMonth.count()).toBe(1);
});

it('sends an email that didn’t arrive again by two clicks from the list', async () => {
  const { page } = desk;
  const { id, name } = await newClient('Без листа');
  const now = app.clock.now();
  const email = newId(now);
  await app.platform.database.db
    .insertInto('emails')
    .values({
      id: email,
      client_id: id,
      to_address: 'nobody@example.com',
      kind: 'top_up_receipt',
      locale: 'uk',
      subject: 'Ваш баланс поповнено',
      data: JSON.stringify({}),
      reason: 'top_up',
      status: 'failed',
      attempts: 1,
      error: '550 5.1.1 user unknown',
      message_id: `<${email}@example.com>`,
      created_at: now,
    })
    .execute();
  await page.goto(site('/admin-panel/clients'));
  await page.getByRole('link', { name }).click();
  await page.locator('.client-timeline').getByRole('button', { name: 'Надіслати ще раз' }).click();
  const emails = () =>
    app.platform.database.db.selectFrom('emails').select('id').where('client_id', '=', id).execute();
  await expect.poll(async () => (await emails()).length).toBe(2);
  await clicks.expectAtMost(2);
});

it('compares two tariffs on one screen, by one click', async () => {
  const { page } = desk;
  await page.goto(site('/admin-panel/tariffs'));
  await page.getByRole('link', { name: 'Порівняти' }).click();
  await page.waitForURL('**/tariffs/compare**');
  // The first two stand beside each other at once, whatever the order of the tariffs.
  await page.locator('.tariff-choice-pair .ant-select-selection-item').nth(1).waitFor();
  await page.locator('.tariff-difference tbody tr').first().waitFor();
  await clicks.expectAtMost(1);
  desk.expectNoComplaints();
});
