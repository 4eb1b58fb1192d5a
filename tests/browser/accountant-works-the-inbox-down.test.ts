import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { fitsItsWidth, openBrowser, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn } from '#tests/support/browser/sign-in.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import { privatbankFile } from '#tests/support/money/statements.ts';
import { confirmedCustomer, staffMember } from '#tests/support/people.ts';

/**
 * An accountant imports the bank's file, books what is certain by one act, and the rest by keys, one of them wrongly;
 * then looks at the month, closes it, and opens it again.
 */
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

const balanceOf = async (id: string) =>
  (
    await app.platform.database.db
      .selectFrom('clients')
      .select('balance')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.balance;

it('imports a file, books all certain lines, works the rest down by keys and undoes one, and closes the month', async () => {
  const accountant = await staffMember(app, {
    permissions: ['payments.write', 'payments.close', 'clients.read'],
  });
  const client = await confirmedCustomer(app);
  const other = await confirmedCustomer(app, { ident: '3216549870', name: 'Олена Коваль' });
  const year = app.clock.now().getUTCFullYear();
  const { number } = await openProforma(app, client.id, { year });
  const date = `01.01.${year}`;
  const file = privatbankFile([
    { date, amount: '500.00', purpose: `Оплата за рахунком ${number}`, reference: '1' },
    {
      date,
      amount: '120.00',
      purpose: 'За послуги',
      code: '3216549870',
      name: 'КОВАЛЬ ОЛЕНА',
      reference: '2',
    },
    { date, amount: '7.50', purpose: 'Вiдсотки', name: 'АТ "БАНК"', reference: '3' },
    { date, amount: '-20.00', purpose: 'Комiсiя', reference: '4' },
  ]);
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk', { expected: /\/favicon/ });
  const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;
  await beSignedIn(page, app, accountant);
  await page.goto(site('/admin-panel/money/inbox'));
  await page.getByText('Нерозібраних платежів немає').waitFor();

  await page.getByRole('link', { name: 'Імпортувати виписку' }).click();
  const upload = { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.content, 'base64') };
  await page.locator('input[type=file]').setInputFiles(upload);
  await page.getByText('ПриватБанк, CSV').waitFor();
  await page.getByRole('button', { name: 'Імпортувати 3 нові операції' }).click();
  await page.getByRole('heading', { name: 'Імпортовано 3 операції' }).waitFor();
  // What became of each part, and the way to what waits.
  await page.getByRole('link', { name: 'Можна зарахувати одразу: 1' }).waitFor();
  await page.getByText('Вихідні, пропущено').waitFor();
  await page.getByRole('link', { name: 'Потребують рішення: 2' }).click();
  await page.getByText('Лише гроші з однієї виписки.').waitFor();
  const order = page.getByRole('combobox', { name: 'Порядок' });
  await order.press('Enter');
  await page.getByTitle('Спершу менші суми').click();
  await expect.poll(() => page.locator('.inbox-line strong').first().innerText()).toMatch(/^7,50/);
  await page.getByRole('link', { name: 'Показати всі' }).click();

  await page.getByText('Не розібрано 3 платежі на').waitFor();
  await page.getByText('сума збігається, номер рахунку в призначенні').waitFor();
  const bookAll = async () => {
    await page.getByRole('button', { name: /Зарахувати всі точні збіги: 1/ }).click();
    const question = page.locator('.ant-modal-confirm', { hasText: 'Зарахувати 1 точний збіг на 500,00' });
    await question.getByRole('button', { name: 'Зарахувати', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByText('Не розібрано 2 платежі на').waitFor();
    expect(await balanceOf(client.id)).toBe(50_000);
  };
  await bookAll();
  await page.getByRole('button', { name: 'Скасувати дію', exact: true }).click();
  await page.getByText(/^Скасовано 1 зарахування на 500,00/).waitFor();
  await page.getByText('Не розібрано 3 платежі на').waitFor();
  expect(await balanceOf(client.id)).toBe(0);
  await bookAll();

  // By keys alone: the line with a likely match is found, booked after a question, taken back and booked again.
  await page.locator('.inbox-line', { hasText: 'КОВАЛЬ ОЛЕНА' }).focus();
  await page.keyboard.press('Enter');
  // The safe answer has the focus: Enter twice credits nothing.
  await page.locator('.ant-modal-confirm button:focus', { hasText: 'Скасувати' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.ant-modal-confirm').waitFor({ state: 'detached' });
  await page.getByText('зараховано: Олена Коваль').waitFor();
  await page.getByText('Не розібрано 1 платіж на').waitFor();
  expect(await balanceOf(other.id)).toBe(12_000);
  await page.keyboard.press('u');
  await page.getByText('Не розібрано 2 платежі на').waitFor();
  expect(await balanceOf(other.id)).toBe(0);
  // The same client, found by hand without a mouse.
  await page.locator('.inbox-line', { hasText: 'КОВАЛЬ ОЛЕНА' }).focus();
  await page.keyboard.press('f');
  await page.locator('[role=dialog] input:focus').waitFor();
  await page.keyboard.type('3216549870');
  await page.locator('[role=dialog] li', { hasText: 'Олена Коваль' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('[role=dialog] button:focus', { hasText: 'баланс' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Не розібрано 1 платіж на').waitFor();
  expect(await balanceOf(other.id)).toBe(12_000);

  // Keys mean something else while the dialog before is closing.
  await expect
    .poll(async () => {
      await page.keyboard.press('i');
      return page.getByLabel('Причина').isVisible();
    })
    .toBe(true);
  await page.getByLabel('Причина').fill('Відсотки банку');
  await page.keyboard.press('Enter');
  await page.getByText('Нерозібраних платежів немає').waitFor();
  await page.getByText('Відкладено', { exact: true }).click();
  await page.getByText('Відсотки банку').waitFor();

  await page.goto(site(`/admin-panel/money/month?month=${year}-01`));
  const closing = page.locator('tr', { hasText: 'На кінець місяця' });
  await closing.getByText('620,00').waitFor();
  await page.getByRole('button', { name: 'Закрити місяць' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрити місяць' }).click();
  await page.getByText(/Закрито: .+/).waitFor();
  await page.locator('tr', { hasText: 'Поповнення через банк' }).getByRole('link').click();
  await page.locator('.ledger-sums').getByText('1 240,00').first().waitFor();
  expect(await page.locator('.ant-table-row').count()).toBe(4);
  await page.goBack();
  await page.getByRole('button', { name: 'Відкрити знову' }).click();
  await page.getByLabel('Причина').fill('Ще один рахунок');
  await page.getByRole('dialog').getByRole('button', { name: 'Відкрити знову' }).click();
  await page.getByText('Місяць знову відкрито').waitFor();
  expect(await app.platform.database.db.selectFrom('closed_months').selectAll().execute()).toEqual([]);

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await fitsItsWidth(page)).toBe(true);
  expectNoComplaints();
  await context.close();
});
