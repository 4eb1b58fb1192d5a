import type { Browser, CDPSession, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, startApp } from '#tests/support/app.ts';
import { openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { sellingGoods } from '#tests/support/cabinets/selling-goods.ts';
import { customerWithCabinet } from '#tests/support/people.ts';

/** A scanner that is faster than the server (docs/decisions/0299). */
let app: TestApp;
let browser: Browser;
let seller: Visitor;
let scanner: CDPSession;

beforeAll(async () => {
  app = await startApp();
  await sellingGoods(app);
  browser = await openBrowser();
  // The logo is a file of the built pages; a server that doesn't answer is part of the story.
  seller = await visitor(browser, 'desk', { expected: /\.svg$|\/sale/ });
  await openShop(seller.page);
  scanner = await seller.context.newCDPSession(seller.page);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const goods = [...'ABCDEFGHIJ'].map((letter, place) => ({
  name: `Товар ${letter}`,
  code: `48200000000${10 + place}`,
}));
const file = [
  'Назва;Ціна;Кількість;Код;Одиниця',
  ...goods.map(({ name, code }) => `${name};10;99;${code};`),
  'Сир;240;9,5;4820000000100;кг',
];

async function openShop(page: Page): Promise<void> {
  const { token } = await customerWithCabinet(app);
  const entered = await app.call('POST', '/api/cabinet/sign-in', { token });
  await page.goto(entered.body.data.url);
  await page.getByRole('link', { name: 'Імпортувати з файлу' }).click();
  await page
    .getByLabel('Файл із товарами')
    .setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\r\n')) });
  await page.getByRole('button', { name: 'Перевірити файл' }).click();
  await page.getByRole('button', { name: 'Імпортувати' }).click();
  await page.getByRole('heading', { name: /^Товарів: / }).waitFor();
}

/** The till with nothing in it, behind a connection on which each request takes 300 ms more. */
async function openTill(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto(new URL('/sale', page.url()).href);
  if ((await quantities(page)).length > 0) {
    await page.getByRole('button', { name: 'Очистити' }).click();
    await page.getByText('Чек очищено.').waitFor();
  }
  await page.route('**/sale', slowly);
}

const slowly = async (route: Route) => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  await route.continue().catch(() => undefined);
};

/** The server is silent until what this gives back is called. */
async function silence(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/sale', (route) => promise.then(() => slowly(route)));
  return resolve;
}

/** A scanner's keys, 5 ms apart by the events' own clock: a busy machine makes no hand of them. */
async function scan(code: string): Promise<void> {
  const keys = [...[...code].map((key) => ({ key, text: key })), { key: 'Enter', text: '\r' }];
  const began = Date.now() / 1000 - keys.length * 0.005;
  for (const [place, pressed] of keys.entries()) {
    const timestamp = began + place * 0.005;
    await scanner.send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed, timestamp });
    await scanner.send('Input.dispatchKeyEvent', { type: 'keyUp', key: pressed.key, timestamp });
  }
}

/** The lines, the newest first, as `name × quantity`. */
const quantities = (page: Page) =>
  page
    .locator('.lines li')
    .evaluateAll((lines) =>
      lines.map(
        (line) => `${line.querySelector('label')?.textContent} × ${line.querySelector('input')?.value}`,
      ),
    );
const codeOf = (letter: string) => goods.find(({ name }) => name.endsWith(letter))?.code ?? '';
const showsLines = (page: Page, lines: string[]) => expect.poll(() => quantities(page)).toEqual(lines);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

it('takes twenty scans without a pause, in their order, and sells after the last', async () => {
  const { page } = seller;
  await openTill(page);
  // Ten items, one after another and each once more: two of the last one in a row.
  const letters = [...'ABCDEFGHIJ', ...'ABCDEFGHI', 'I'];
  const answer = await silence(page);
  for (const letter of letters) await scan(codeOf(letter));
  await expect.poll(() => page.locator('#waiting').textContent()).toBe('20');
  answer();
  // What is pressed waits as well.
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByRole('heading', { name: /^Чек №/ }).waitFor();
  const sold = await page.locator('.sold li').allTextContents();
  const packed = sold.map((line) => line.replaceAll(/\s+/g, ' ').trim());
  expect(packed.map((line) => line.slice(0, 9).trim())).toEqual(
    [...'JABCDEFGHI'].map((letter) => `Товар ${letter} ${letter === 'J' ? 1 : letter === 'I' ? 3 : 2}`),
  );
  // Back leads to this receipt, and sells nothing twice.
  await page.goBack();
  await page.getByText('вдруге нічого не продано').waitFor();
  seller.expectNoComplaints();
});

