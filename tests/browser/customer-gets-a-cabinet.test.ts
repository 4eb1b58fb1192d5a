import { randomUUID } from 'node:crypto';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedDriver } from '#server/cabinets/drivers/embedded/embedded-driver.ts';
import { compareCabinets } from '#server/cabinets/comparison/compare-cabinets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { fitsItsWidth, openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { password } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

/**
 * The main story, end to end: the administrator sets up, a customer gets a cabinet, the administrator finds and
 * enters it. Each step continues the one before.
 */
let app: TestApp;
let browser: Browser;
let customer: Visitor;
let admin: Visitor;
const company = 'ТОВ «Кав’ярня на Подолі»';
const email = 'kava@example.com';

beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
  customer = await visitor(browser, 'phone', { expected: /\/api\/auth\/(register|confirm)/ });
  admin = await visitor(browser, 'desk');
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;
const cabinetHost = new RegExp(`^http://kaviarnia-na-podoli\\.localhost:\\d+/$`);

async function fillRegistration(page: Page): Promise<void> {
  await page.getByLabel('ТОВ').check();
  await page.locator('input[name=name]').fill(company);
  await page.locator('input[name=ident]').fill('12345678');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=phone]').fill('067 123 45 67');
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password_confirmation]').fill(password);
  await page.locator('input[name=terms]').check();
}

it('lets the administrator set up the installation and shows an empty list that says what to do', async () => {
  const { page } = admin;
  await page.goto(site(app.setUpPath ?? ''));
  await page.getByLabel('Ім’я').fill('Олена Адміністраторка');
  await page.getByLabel('Електронна пошта').fill('admin@example.com');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByLabel('Повторіть пароль').fill(password);
  await page.getByRole('button', { name: 'Створити й увійти' }).click();
  await page.waitForURL('**/admin-panel');
  // A busy machine loads the screen slowly.
  await expect.poll(() => page.title()).toBe('Головна · Tenantry Admin');
  await page.getByRole('link', { name: 'Тарифи', exact: true }).waitFor();
  const tabs = await page.getByRole('navigation').first().getByRole('link').allInnerTexts();
  expect(tabs).toEqual([
    'Головна',
    'Клієнти',
    'Гроші',
    'Тарифи',
    'Користувачі',
    'Налаштування',
    'Мій обліковий запис',
  ]);
  await page.goto(site('/admin-panel/clients'));
  await page.getByText('Клієнтів ще немає').waitFor();
});

it('shows each mistake of a registration at its field, in Ukrainian, and loses nothing', async () => {
  const { page } = customer;
  await page.goto(site('/registration'));
  await page.getByRole('button', { name: 'Створити кабінет' }).click();
  await page.locator('[aria-invalid=true]').nth(5).waitFor();
  // Each names its field, by the kind of customer.
  expect(await page.locator('.summary a').allInnerTexts()).toEqual([
    'Введіть прізвище, ім’я та по батькові',
    'Введіть РНОКПП',
    'Введіть адресу електронної пошти',
    'Введіть номер телефону',
    'Введіть пароль',
    'Введіть пароль ще раз',
    'Приймаю умови користування: Щоб продовжити, прийміть умови',
  ]);
  expect(await page.locator('#note-ident').innerText()).toBe('10 цифр, як у витягу\nВведіть РНОКПП');
  // The password says which rules it breaks; of what is said no more, nothing is left for a screen reader.
  const news = page.locator('p[role=status].unseen').first();
  expect(await news.textContent()).toBe('Виправте 7 полів');
  await page.locator('input[name=password]').fill('кава');
  await page
    .locator('#note-password')
    .getByText('Щонайменше 8 символів. Додайте хоча б одну цифру. Додайте велику латинську літеру.')
    .waitFor();
  await page.locator('input[name=name]').fill(company);
  await page.locator('.summary').getByText('Виправте 6 полів').waitFor();
  expect(await news.textContent()).toBe('');
  await fillRegistration(page);
  await page.locator('input[name=ident]').fill('123');
  await page.getByRole('button', { name: 'Створити кабінет' }).click();
  await page.locator('input[name=ident][aria-invalid=true]').waitFor();
  expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
  expect(await page.locator('input[name=name]').inputValue()).toBe(company);
  // The first wrong field by the page, not by what React draws first.
  await page.locator('input[name=ident]').fill('12345678');
  await page.locator('input[name=password]').fill('кава');
  await page.locator('input[name=terms]').uncheck();
  await page.getByRole('button', { name: 'Створити кабінет' }).click();
  await page.locator('input[name=terms][aria-invalid=true]').waitFor();
  expect(await page.locator(':focus').getAttribute('name')).toBe('password');
  await fillRegistration(page);
  expect(await fitsItsWidth(page)).toBe(true);
});

