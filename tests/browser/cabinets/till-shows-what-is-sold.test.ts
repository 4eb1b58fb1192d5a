import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, startApp } from '#tests/support/app.ts';
import { openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { sellingGoods } from '#tests/support/cabinets/selling-goods.ts';
import { customerWithCabinet } from '#tests/support/people.ts';

/** The receipt of a sale on the screens of laptops, where it once showed a single line. */
let app: TestApp;
let browser: Browser;
let seller: Visitor;

beforeAll(async () => {
  app = await startApp();
  await sellingGoods(app);
  browser = await openBrowser();
  // The logo is a file of the built pages.
  seller = await visitor(browser, 'desk', { expected: /\.svg$/ });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const names = ['Вода', 'Кава', 'Молоко', 'Сир', 'Сіль', 'Хліб', 'Цукор'];
const file = ['Назва;Ціна;Кількість', ...names.map((name) => `${name};1 250,50;9`)].join('\r\n');

/** What is seen of the receipt: its whole lines and their heights, and whether the sum and the button are in sight. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const list = document.querySelector('.lines') ?? document.body;
    const bottom = Math.min(list.getBoundingClientRect().bottom, innerHeight);
    const boxes = [...list.querySelectorAll('li')].map((line) => line.getBoundingClientRect());
    const isInSight = (selector: string) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return box !== undefined && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
    };
    return {
      whole: boxes.filter((box) => box.bottom <= bottom).length,
      heights: boxes.map(({ height }) => Math.round(height)),
      scrolls: list.scrollHeight > list.clientHeight,
      sum: isInSight('.total'),
      button: isInSight('button[value="sell"]'),
    };
  });

it('shows the newest lines, the sum and the button of seven goods on a laptop, and scrolls the page of a lower one', async () => {
  const { page } = seller;
  const { token } = await customerWithCabinet(app);
  const entered = await app.call('POST', '/api/cabinet/sign-in', { token });
  await page.goto(entered.body.data.url);
  await page.getByRole('link', { name: 'Імпортувати з файлу' }).click();
  await page
    .getByLabel('Файл з товарами')
    .setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Перевірити файл' }).click();
  await page.getByRole('button', { name: 'Імпортувати' }).click();
  await page.getByRole('link', { name: 'Продаж' }).click();
  for (const name of names) {
    await page.getByRole('button', { name: `Додати до чека: ${name}` }).click();
    await page.getByRole('textbox', { name: `Кількість: ${name}` }).waitFor();
  }
  const lines = page.locator('.lines li');
  const counted = page.locator('.basket');
  await counted.getByText('Товарів: 7').waitFor();
  expect(await lines.locator('label').allTextContents()).toEqual(names.toReversed());

  // A line that is chosen again is the first one; one that is counted up stays where it is.
  await page.getByRole('button', { name: 'Додати до чека: Кава' }).click();
  await counted.getByText('Товарів: 8').waitFor();
  await page.getByRole('button', { name: 'На одну більше: Хліб' }).click();
  await counted.getByText('Товарів: 9').waitFor();
  expect((await lines.locator('label').allTextContents()).slice(0, 3)).toEqual(['Кава', 'Цукор', 'Хліб']);
  await page.getByLabel('Отримано').fill('20000');
  await page.getByRole('button', { name: 'Порахувати' }).click();
  await page.locator('.total').filter({ hasText: 'Решта' }).waitFor();

  for (const [width, height] of [
    [1366, 768],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    const laptop = await seen(page);
    expect(laptop).toMatchObject({ scrolls: true, sum: true, button: true });
    expect(laptop.whole).toBeGreaterThanOrEqual(4);
    for (const line of laptop.heights) expect(line >= 44 && line <= 56).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 600 });
  expect(await seen(page)).toMatchObject({ scrolls: false, sum: true, button: true });
  seller.expectNoComplaints();
});