it('takes scans while a quantity is focused or typed, and keeps what is typed while an answer is awaited', async () => {
  const { page } = seller;
  await openTill(page);
  await scan(codeOf('A'));
  await showsLines(page, ['Товар A × 1']);
  const bread = page.getByRole('textbox', { name: 'Кількість: Товар A' });
  await bread.click();
  await page.keyboard.type('3', { delay: 150 });
  await page.waitForTimeout(300);
  for (const letter of 'BCB') await scan(codeOf(letter));
  await showsLines(page, ['Товар B × 2', 'Товар C × 1', 'Товар A × 3']);
  await expect.poll(() => focused(page)).toBe('search');
  // A quantity that is typed while the next one is asked for.
  await scan(codeOf('D'));
  await bread.fill('12');
  await showsLines(page, ['Товар D × 1', 'Товар B × 2', 'Товар C × 1', 'Товар A × 12']);
  expect(await bread.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect
    .poll(async () => (await page.locator('.to-pay strong[data-total]').textContent())?.replace(/\s/g, ''))
    .toBe('160,00₴');
  // What is weighed asks for its weight; a scan goes on.
  await page.locator('#search').focus();
  await scan('4820000000100');
  const weight = page.getByRole('textbox', { name: 'Кількість, кг: Сир' });
  await weight.waitFor();
  await expect.poll(() => weight.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('0,5', { delay: 100 });
  await page.waitForTimeout(300);
  await scan(codeOf('E'));
  await showsLines(page, [
    'Товар E × 1',
    'Сир × 0,5',
    'Товар D × 1',
    'Товар B × 2',
    'Товар C × 1',
    'Товар A × 12',
  ]);
  // Weighed again, it waits for the next weight behind the first.
  await scan('4820000000100');
  await expect.poll(() => weight.inputValue()).toBe('0,5+');
  await expect.poll(() => weight.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('0,3', { delay: 100 });
  await expect.poll(() => weight.inputValue()).toBe('0,5+0,3');
  await page.keyboard.press('Enter');
  await expect.poll(() => weight.inputValue()).toBe('0,8');
  seller.expectNoComplaints();
});

it('takes a scan after a button was pressed, and buttons in their order', async () => {
  const { page } = seller;
  await openTill(page);
  await scan(codeOf('A'));
  const more = page.getByRole('button', { name: 'Збільшити кількість: Товар A' });
  await more.click();
  await more.click();
  await scan(codeOf('B'));
  await page.getByRole('button', { name: 'Прибрати з чека: Товар A' }).click();
  await scan(codeOf('A'));
  await showsLines(page, ['Товар A × 1', 'Товар B × 1']);
  expect(new URL(page.url()).searchParams.size).toBe(3);
  seller.expectNoComplaints();
});

it('names an unknown code, goes on with the next ones, and does not sell without being asked again', async () => {
  const { page } = seller;
  await openTill(page);
  await scan(codeOf('C'));
  await page.getByRole('button', { name: 'Продати' }).waitFor();
  const answer = await silence(page);
  for (const code of [codeOf('A'), '9990000000001', codeOf('B')]) await scan(code);
  await page.getByRole('button', { name: 'Продати' }).click();
  answer();
  await showsLines(page, ['Товар B × 1', 'Товар A × 1', 'Товар C × 1']);
  await page.getByText('Немає товару з кодом 9990000000001.').waitFor();
  expect(await page.getByRole('button', { name: 'Продати' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Зрозуміло' }).click();
  expect(await page.getByText('Немає товару з кодом').filter({ visible: true }).count()).toBe(0);
  // The last one is said where goods are offered.
  await scan('9990000000002');
  await page.getByText('9990000000002').waitFor();
  await expect.poll(() => page.locator('#search').inputValue()).toBe('9990000000002');
  seller.expectNoComplaints();
});

it('keeps what was scanned without a connection, over a loading of the page too, and says so', async () => {
  const { page, context } = seller;
  await openTill(page);
  await scan(codeOf('A'));
  await showsLines(page, ['Товар A × 1']);
  await context.setOffline(true);
  for (const letter of 'BCC') await scan(codeOf(letter));
  await page
    .getByText(`Сервер не відповідає. Ще не додано: ${codeOf('B')}, ${codeOf('C')}, ${codeOf('C')}.`)
    .waitFor();
  await showsLines(page, ['Товар A × 1']);
  await context.setOffline(false);
  await showsLines(page, ['Товар C × 2', 'Товар B × 1', 'Товар A × 1']);
  // The server is away instead of the connection.
  await page.unrouteAll();
  await page.route('**/sale', (route) => route.fulfill({ status: 503, body: '' }));
  await scan(codeOf('D'));
  await page.getByText('Сервер не відповідає').waitFor();
  await page.unrouteAll();
  await page.reload();
  await showsLines(page, ['Товар D × 1', 'Товар C × 2', 'Товар B × 1', 'Товар A × 1']);
  // What is not wanted any more is left out.
  await page.route('**/sale', (route) => route.fulfill({ status: 503, body: '' }));
  await scan(codeOf('E'));
  await page.getByRole('button', { name: 'Не додавати' }).click();
  await page.unrouteAll();
  await scan(codeOf('F'));
  await showsLines(page, ['Товар F × 1', 'Товар D × 1', 'Товар C × 2', 'Товар B × 1', 'Товар A × 1']);
  seller.expectNoComplaints();
});

it('empties a receipt at one touch, and brings it back as it was', async () => {
  const { page } = seller;
  await openTill(page);
  for (const letter of 'AAB') await scan(codeOf(letter));
  await showsLines(page, ['Товар B × 1', 'Товар A × 2']);
  await page.getByLabel('Отримано').fill('500');
  await page.getByRole('button', { name: 'Очистити' }).click();
  await page.getByRole('button', { name: 'Повернути товари в чек' }).click();
  await showsLines(page, ['Товар B × 1', 'Товар A × 2']);
  expect(await page.getByLabel('Отримано').inputValue()).toBe('500');
  seller.expectNoComplaints();
});

it('begins the next sale with what is scanned on the page of a receipt or the home page', async () => {
  const { page } = seller;
  await openTill(page);
  await scan(codeOf('A'));
  await showsLines(page, ['Товар A × 1']);
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByRole('heading', { name: /^Чек №/ }).waitFor();
  const answer = await silence(page);
  for (const letter of 'BCD') await scan(codeOf(letter));
  answer();
  await showsLines(page, ['Товар D × 1', 'Товар C × 1', 'Товар B × 1']);
  await page.goto(new URL('/', page.url()).href);
  await scan(codeOf('E'));
  await showsLines(page, ['Товар E × 1', 'Товар D × 1', 'Товар C × 1', 'Товар B × 1']);
  seller.expectNoComplaints();
});

it('keeps the page while the server does not answer a sale, and sells it once however often it is asked', async () => {
  const { page, context } = seller;
  await openTill(page);
  await scan(codeOf('G'));
  await showsLines(page, ['Товар G × 1']);
  await page.getByLabel('Отримано').fill('50');
  const sell = page.getByRole('button', { name: 'Продати' });
  const says = (text: string) => page.getByText(text).filter({ visible: true }).waitFor();
  await context.setOffline(true);
  await sell.click();
  await says('Ще нічого не продано');
  await context.setOffline(false);
  // The sale arrives and its answer does not.
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = async (...asked) => {
      window.fetch = fetch;
      await fetch(...asked);
      throw new TypeError('lost on its way');
    };
  });
  await sell.click();
  await says('невідомо, чи записано продаж');
  await showsLines(page, ['Товар G × 1']);
  expect(await page.getByLabel('Отримано').inputValue()).toBe('50');
  await sell.click();
  await page.getByRole('heading', { name: /^Чек №/ }).waitFor();
  await page.getByText('вдруге нічого не продано').waitFor();
  const made = await page.getByRole('heading', { name: /^Чек №/ }).textContent();
  await openTill(page);
  await scan(codeOf('H'));
  await showsLines(page, ['Товар H × 1']);
  await sell.dblclick();
  await page.getByRole('heading', { name: /^Чек №/ }).waitFor();
  const numberOf = (title: string | null) => Number(title?.replaceAll(/\D/g, ''));
  expect(numberOf(await page.getByRole('heading', { name: /^Чек №/ }).textContent())).toBe(
    numberOf(made) + 1,
  );
  await page.getByText('Продано.').waitFor();
  seller.expectNoComplaints();
});

it('says why it does not sell while scans wait, or after the session has ended', async () => {
  const { page, context } = seller;
  await openTill(page);
  await scan(codeOf('A'));
  await showsLines(page, ['Товар A × 1']);
  await page.unrouteAll();
  await page.route('**/sale', (route) => route.fulfill({ status: 503, body: '' }));
  await scan(codeOf('B'));
  await page.getByText(/Ще не додано/).waitFor();
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByText('відскановані коди ще не додано').filter({ visible: true }).waitFor();
  await page.unrouteAll();
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByText('Сеанс завершено').filter({ visible: true }).waitFor();
  await context.addCookies(cookies);
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByRole('heading', { name: /^Чек №/ }).waitFor();
  expect(await page.locator('.sold li').count()).toBe(2);
  seller.expectNoComplaints();
});

it('loses no code that is scanned while a sale is on its way, on its receipt, or while the till comes', async () => {
  const { page } = seller;
  await openTill(page);
  await scan(codeOf('A'));
  await showsLines(page, ['Товар A × 1']);
  await page.getByLabel('Отримано').fill('50');
  await page.getByRole('button', { name: 'Продати' }).click();
  // On their way, and without a pause while the page changes.
  for (const letter of 'BCDEFGHI') await scan(codeOf(letter));
  await showsLines(
    page,
    [...'IHGFEDCB'].map((letter) => `Товар ${letter} × 1`),
  );
  // What goes back to the customer before stays in sight.
  expect(await page.locator('#last').textContent()).toMatch(/^Чек № \d+ Решта: 40,00\s₴$/);
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByText('Продано.').waitFor();
  for (const letter of 'ABAB') await scan(codeOf(letter));
  await showsLines(page, ['Товар B × 2', 'Товар A × 2']);
  // The same from a receipt that was loaded by itself.
  await page.getByRole('button', { name: 'Очистити' }).click();
  await page.getByText('Чек очищено.').waitFor();
  await page.goto(new URL('/receipt?number=1', page.url()).href);
  for (const letter of 'CDEFGHIJ') {
    await scan(codeOf(letter));
    await page.waitForTimeout(40);
  }
  await showsLines(
    page,
    [...'JIHGFEDC'].map((letter) => `Товар ${letter} × 1`),
  );
  await page.goBack();
  await page.getByRole('heading', { name: 'Чек № 1' }).waitFor();
  seller.expectNoComplaints();
});

it('looks while one types, adds by keys, and sells without a mouse', async () => {
  const { page } = seller;
  await openTill(page);
  const search = page.locator('#search');
  await search.pressSequentially('сир', { delay: 60 });
  await expect.poll(() => page.locator('.offers li').count()).toBe(1);
  expect([await search.inputValue(), await quantities(page)]).toEqual(['сир', []]);
  // A scan behind what was typed is the code alone.
  await scan(codeOf('A'));
  await showsLines(page, ['Товар A × 1']);
  await expect.poll(() => search.inputValue()).toBe('');
  await search.pressSequentially('товар', { delay: 60 });
  await expect.poll(() => page.locator('.offers li').count()).toBe(10);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'])
    await page.keyboard.press(key);
  await showsLines(page, ['Товар B × 1', 'Товар A × 1']);
  await expect.poll(async () => [await focused(page), await search.inputValue()]).toEqual(['search', '']);
  // One that fits is added by Enter; a part of a code is none.
  await search.pressSequentially('товар c', { delay: 60 });
  await page.keyboard.press('Enter');
  await showsLines(page, ['Товар C × 1', 'Товар B × 1', 'Товар A × 1']);
  await search.pressSequentially('0000012', { delay: 200 });
  await page.keyboard.press('Enter');
  await page.waitForTimeout(600);
  expect((await quantities(page)).length).toBe(3);
  await search.fill('');
  const given = page.getByLabel('Отримано');
  const isOnSell = () => page.evaluate(() => document.activeElement?.getAttribute('value') === 'sell');
  await given.fill('20');
  await given.press('Enter');
  expect(await isOnSell()).toBe(false);
  await page.getByLabel('Знижка', { exact: true }).fill('5,50');
  await page.getByLabel('Знижка на чек у відсотках чи сумою').selectOption('amount');
  await page.getByText('−5,50').waitFor();
  expect(await page.getByRole('group', { name: 'Готівка' }).getByRole('button').allTextContents()).toEqual([
    'Без решти',
    ...['100', '200', '500', '1\u00a0000'].map((sum) => expect.stringMatching(`^${sum}\\s₴$`)),
  ]);
  await page.getByRole('button', { name: '100' }).click();
  expect([await given.inputValue(), await isOnSell()]).toEqual(['100', true]);
  await given.press('Enter');
  expect(await isOnSell()).toBe(true);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Продано.').waitFor();
  expect(await page.locator('.made .total').textContent()).toMatch(/75,50/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Новий продаж' }).waitFor();
  await expect.poll(() => focused(page)).toBe('search');
  seller.expectNoComplaints();
});

it('takes a code that is typed by hand with a pause as a whole', async () => {
  const { page } = seller;
  await openTill(page);
  const [code] = [codeOf('A')];
  for (const pause of [2, 3, 5]) {
    await page.locator('#search').pressSequentially(code.slice(0, pause), { delay: 30 });
    await page.waitForTimeout(500);
    await page.locator('#search').pressSequentially(code.slice(pause), { delay: 20 });
    await page.keyboard.press('Enter');
    await showsLines(page, [`Товар A × ${[2, 3, 5].indexOf(pause) + 1}`]);
  }
  seller.expectNoComplaints();
});

it('sells by keys alone: Enter leads from the empty search through the payment, and keys choose the way', async () => {
  const { page } = seller;
  await openTill(page);
  await scan(codeOf('A'));
  await showsLines(page, ['Товар A × 1']);
  const isOn = (selector: string) =>
    expect.poll(() => page.evaluate((one) => document.activeElement?.matches(one), selector)).toBe(true);
  // A scanner that sends two of them stays in the search.
  await page.locator('#search').focus();
  await scan(codeOf('B'));
  await page.keyboard.press('Enter');
  await showsLines(page, ['Товар B × 1', 'Товар A × 1']);
  await isOn('#search');
  await page.waitForTimeout(600);
  await page.keyboard.press('Enter');
  await isOn('[name="pay"][value="cash"]');
  // A scan goes on from there.
  await scan(codeOf('C'));
  await showsLines(page, ['Товар C × 1', 'Товар B × 1', 'Товар A × 1']);
  await page.waitForTimeout(600);
  await page.locator('#search').focus();
  await page.keyboard.press('Enter');
  await isOn('[name="pay"][value="cash"]');
  await page.keyboard.press('Enter');
  await isOn('#given');
  await page.keyboard.press('F10');
  await isOn('#cash');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await isOn('#given');
  await page.keyboard.press('F8');
  await isOn('#given');
  await page.keyboard.press('F9');
  await isOn('button[value="sell"]');
  await page.keyboard.press('Enter');
  await page.getByText('Продано.').waitFor();
  expect(await page.locator('.sums').allTextContents()).toEqual([expect.stringMatching(/Картка\s*30,00/)]);
  seller.expectNoComplaints();
});

it('sells after the first scan where it is asked to before its answer, and says why where it can not', async () => {
  const { page } = seller;
  await openTill(page);
  const answer = await silence(page);
  await scan(codeOf('A'));
  await page.keyboard.press('Control+Enter');
  answer();
  await page.getByText('Продано.').waitFor();
  await openTill(page);
  await page.keyboard.press('Control+Enter');
  await page.getByText('У чеку ще немає товарів.').waitFor();
  await scan('9990000000003');
  await page.keyboard.press('Control+Enter');
  await page.getByText('одного з кодів немає серед товарів').filter({ visible: true }).waitFor();
  seller.expectNoComplaints();
});

it('forgets that there was no connection once there is, and says why the cabinet was closed meanwhile', async () => {
  const { page, context } = seller;
  await openTill(page);
  await scan(codeOf('A'));
  await showsLines(page, ['Товар A × 1']);
  const says = (text: string) => page.getByText(text).filter({ visible: true });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Продати' }).click();
  await says('Немає з’єднання').waitFor();
  await context.setOffline(false);
  await expect.poll(() => says('Немає з’єднання').count()).toBe(0);
  await page.unrouteAll();
  const closed = '<main class="message" data-why="Роботу кабінету призупинив адміністратор."></main>';
  await page.route('**/sale', (route) =>
    route.fulfill({ status: 503, contentType: 'text/html; charset=utf-8', body: closed }),
  );
  await page.getByRole('button', { name: 'Продати' }).click();
  await says('Нічого не продано. Роботу кабінету призупинив адміністратор.').waitFor();
  await scan(codeOf('B'));
  await says(`Роботу кабінету призупинив адміністратор. Ще не додано: ${codeOf('B')}.`).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await showsLines(page, ['Товар B × 1', 'Товар A × 1']);
  seller.expectNoComplaints();
});
