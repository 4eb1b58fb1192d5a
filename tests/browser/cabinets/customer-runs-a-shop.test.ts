import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, startApp } from '#tests/support/app.ts';
import { fitsItsWidth, openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { sellingGoods } from '#tests/support/cabinets/selling-goods.ts';
import { customerWithCabinet } from '#tests/support/people.ts';

/** A shop's first day in the reference cabinet, on a phone: from nothing to the day's sales. */
let app: TestApp;
let browser: Browser;
let owner: Visitor;

beforeAll(async () => {
  app = await startApp();
  await sellingGoods(app);
  browser = await openBrowser();
  // The logo is a file of the built pages.
  owner = await visitor(browser, 'phone', { expected: /\.svg$/ });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Headings, prices and quantities of the table that take more than one line. */
const brokenCells = (page: Page) =>
  page.locator('table').evaluate((table) =>
    [...table.querySelectorAll('thead th:not(:last-child), td:not(:first-child)')]
      .filter((cell) => cell.querySelector('a, button') === null)
      .map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return tops.size > 1 ? cell.textContent : '';
      })
      .filter((text) => text !== ''),
  );

/** What of a receipt's page is printed: the receipt, what stands beside it, what is around both. */
async function onPaper(page: Page): Promise<Record<'receipt' | 'beside' | 'page', boolean>> {
  await page.emulateMedia({ media: 'print' });
  const seen = {
    receipt: await page.locator('.receipt').isVisible(),
    beside: await page.locator('aside').isVisible(),
    page: await page.getByRole('link', { name: 'Продаж' }).first().isVisible(),
  };
  await page.emulateMedia({ media: 'screen' });
  return seen;
}

const file = 'Назва;Ціна;Кількість;Код\r\nХліб;32,50;10;482\r\nСіль;20;2;\r\nМило;31;5;\r\n';

it('leads from the first step by a file and a sale to a receipt, which can be taken back', async () => {
  const { page } = owner;
  const { token } = await customerWithCabinet(app);
  const entered = await app.call('POST', '/api/cabinet/sign-in', { token });
  await page.goto(entered.body.data.url);
  await page.getByRole('heading', { name: 'З чого почати' }).waitFor();
  await page.getByRole('link', { name: 'Імпортувати з файлу' }).click();
  await page
    .getByLabel('Файл із товарами')
    .setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Перевірити файл' }).click();
  await page.getByText('Буде додано: 3, змінено: 0.').waitFor();
  await page.getByRole('button', { name: 'Імпортувати' }).click();
  await page.getByRole('heading', { name: /^Товарів: 3/ }).waitFor();
  expect(await fitsItsWidth(page)).toBe(true);

  await page.getByRole('link', { name: 'Продаж' }).click();
  await page.getByRole('button', { name: 'Додати до чека: Хліб' }).click();
  await page.getByRole('searchbox').fill('482');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Кількість: Хліб' }).waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Кількість: Хліб' }).inputValue()).toBe('2');
  await page.getByRole('button', { name: 'Додати до чека: Сіль' }).click();
  await page.getByRole('textbox', { name: 'Кількість: Сіль' }).waitFor();
  await page.getByLabel('Отримано').fill('100');
  await page
    .locator('.total')
    .filter({ hasText: /Решта\s*15,00\s₴/ })
    .waitFor();
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByRole('heading', { name: 'Чек № 1' }).waitFor();
  await page
    .locator('.total')
    .getByText(/^85,00\s₴$/)
    .waitFor();
  expect(await fitsItsWidth(page)).toBe(true);

  // On a phone what begins the next sale is in sight, however long the receipt is.
  const next = page.getByRole('link', { name: 'Новий продаж' });
  await page.evaluate(() => scrollTo(0, 0));
  const box = await next.boundingBox();
  expect(box && box.y + box.height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);

  await page.evaluate(() => {
    window.print = () => void (document.title = 'printed');
  });
  await page.getByRole('button', { name: 'Надрукувати' }).click();
  await expect.poll(() => page.title()).toBe('printed');
  expect(await onPaper(page)).toEqual({ receipt: true, beside: false, page: false });

  await page.getByText('Скасувати продаж').click();
  await page.getByRole('button', { name: 'Так, скасувати' }).click();
  await page.getByRole('status').filter({ hasText: 'Продаж скасовано' }).waitFor();
  await page.getByRole('link', { name: '← Чеки' }).click();
  await page.getByText('0 чеків').waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  await page.getByRole('row').filter({ hasText: 'скасовано' }).waitFor();

  await page.goto(new URL('/goods', page.url()).href);
  expect(await brokenCells(page)).toEqual([]);
  // What came in has its item in sight.
  await page.getByRole('link', { name: 'Надходження: Сіль' }).click();
  const tops = () =>
    page.locator('h1, #delivered').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  await expect.poll(async () => (await tops()).every((top) => top >= 0)).toBe(true);
  await page.goBack();
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await brokenCells(page)).toEqual([]);
  expect(await fitsItsWidth(page)).toBe(true);
  await page.getByRole('link', { name: 'Продати: Мило' }).click();
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByRole('heading', { name: 'Чек № 2' }).waitFor();
  await page.getByRole('link', { name: 'Головна' }).click();
  await page.getByText('1 чек · учора').waitFor();
  // Two pieces are few.
  await page.getByRole('link', { name: 'Сіль' }).waitFor();
  owner.expectNoComplaints();
});
