import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locales } from '#contract/kernel/variants.ts';
import { type TestApp, startApp } from '#tests/support/app.ts';
import { fitsItsWidth, openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { sellingGoods } from '#tests/support/cabinets/selling-goods.ts';
import { customerWithCabinet } from '#tests/support/people.ts';

/** The receipt of a sale on the screens of laptops, where it once showed a single line, and how it counts. */
let app: TestApp;
let browser: Browser;
let seller: Visitor;

beforeAll(async () => {
  app = await startApp();
  await sellingGoods(app);
  browser = await openBrowser();
  // The logo is a file of the built pages; sales that are refused are part of the story.
  seller = await visitor(browser, 'desk', { expected: /\.svg$|\/sale$/ });
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

/** Enters a new cabinet and imports the goods of a file. */
async function openShop(page: Page, lines: string): Promise<void> {
  const { token } = await customerWithCabinet(app);
  const entered = await app.call('POST', '/api/cabinet/sign-in', { token });
  await page.goto(entered.body.data.url);
  await page.getByRole('link', { name: 'Імпортувати з файлу' }).click();
  await page
    .getByLabel('Файл із товарами')
    .setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
  await page.getByRole('button', { name: 'Перевірити файл' }).click();
  await page.getByRole('button', { name: 'Імпортувати' }).click();
  await page.getByRole('heading', { name: /^Товарів: / }).waitFor();
}

it('shows the newest lines, the sum and the button of seven goods on a laptop, and scrolls the page of a lower one', async () => {
  const { page } = seller;
  await openShop(page, file);
  await page.getByRole('link', { name: 'Продаж' }).click();
  for (const name of names) {
    await page.getByRole('button', { name: `Додати до чека: ${name}` }).click();
    await page.getByRole('textbox', { name: `Кількість: ${name}` }).waitFor();
  }
  const lines = page.locator('.lines li');
  const counted = page.locator('.basket');
  await counted.getByText('Товарів: 7').waitFor();
  expect(await lines.locator('> label').allTextContents()).toEqual(names.toReversed());

  // A line that is chosen again is the first one; one that is counted up stays where it is.
  await page.getByRole('button', { name: 'Додати до чека: Кава' }).click();
  await counted.getByText('Товарів: 8').waitFor();
  await page.getByRole('button', { name: 'Збільшити кількість: Хліб' }).click();
  await counted.getByText('Товарів: 9').waitFor();
  expect((await lines.locator('> label').allTextContents()).slice(0, 3)).toEqual(['Кава', 'Цукор', 'Хліб']);
  await page.getByLabel('Отримано').fill('20000');
  await page.locator('.total').filter({ hasText: 'Решта' }).waitFor();

  for (const [width, height, lines] of [
    [1366, 768, 5],
    [1280, 720, 4],
  ] as const) {
    await page.setViewportSize({ width, height });
    const laptop = await seen(page);
    expect(laptop).toMatchObject({ scrolls: true, sum: true, button: true });
    expect(laptop.whole).toBeGreaterThanOrEqual(lines);
    for (const line of laptop.heights) expect(line >= 44 && line <= 56).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 600 });
  expect(await seen(page)).toMatchObject({ scrolls: false, sum: true, button: true });
  seller.expectNoComplaints();
});

it('counts a weight, a discount and the change while they are typed, and forgets an error that is typed over', async () => {
  const { page } = seller;
  await page.setViewportSize({ width: 1280, height: 720 });
  await openShop(page, 'Назва;Ціна;Кількість;Одиниця\r\nСир;240;5,5;кг\r\nХліб;30;9;\r\n');
  await page.getByRole('link', { name: 'Продаж' }).click();
  for (const name of ['Хліб', 'Сир'])
    await page.getByRole('button', { name: `Додати до чека: ${name}` }).click();
  const weight = page.getByLabel('Кількість, кг: Сир');
  // What is weighed asks for its weight; Enter leads back to the search.
  await weight.waitFor();
  await expect.poll(() => weight.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('0,7');
  await page.keyboard.press('Enter');
  await page.waitForURL(/=0\.7&/);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('search');
  // What is scanned or typed next takes the place of what was looked for.
  for (const word of ['Сирник', 'Хлібець']) {
    await page.keyboard.type(word);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('search') === word);
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(word);
  }
  const row = (name: string) => page.locator('.to-pay .total:visible').filter({ hasText: name });
  const packed = (text: string | null) => text?.replaceAll(/\s/g, '');
  const says = (name: string, sum: string) =>
    expect.poll(async () => packed(await row(name).textContent())).toBe(packed(name + sum));
  expect(await page.getByRole('button', { name: 'Порахувати' }).count()).toBe(0);
  const line = page.locator('.lines li').filter({ hasText: 'Сир' }).locator('.amount');
  // A point counts as a comma, and what is no weight counts nothing.
  for (const [typed, sum, all] of [
    ['0.35', '84,00 ₴', '114,00 ₴'],
    ['0,3555', '', '30,00 ₴'],
    ['0,355', '85,20 ₴', '115,20 ₴'],
  ] as const) {
    await weight.fill(typed);
    await says('Разом', all);
    expect(packed(await line.textContent())).toBe(packed(`${sum}240,00 ₴/кг`));
  }
  await page.getByLabel('Отримано').fill('50');
  await says('Не вистачає', '65,00 ₴');
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByText(/^Не вистачає 65,00\s₴$/).waitFor();
  await page.getByLabel('Отримано').fill('200');
  await says('Решта', '85,00 ₴');
  expect(
    await page
      .getByText(/^Не вистачає/)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  await page.getByLabel('Знижка', { exact: true }).fill('10');
  await says('Разом', '103,68 ₴');
  await says('Готівкою, заокруглено', '103,50 ₴');
  await says('Решта', '96,50 ₴');
  // What is typed stays with the sale, also when nothing is added after it.
  await page.keyboard.press('Tab');
  await page.waitForURL(/discount=10/);
  await page.goto(new URL('/goods', page.url()).href);
  await page.goto(new URL('/sale', page.url()).href);
  await says('Разом', '103,68 ₴');
  // A card takes no cash; back in cash the change is there again.
  await page.getByRole('radio', { name: 'Картка' }).check();
  await expect.poll(() => row('Решта').count()).toBe(0);
  await page.getByRole('radio', { name: 'Готівка' }).check();
  await says('Решта', '96,50 ₴');
  // In two parts, the change is that of the cash, and the card pays the rest.
  await page.getByRole('radio', { name: 'Змішано' }).check();
  // What was handed over for all of it is not carried over, and no change is due before the part is known.
  expect([await row('Решта').count(), await page.getByLabel('Отримано').inputValue()]).toEqual([0, '']);
  await page.getByLabel('Отримано').fill('200');
  expect(await row('Решта').count()).toBe(0);
  await page.getByLabel('Готівкою, ₴').fill('50');
  await says('Карткою', '53,68 ₴');
  await says('Решта', '150,00 ₴');
  await page.getByRole('radio', { name: 'Готівка' }).check();
  await says('Решта', '96,50 ₴');
  // What is no discount is refused at once, at its field.
  for (const wrong of ['7,5', '150']) {
    await page.getByLabel('Знижка', { exact: true }).fill(wrong);
    await page.getByText(/^Ціле число відсотків від 0 до 100 або сума до 115,20\s₴$/).waitFor();
    expect(await page.locator('#discount').getAttribute('aria-describedby')).toBe('discount-note');
  }
  await page.getByLabel('Знижка', { exact: true }).fill('10');
  expect(await page.locator('#discount[aria-invalid], #discount-note:visible').count()).toBe(0);
  await says('Решта', '96,50 ₴');
  // A discount of a line, in percent and as an amount.
  await page.getByRole('button', { name: 'Знижка на товар: Хліб' }).click();
  const own = page.getByRole('textbox', { name: 'Знижка на товар: Хліб' });
  await own.waitFor();
  await expect.poll(() => own.evaluate((field) => field === document.activeElement)).toBe(true);
  await own.fill('50');
  await says('Разом', '90,18 ₴');
  await page.getByRole('combobox', { name: 'чи сумою: Хліб' }).selectOption('₴');
  await says('Разом', '103,68 ₴');
  await own.fill('5,20');
  await says('Разом', '99,00 ₴');
  await page.getByRole('button', { name: 'Знижка на товар: Хліб' }).click();
  await says('Разом', '103,68 ₴');
  // More than there is is said while it is typed, and again when it is not to be sold.
  const short = page.getByText(/^Залишилося: 5,5\sкг/);
  await weight.fill('5,5');
  expect(await short.filter({ visible: true }).count()).toBe(0);
  await weight.fill('7');
  await short.waitFor();
  await page.getByLabel('Отримано').fill('2000');
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByText('Нічого не продано').waitFor();
  await short.waitFor();
  await weight.fill('1,25');
  expect(
    await page
      .getByText(/^Залишилося/)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByText(/^1,250\sкг × 240,00\s₴$/).waitFor();
  await page.getByText(/^297,00\s₴$/).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /Продано.*Решта.*1\s703,00\s₴/s })
    .waitFor();
  // Back shows no goods to sell again.
  await page.goBack();
  await page.getByText('вдруге нічого не продано').waitFor();

  // The money of a return follows what is typed; Enter leads to its button and hands nothing back.
  await page.getByText('Повернути товари').click();
  const back = page.getByRole('textbox', { name: 'Сир' });
  await back.fill('2');
  await page.getByText(/^Можна повернути не більше ніж 1,250\sкг$/).waitFor();
  expect(await page.getByRole('button', { name: /^Повернути все/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Повернути \d/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Порахувати' }).count()).toBe(0);
  await back.fill('0,25');
  const give = page.getByRole('button', { name: /^Повернути 54,00\s₴ готівкою$/ });
  await give.waitFor();
  await back.press('Enter');
  await expect.poll(() => give.evaluate((button) => button === document.activeElement)).toBe(true);
  await give.click();
  await page.getByText(/^−54,00\s₴$/).waitFor();

  // Everything is filled in first, and handed back by the button that says the sum.
  await page.getByText('Повернути товари').click();
  await page.getByRole('button', { name: /^Повернути все/ }).click();
  expect(await back.inputValue()).toBe('1');
  await page.getByRole('button', { name: /^Повернути [\d\s]+,\d\d\s₴ готівкою$/ }).waitFor();
  seller.expectNoComplaints();
});

it('counts by a button and Enter where no scripts run', async () => {
  const { page, context } = seller;
  await openShop(page, 'Назва;Ціна;Кількість;Одиниця\r\nСир;240;5,5;кг\r\n');
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
  });
  plain.setDefaultTimeout(60_000);
  const silent = await plain.newPage();
  await silent.goto(new URL('/sale', page.url()).href);
  await silent.getByRole('button', { name: 'Додати до чека: Сир' }).click();
  await silent.getByLabel('Кількість, кг: Сир').fill('0,35');
  await silent.getByLabel('Отримано').fill('100');
  await silent.getByRole('button', { name: 'Порахувати' }).click();
  const change = silent.locator('.to-pay .total:visible').filter({ hasText: 'Решта' });
  await change.getByText(/^16,00\s₴$/).waitFor();
  await silent.getByLabel('Отримано').fill('90');
  await silent.keyboard.press('Enter');
  await change.getByText(/^6,00\s₴$/).waitFor();
  await plain.close();
});

it('breaks no sum and no word with letters of twice the size on a narrow phone', async () => {
  const { page } = seller;
  await page.setViewportSize({ width: 360, height: 740 });
  await openShop(page, 'Назва;Ціна;Кількість;Одиниця\r\nСир кисломолочний;12345,67;5,5;кг\r\n');
  const large = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  /** The texts of these that take more lines than their words need. */
  const broken = (selector: string) =>
    page.locator(selector).evaluateAll((places) =>
      places
        .filter((place) => {
          const range = document.createRange();
          range.selectNodeContents(place.lastChild ?? place);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8)));
          return (
            lines.size > (place.matches('h1, bdi, label') ? place.textContent.trim().split(/\s+/).length : 1)
          );
        })
        .map((place) => place.textContent),
    );
  await page.goto(new URL('/sale', page.url()).href);
  await page.getByRole('button', { name: 'Додати до чека' }).click();
  await page.getByLabel('Кількість, кг').fill('5,123');
  await large();
  expect(await broken('h1, bdi, .pay label, .total strong, [data-sum]')).toEqual([]);
  expect(await fitsItsWidth(page)).toBe(true);
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByRole('heading', { name: /^Чек №/ }).waitFor();
  await large();
  expect(await broken('h1, bdi, .total strong, .amount')).toEqual([]);
  expect(await fitsItsWidth(page)).toBe(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Головна' }).click();
  await page.getByText('1 чек · учора').waitFor();
  await large();
  expect(await broken('h1, bdi, .figure')).toEqual([]);
  expect(await fitsItsWidth(page)).toBe(true);
  // The bar has what one does every day; the shop's details are in the person's menu.
  expect(
    await page.getByRole('navigation').getByRole('link', { name: 'Налаштування магазину' }).count(),
  ).toBe(0);
  await page.locator('.site-menu.person summary').click();
  await page.locator('.site-menu.person').getByRole('link', { name: 'Налаштування магазину' }).click();
  await page.getByRole('heading', { name: 'Налаштування магазину' }).waitFor();
});

it('keeps all pages in the row of a phone, and the ways of paying in one, in every language', async () => {
  const { page } = seller;
  await page.setViewportSize({ width: 360, height: 780 });
  await openShop(page, 'Назва;Ціна;Кількість\r\nСир;240;5\r\n');
  await page.goto(new URL('/sale', page.url()).href);
  await page.getByRole('button', { name: 'Додати до чека: Сир' }).click();
  await page.locator('.lines li').waitFor();
  for (const locale of locales) {
    await page.locator('.languages summary').click();
    await page.locator(`.languages button[value="${locale}"]`).click();
    await page.locator(`html[lang="${locale}"]`).waitFor();
    const rows = await page.evaluate(() =>
      ['.site-pages', '.pay'].map((selector) => {
        const row = document.querySelector(selector) ?? document.body;
        const shown = [...row.querySelectorAll('a, label')].filter((one) => one.checkVisibility());
        const tops = shown.map((one) => one.getBoundingClientRect().top);
        return { isWhole: row.scrollWidth <= row.clientWidth, rows: new Set(tops).size };
      }),
    );
    expect([locale, ...rows]).toEqual([locale, { isWhole: true, rows: 1 }, { isWhole: true, rows: 1 }]);
  }
  seller.expectNoComplaints();
});
