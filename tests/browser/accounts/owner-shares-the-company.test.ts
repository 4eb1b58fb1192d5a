import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  fitsItsWidth,
  openBrowser,
  type Visitor,
  visitor,
  pickFromBar,
} from '#tests/support/browser/page.ts';
import { customerWithCabinet, password, type Person } from '#tests/support/people.ts';

/**
 * An owner at a desk invites a bookkeeper with a phone, makes a cashier of her and lets her go, then opens a second
 * company (GROWTH section 18). Each step continues the one before.
 */
let app: TestApp;
let browser: Browser;
let owner: Person;
let desk: Visitor;
let phone: Visitor;
const email = 'bookkeeper@example.com';

beforeAll(async () => {
  app = await startApp();
  owner = await customerWithCabinet(app, { name: 'Пекарня Олени' });
  browser = await openBrowser();
  const expected = /\/api\/(auth|cabinet)\//;
  desk = await visitor(browser, 'desk', { expected });
  phone = await visitor(browser, 'phone', { expected });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

it('invites a bookkeeper, whose role the list of roles explains', async () => {
  const { page } = desk;
  await page.goto(site('/client/login?redirect=%2Faccount%2Fmembers'));
  await page.locator('input[name=email]').fill(owner.email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.getByText('Ви єдиний власник').waitFor();
  await page.locator('input[name=email]').fill(email);
  await page.getByLabel('Бухгалтер').check();
  await page.getByRole('button', { name: 'Надіслати запрошення' }).click();
  await page.getByText(`Запрошення надіслано на ${email}.`).waitFor();
  await page.locator('li', { hasText: email }).getByText('запрошено', { exact: true }).waitFor();
  await page.getByRole('button', { name: `Надіслати ще раз: ${email}` }).waitFor();
  const size = page.viewportSize() ?? expect.fail('no size');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await fitsItsWidth(page)).toBe(true);
  await page.setViewportSize(size);
});

it('lets her choose a password, and shows her the money and nothing of the others', async () => {
  const { page } = phone;
  const token = await app.linkTo(email, 'member_invitation');
  await page.goto(site(`/invitation#hash=${token}`));
  await page.getByText('Роль: Бухгалтер (кабінет, баланс і оплата, документи та дані компанії).').waitFor();
  await page.getByRole('heading', { name: 'Запрошення до кабінету «Пекарня Олени»' }).waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  await page.locator('input[name=name]').fill('Ірина Бондар');
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password_confirmation]').fill(password);
  await page.getByRole('button', { name: 'Прийняти запрошення' }).click();
  await page.waitForURL(({ hostname }) => hostname.endsWith('.localhost'));
  await page.goto(site('/account/wallet'));
  await page.getByRole('heading', { name: 'Історія' }).waitFor();
  const nav = page.locator('.account-nav');
  expect(await nav.getByRole('link').allTextContents()).toEqual(['Огляд', 'Баланс', 'Дані', 'Безпека']);
  await page.goto(site('/account'));
  await page.getByText('Тариф можуть змінювати лише власники й адміністратори компанії.').waitFor();
  await page.goto(site('/account/security'));
  await page.getByRole('heading', { name: 'Сеанси' }).waitFor();
  expect(await page.locator('#closing-title').count()).toBe(0);
  expect(await fitsItsWidth(page)).toBe(true);
});

it('makes her a cashier, who only gets into the workspace', async () => {
  const { page } = desk;
  await page.reload();
  await page.getByLabel('Роль: Ірина Бондар').selectOption('member');
  await page.getByText('Роль змінено.').waitFor();
  await phone.page.goto(site('/account'));
  await phone.page.getByText('У цій компанії ви маєте доступ лише до кабінету.').waitFor();
  // Only the way back is left of the pages.
  const links = phone.page.locator('.account-nav a');
  expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual(['/auth']);
  expect(await fitsItsWidth(phone.page)).toBe(true);
});

it('lets her go after a question, and she has to sign in', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: 'Вилучити: Ірина Бондар' }).click();
  await page.getByText('Ірина Бондар більше не матиме доступу до компанії.').waitFor();
  await page.getByRole('button', { name: 'Вилучити', exact: true }).click();
  await page.getByText('Доступ припинено.').waitFor();
  await page.locator('li', { hasText: 'Ірина Бондар' }).waitFor({ state: 'detached' });
  await phone.page.goto(site('/account'));
  await phone.page.waitForURL('**/client/login**');
});

it('opens a second company under the same sign-in, and switches back at the top', async () => {
  const { page } = desk;
  await pickFromBar(page, 'person', 'Додати компанію');
  await page.waitForURL('**/account/new-company');
  await page.locator('input[name=name]').fill('Кав’ярня Олени');
  await page.locator('input[name=ident]').fill('1234567890');
  await page.getByRole('button', { name: 'Створити компанію' }).click();
  await page.waitForURL(({ hostname }) => hostname.endsWith('.localhost'));
  await page.goto(site('/account'));
  const switcher = page.getByLabel('Компанія', { exact: true });
  await switcher.waitFor();
  expect(await switcher.locator('option:checked').textContent()).toBe('Кав’ярня Олени');
  await switcher.selectOption({ label: 'Пекарня Олени' });
  await switcher.locator('option:checked', { hasText: 'Пекарня Олени' }).waitFor({ state: 'attached' });
  desk.expectNoComplaints();
  phone.expectNoComplaints();
});
