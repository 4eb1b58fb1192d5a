import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { fitsItsWidth, openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn } from '#tests/support/browser/sign-in.ts';
import { customerWithCabinet, password, type Person, staffMember } from '#tests/support/people.ts';

/**
 * Money that finds its owner, as one story: a customer's proforma on a phone, the transfer that staff find by its
 * number and book, and a second proforma that is paid online. Each step continues the one before.
 */
let app: TestApp;
let browser: Browser;
let phone: Visitor;
let desk: Visitor;
let client: Person;

beforeAll(async () => {
  app = await startApp({ PAYMENTS: 'test' });
  browser = await openBrowser();
  client = await customerWithCabinet(app, { name: 'Кав’ярня' });
  const { token } = await staffMember(app);
  const account = 'UA213223130000026007233566001';
  const value = { name: 'Оператор', code: '32855961', bank: 'Банк', account, address: '', vat_number: '' };
  const body = { key: 'company_details', value };
  await app.call('POST', '/api/admin/settings', { token, body });
  phone = await visitor(browser, 'phone');
  desk = await visitor(browser, 'desk');
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;
const documents = () =>
  app.platform.database.db
    .selectFrom('documents')
    .select(['number', 'status', 'paid_amount'])
    .orderBy('number')
    .execute();
const line = (number: string) => phone.page.locator('li', { hasText: number });

it('makes a proforma of one’s own, which is in the list at once', async () => {
  const { page } = phone;
  await page.goto(site('/client/login?redirect=/account/wallet'));
  await page.locator('input[name=email]').fill(client.email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  // The code of a transfer is of the amount that stands in the field, and of no other.
  await page.getByRole('radio', { name: /^Банківський переказ/ }).check();
  for (const [typed, said] of [
    ['1194', '1 194,00 ₴'],
    ['300', '300,00 ₴'],
  ] as const) {
    await page.locator('input[name=amount]').fill(typed);
    await page.locator('.qr figcaption', { hasText: said }).waitFor();
  }
  await page.getByRole('radio', { name: /^Рахунок для бухгалтера/ }).check();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Завантажити рахунок (PDF)' }).click();
  const [document] = await Promise.all([documents(), file]).then(() => documents());
  expect((await file).suggestedFilename()).toBe(`${document?.number}.pdf`);
  await line(document?.number ?? '')
    .getByText('сплатити до')
    .waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
});

it('is found by the number as a bank wrote it, and books the transfer to its proforma', async () => {
  const { page } = desk;
  const [document] = await documents();
  const written = document?.number.replace('PF-', 'РF ').replaceAll('-', ' ') ?? '';
  const cashier = await staffMember(app, {
    permissions: ['clients.read', 'clients.replenish', 'payments.read'],
  });
  await beSignedIn(page, app, cashier);
  await page.goto(site('/admin-panel/clients'));
  await page.getByRole('button', { name: 'Пошук' }).click();
  await page.keyboard.type(written);
  await page.getByRole('dialog').getByText('Кав’ярня').first().click();
  await page.waitForURL(`**/clients/show/${client.id}*`);
  await page.goto(site(`/admin-panel/clients/show/${client.id}?tab=money&open=replenish`));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Переказ', { exact: true }).click();
  // The only open one is filled in.
  await expect.poll(() => dialog.getByLabel('Рахунок', { exact: true }).inputValue()).toBe(document?.number);
  await expect.poll(() => dialog.getByLabel('Сума', { exact: true }).inputValue()).toBe('300');
  await dialog.getByRole('button', { name: 'Поповнити' }).click();
  await page.getByText('Баланс поповнено').first().waitFor();
  expect(await documents()).toMatchObject([{ status: 'paid', paid_amount: 30_000 }]);
  desk.expectNoComplaints();
});

it('sees the money when coming back, without loading the page again', async () => {
  const { page } = phone;
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.locator('.balance', { hasText: '300,00' }).waitFor();
  const [document] = await documents();
  await line(document?.number ?? '')
    .getByText('оплачено')
    .waitFor();
});

it('pays the next one online, beside its line', async () => {
  const { page } = phone;
  await page.getByRole('radio', { name: /^Рахунок для бухгалтера/ }).check();
  await page.locator('input[name=amount]').fill('150');
  await page.getByRole('button', { name: 'Завантажити рахунок (PDF)' }).click();
  await line('000002').getByRole('button', { name: 'QR-код' }).click();
  await line('000002').locator('.qr figcaption', { hasText: '150,00 ₴' }).waitFor();
  await line('000002').getByRole('button', { name: 'Сплатити' }).click();
  await page.getByRole('heading', { name: 'Тестова оплата' }).waitFor();
  await page.getByRole('button', { name: 'Сплатити', exact: true }).click();
  await page.getByText('Оплату отримано').waitFor();
  // What was paid is said, and no empty form asks for more.
  expect(await page.locator('input[name=amount]').count()).toBe(0);
  // A trial runs on: the money stays on the balance, which is said once, and no period is said to be paid.
  await page.getByText('450,00 ₴', { exact: true }).first().waitFor();
  expect(await page.locator('.notice', { hasText: '450,00' }).count()).toBe(0);
  expect(await page.getByText('оплачено до').count()).toBe(0);
  await line('000002').getByText('оплачено').waitFor();
  expect(await documents()).toMatchObject([{ status: 'paid' }, { status: 'paid', paid_amount: 15_000 }]);
  await page.locator('.balance', { hasText: '450,00' }).waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  phone.expectNoComplaints();
});

it('has the sum of a declined payment there to be tried again', async () => {
  const { page } = phone;
  await page.getByRole('button', { name: 'Поповнити ще' }).click();
  await page.getByRole('radio', { name: /^Тестова/ }).check();
  await page.locator('input[name=amount]').fill('77');
  await page.getByRole('button', { name: /^Сплатити 77/ }).click();
  await page.getByRole('heading', { name: 'Тестова оплата' }).waitFor();
  await page.getByRole('button', { name: 'Відхилити' }).click();
  await page.getByText('Платіж на 77,00 ₴ не пройшов').waitFor();
  await page.getByRole('button', { name: 'Сплатити 77,00 ₴' }).waitFor();
  expect(await page.locator('input[name=amount]').inputValue()).toBe('77');
  // Three ways to pay stand in one column, equally wide, each with a line about it.
  const ways = page.locator('.top-up .choices label');
  const places = await ways.evaluateAll((all) =>
    all.map((way) => way.getBoundingClientRect()).map(({ left, width }) => `${left} ${width}`),
  );
  expect([places.length, new Set(places).size]).toEqual([3, 1]);
  expect(await ways.locator('.choice-hint').count()).toBe(3);
  expect(await fitsItsWidth(page)).toBe(true);
  phone.expectNoComplaints();
});

it('gets a part back, which staff enter by hand at the payment', async () => {
  const cashier = await staffMember(app, { permissions: ['clients.read', 'payments.write'] });
  const { page, expectNoComplaints } = await visitor(browser, 'desk', {
    // The number is missing at first.
    expected: /\/refund$/,
  });
  await beSignedIn(page, app, cashier);
  await page.goto(site('/admin-panel/money/payments'));
  await page.locator('.ant-table-row', { hasText: '300,00' }).click();
  await page.getByRole('button', { name: 'Повернути гроші' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('спершу поверніть гроші самі').waitFor();
  await dialog.getByLabel('Сума', { exact: true }).fill('100');
  await dialog.getByLabel('Причина').fill('Замовлення скасовано');
  await dialog.getByRole('button', { name: 'Повернути гроші' }).click();
  await dialog.getByText('Заповніть це поле').waitFor();
  await dialog.getByLabel('Номер переказу чи чека').fill('ПД-17');
  await dialog.getByRole('button', { name: 'Повернути гроші' }).click();
  await page.getByText('вручну: ПД-17').waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  expectNoComplaints();

  await phone.page.reload();
  await phone.page.locator('.balance', { hasText: '350,00' }).waitFor();
  await phone.page.getByText('Повернено вам').waitFor();
  phone.expectNoComplaints();
});