it('sends the email once however often the button is pressed, and counts down to the next', async () => {
  const { page } = customer;
  await page.locator('input[name=ident]').fill('12345678');
  await page.getByRole('button', { name: 'Створити кабінет' }).dblclick();
  await page.waitForURL('**/confirmation-reset-lt');
  await page.getByText(email).waitFor();
  expect(await page.getByRole('button', { name: /Надіслати ще раз через/ }).isDisabled()).toBe(true);
  const stored = await page.evaluate(() => ({ ...localStorage }));
  expect(Object.keys(stored)).toEqual(expect.arrayContaining(['tokenClient', 'expiresClient']));
  await app.linkTo(email, 'confirm');
  expect(app.printed.filter((line) => line.includes(email))).toHaveLength(1);
});

it('says at the field, in the user’s language, that an address is taken', async () => {
  const other = await visitor(browser, 'phone', { expected: /\/api\/auth\/register/ });
  const { page } = other;
  await page.goto(site('/registration'));
  await fillRegistration(page);
  await page.getByRole('button', { name: 'Створити кабінет' }).click();
  await page.getByText('На цю адресу вже є обліковий запис').first().waitFor();
  expect(await page.locator('input[name=email]').getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator('.summary a').allInnerTexts()).toEqual([
    'Електронна пошта: На цю адресу вже є обліковий запис',
  ]);
  expect(await page.locator('input[name=phone]').inputValue()).not.toBe('');
  // The ways out stand at their field, not at the next one.
  const help = page.locator('.field-help', { hasText: 'Забули пароль?' });
  await help.waitFor();
  const boxOf = async (selector: string) =>
    (await page.locator(selector).boundingBox()) ?? expect.fail(selector);
  const ways = (await help.boundingBox()) ?? expect.fail('no help');
  const field = await boxOf('input[name=email]');
  const above = ways.y - (field.y + field.height);
  const below = (await boxOf('label[for=field-phone]')).y - (ways.y + ways.height);
  expect(above).toBeGreaterThanOrEqual(0);
  expect(above).toBeLessThan(below);
  // The same ways out stand at a phone that is taken.
  await page.locator('input[name=email]').fill('second@example.com');
  await page.getByRole('button', { name: 'Створити кабінет' }).click();
  await page.getByText('На цей номер телефону вже є обліковий запис').first().waitFor();
  await help.getByRole('link', { name: 'Увійти' }).waitFor();
  const company = help.getByRole('link', { name: 'Додати ще одну компанію' });
  expect(await company.getAttribute('href')).toBe('/client/login?redirect=%2Faccount%2Fnew-company');
  expect(await page.locator('input[name=phone]').getAttribute('aria-invalid')).toBe('true');
  const waysOfPhone = (await help.boundingBox()) ?? expect.fail('no help at the phone');
  const phone = await boxOf('input[name=phone]');
  expect(waysOfPhone.y).toBeGreaterThanOrEqual(phone.y + phone.height);
  other.expectNoComplaints();
  await other.context.close();
});

it('goes on where the answer to a registration was lost on its way', async () => {
  const other = await visitor(browser, 'phone', { expected: /\/api\/auth\/register/ });
  const { page } = other;
  await page.goto(site('/registration'));
  await fillRegistration(page);
  await page.locator('input[name=name]').fill('ТОВ «Відповідь»');
  await page.locator('input[name=email]').fill('lost@example.com');
  await page.locator('input[name=phone]').fill('067 123 45 68');
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/auth/register', lose, { times: 1 });
  const submit = page.getByRole('button', { name: 'Створити кабінет' });
  await submit.click();
  await page.getByText('Немає зв’язку із сервером').waitFor();
  await submit.click();
  await page.waitForURL('**/confirmation-reset-lt');
  await page.getByText('lost@example.com').waitFor();
  other.expectNoComplaints();
  await other.context.close();
});

it('marks the email as wrong after a link that does not work, says so in the tab that waits, and offers another', async () => {
  const { page, context } = customer;
  const second = await context.newPage();
  await second.goto(site('/confirm-registration/nothing'));
  const again = second.getByRole('button', { name: 'Надіслати нове посилання' });
  await again.waitFor();
  const kept = () =>
    second.evaluate(() => [
      localStorage.getItem('tokenClient') !== null,
      localStorage.getItem('isRightEmail'),
    ]);
  expect(await kept()).toEqual([false, 'false']);
  await page.getByText('Посилання не діє').waitFor();
  // Requested too early, it brings back the session that the link put aside.
  await again.click();
  await second.locator('.notice').waitFor();
  expect((await kept())[0]).toBe(true);
  await second.close();
});

it('leads from the email through the wait screen into the cabinet, signed in, in every tab', async () => {
  const { page, context } = customer;
  const hash = await app.linkTo(email, 'confirm');
  const second = await context.newPage();
  // An older link that is tried first puts the session aside, and the right one ends it.
  await page.goto(site('/confirm-registration/older'));
  await page.getByRole('button', { name: 'Надіслати нове посилання' }).waitFor();
  await page.goto(site(`/confirm-registration/${hash}`));
  await page.getByRole('button', { name: 'Підтвердити пошту' }).click();
  await page.waitForURL(cabinetHost);
  await page.getByText(company).first().waitFor();
  expect(page.url()).not.toContain('ticket');

  // The same link again, in a second tab of the same browser: it says that it is used, and the button to the cabinet
  // is still there.
  await second.goto(site(`/confirm-registration/${hash}`));
  await second.getByText('Його вже використали').waitFor();
  expect(await second.evaluate(() => localStorage.getItem('isRightEmail'))).toBe('true');
  await second.getByRole('link', { name: 'До мого кабінету' }).click();
  await second.waitForURL(cabinetHost);
  await second.getByText(company).first().waitFor();
  await second.close();
  // The session that waited for the email does not stay as another device.
  await until('one session', async () => {
    const { db } = app.platform.database;
    const client = db.selectFrom('clients').select('id').where('email', '=', email);
    const sessions = await db.selectFrom('sessions').select('id').where('account_id', '=', client).execute();
    return sessions.length === 1;
  });
  customer.expectNoComplaints();
});

it('leads a returning customer from the start page into the cabinet', async () => {
  const { page } = customer;
  await page.goto(site('/'));
  await page.waitForURL(cabinetHost);
});

it('says that a used link is used when it is opened elsewhere, and how to go on', async () => {
  const stranger = await visitor(browser, 'phone', { expected: /\/api\/auth\/confirm/ });
  const { page } = stranger;
  const hash = await app.linkTo(email, 'confirm');
  await page.goto(site(`/confirm-registration/${hash}`));
  await page.getByRole('button', { name: 'Підтвердити пошту' }).click();
  await page
    .getByRole('link', { name: /Увійти/ })
    .first()
    .waitFor();
  expect(
    await page.evaluate(() => [localStorage.getItem('tokenClient'), localStorage.getItem('isRightEmail')]),
  ).toEqual([null, 'false']);
  // The button that had the focus is gone.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Посилання не діє');
  expect(await page.title()).toBe('Посилання не діє · Tenantry');
  stranger.expectNoComplaints();
  await stranger.context.close();
});

it('shows the administrator the client: found, sorted, counted by the server', async () => {
  const { page } = admin;
  await page.goto(site('/admin-panel/clients?filter%5Bsearch%5D%5Bilike%5D=%25%D0%BA%D0%B0%D0%B2%D1%8F%25'));
  await page.getByText('нічого не знайдено').waitFor();
  await page.goto(site('/admin-panel/clients?sort%5Bname%5D=asc'));
  await page.getByRole('link', { name: company }).click();
  await page.waitForURL('**/admin-panel/clients/show/*');
  await page.getByRole('heading', { name: company }).waitFor();
  await page.getByText('Безкоштовний період').first().waitFor();
});

it('signs the administrator in as the client, with a reason, and the cabinet says so', async () => {
  const { page, context } = admin;
  await page.getByRole('button', { name: 'Увійти як клієнт' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Клієнт просив перевірити чек');
  // Who only wants to look changes nothing by accident.
  expect(await dialog.getByRole('switch').isChecked()).toBe(true);
  const opened = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Увійти' }).click();
  const cabinet = await opened;
  await cabinet.waitForURL(cabinetHost);
  await cabinet.getByText('Олена Адміністраторка').first().waitFor();
  const { body } = await app.call('GET', '/api/cabinet/status');
  expect(body.code).toBe('unauthorized');
  const audited = await app.platform.database.db
    .selectFrom('audit_entries')
    .select('changes')
    .where('action', '=', 'client.sign_in')
    .executeTakeFirstOrThrow();
  expect(audited.changes).toContainEqual({
    field: 'reason',
    before: null,
    after: 'Клієнт просив перевірити чек',
  });
  admin.expectNoComplaints();
});

it('lists a cabinet that is not as it should be, and repairs it in one click', async () => {
  const { page } = admin;
  const { database, secrets, urlOf } = app.platform;
  const { id, domain } = await database.db
    .selectFrom('clients')
    .select(['id', 'domain'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const driver = embeddedDriver({
    hostUrl: `http://127.0.0.1:${app.cabinetPort}`,
    hostSecret: secrets.cabinetHostKey,
    now: app.clock.now,
  });
  // Somebody suspended it without the platform.
  const identity = { clientId: id, domain: '', ownDomain: null, url: '', secret: '' };
  await driver.suspend(identity, { id: randomUUID(), reason: 'unpaid' });
  for (let look = 0; look < 3; look += 1) {
    await compareCabinets(app.platform);
    app.clock.advance(180);
  }
  await page.goto(site('/admin-panel/cabinets'));
  const row = page.getByRole('row').filter({ hasText: company });
  await row.getByText('Відкритий, але мовчить').waitFor();
  await row.getByRole('button', { name: 'Виправити' }).click();
  await page.getByText('Тепер усе як має бути').waitFor();
  await row.waitFor({ state: 'detached' });
  const url = urlOf(domain);
  expect(await driver.probe({ ...identity, url: url ?? '' })).toMatchObject({ status: 200 });
  admin.expectNoComplaints();
});
