import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { fitsItsWidth, openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { password, staffMember } from '#tests/support/people.ts';

/**
 * An owner who sells a clinic's booking service, from an empty installation to the first customer, who comes by a
 * partner's link: everything is named in the panel, and nobody reads of a cash register. Each step continues the one
 * before.
 */
let app: TestApp;
let browser: Browser;
let owner: Visitor;
let patient: Visitor;
const email = 'klinika@example.com';
let link = '';

beforeAll(async () => {
  app = await startApp({ PRODUCT_NAME: 'Termin' });
  browser = await openBrowser();
  owner = await visitor(browser, 'desk');
  patient = await visitor(browser, 'phone', { expected: /\/api\/auth\/register/ });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;
const textOf = (page: Page) => page.locator('body').innerText();
/** Of the first product that was sold with this, in the five languages. */
const shopWords =
  /(?<!\p{L})(кас[аиіу]|чек[аи]?|cash|receipts?|goods|turnover|kas(a|os)|prek[ėi]\p{L}*|apyvart\p{L}*|Kassen?|Waren|Umsatz|(товар|обор[оі]т)\p{L}*)(?!\p{L})/iu;

async function nameInAll(page: Page, names: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [locale, name] of Object.entries(names)) {
    await dialog.locator(`[id$="translations_${locale}_name"]`).fill(name);
  }
}

it('begins with one feature and names what a clinic has, in five languages', async () => {
  const { page } = owner;
  await page.goto(site(app.setUpPath ?? ''));
  await page.getByLabel('Ім’я').fill('Олена Власниця');
  await page.getByLabel('Електронна пошта').fill('owner@example.com');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByLabel('Повторіть пароль').fill(password);
  await page.getByRole('button', { name: 'Створити й увійти' }).click();
  await page.waitForURL('**/admin-panel');

  await page.goto(site('/admin-panel/settings/features'));
  await page.locator('.catalogue-node').first().waitFor();
  expect(await page.locator('.catalogue-node').count()).toBe(1);
  expect(await page.locator('.catalogue-tree').innerText()).not.toMatch(shopWords);
  await page.getByRole('button', { name: 'Нова можливість' }).click();
  await page.getByRole('dialog').getByLabel('Ключ').fill('booking');
  await nameInAll(page, {
    uk: 'Онлайн-запис',
    en: 'Online booking',
    ru: 'Онлайн-запись',
    lt: 'Registracija internetu',
    de: 'Online-Termine',
  });
  await page.getByRole('dialog').locator('button[type=submit], .ant-btn-primary').last().click();
  await page.locator('.catalogue-node', { hasText: 'Онлайн-запис' }).waitFor();

  await page.goto(site('/admin-panel/settings/metrics'));
  await page.getByRole('button', { name: 'Новий показник' }).click();
  await page.getByRole('dialog').getByLabel('Ключ').fill('visits');
  await nameInAll(page, { uk: 'Прийоми', en: 'Visits', ru: 'Приёмы', lt: 'Vizitai', de: 'Besuche' });
  await page.getByRole('dialog').locator('button[type=submit], .ant-btn-primary').last().click();
  await page.getByRole('cell', { name: 'Прийоми' }).first().waitFor();
});

it('makes a tariff for everybody and one by link', async () => {
  const { page } = owner;
  await makeTariff(page, { uk: 'Кабінет лікаря', en: 'Practice', lt: 'Gydytojo kabinetas' }, 'Усі');
  await makeTariff(
    page,
    { uk: 'Клініка партнера', en: 'Partner clinic', lt: 'Partnerio klinika' },
    'За посиланням',
  );
  link = await page.getByRole('textbox', { name: 'Адреса реєстрації' }).inputValue();
  expect(link).toMatch(/\/registration\?link=[\w-]+$/);
  owner.expectNoComplaints();
});

/** Leaves the page of the new tariff open. */
async function makeTariff(page: Page, names: Record<string, string>, forWhom: string): Promise<void> {
  await page.goto(site('/admin-panel/tariffs/create'));
  await page.locator('#priceMonth').fill('900');
  await page.locator('#priceYear').fill('9000');
  await page.locator('#visibility').click();
  await page.locator('.ant-select-item-option', { hasText: forWhom }).click();
  await page.getByText('Онлайн-запис').first().click();
  for (const [locale, name] of Object.entries(names)) {
    const field = page.locator(`#translations_${locale}_name`);
    if (!(await field.isVisible()))
      await page.locator('.ant-tabs-tab', { has: page.locator(`[lang=${locale}]`) }).click();
    await field.fill(name);
  }
  await page.getByRole('button', { name: 'Створити тариф' }).click();
  await page.waitForURL('**/admin-panel/tariffs/show/*');
  await page.getByRole('heading', { name: names['uk'] ?? '', exact: true }).waitFor();
}

it('shows strangers the public tariffs, in their language and before anything else', async () => {
  const { page } = patient;
  await page.goto(site('/'));
  await page.waitForURL('**/tariffs');
  await page.goto(site('/tariffs?lang=lt'));
  await page.getByRole('heading', { name: 'Gydytojo kabinetas' }).waitFor();
  await page.getByText('Registracija internetu').first().waitFor();
  const text = await textOf(page);
  expect(text).toMatch(/900\s₴/u);
  expect(text).toMatch(/14\s+dien/u);
  expect(text).not.toContain('Partnerio klinika');
  expect(text).not.toMatch(shopWords);
  expect(await fitsItsWidth(page)).toBe(true);
  for (const [address, title] of [
    ['/terms', 'naudojimosi sąlygos'],
    ['/privacy', 'Privatumas'],
  ] as const) {
    await page.goto(site(address));
    await page.locator('h1', { hasText: title }).waitFor();
    expect(await textOf(page)).not.toMatch(shopWords);
  }
});

it('registers a clinic by the link, which says what it gives, and opens its cabinet', async () => {
  const { page } = patient;
  await page.goto(`${link.replace('127.0.0.1', 'localhost')}&utm_source=partner`);
  const start = page.locator('aside.start');
  await start.getByText('Partnerio klinika').waitFor();
  expect(await start.innerText()).toMatch(/900\s₴/u);
  expect(await textOf(page)).not.toMatch(shopWords);
  await page.locator('input[name=type][value=legal]').check();
  await page.locator('input[name=name]').fill('ТОВ «Клініка»');
  await page.locator('input[name=ident]').fill('12345678');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=phone]').fill('067 123 45 67');
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password_confirmation]').fill(password);
  await page.locator('input[name=terms]').check();
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/confirmation-reset-lt');
  await page.goto(site(`/confirm-registration/${await app.linkTo(email, 'confirm')}`));
  await page.waitForURL(({ hostname }) => hostname.endsWith('.localhost'));
  await page.getByText('Partnerio klinika').first().waitFor();
  expect(await textOf(page)).not.toMatch(shopWords);
  await page.getByRole('link', { name: 'Paskyra' }).first().click();
  await page.waitForURL('**/account');
  await page.getByText('Partnerio klinika').first().waitFor();
  expect(await textOf(page)).not.toMatch(shopWords);
  const client = await app.platform.database.db
    .selectFrom('clients')
    .innerJoin('tariffs', 'tariffs.id', 'clients.tariff_id')
    .select(['utm_source', 'tariffs.translations'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(client.utm_source).toBe('partner');
  expect(client.translations.uk?.name).toBe('Клініка партнера');
  patient.expectNoComplaints();
});

let tries = 0;
it('fills in what a partner’s link chooses, and says what it gives', async () => {
  const { token } = await staffMember(app);
  const post = (path: string, body: object) => app.call('POST', `/api/admin/${path}`, { token, body });
  // A second try has its own.
  tries += 1;
  const [partner, promo_code] = [`torg-${tries}`, `WINTER-${tries}`];
  const torg = { code: partner, name: 'Торг', kind: 'alliance', free_period_days: 60 };
  expect((await post('partners', torg)).status).toBe(201);
  const effect = { kind: 'free_days', days: 7 };
  expect((await post('promo-codes', { code: promo_code, effect })).status).toBe(201);
  const { body } = await app.call('GET', '/api/tariffs', { locale: 'uk' });
  const practice = body.data.find(({ name }: { name: string }) => name === 'Кабінет лікаря');
  const guest = await visitor(browser, 'phone');
  const query = { tariff: practice.id, period: 'year', partner, promo_code };
  await guest.page.goto(site(`/registration?${new URLSearchParams(query)}`));
  const start = guest.page.locator('aside.start');
  await start.getByText('Кабінет лікаря').waitFor();
  // The partner's 60 days, and the code's once it is looked up.
  await start
    .getByText(/67\s+днів/)
    .first()
    .waitFor();
  const said = (await start.innerText()).replaceAll(/[\u00a0\u202f]/g, ' ');
  for (const part of ['9 000 ₴ на рік', 'Економія за рік: 1 800 ₴', '67 днів', 'Картка не потрібна', 'Торг'])
    expect(said).toContain(part);
  await guest.page.locator('#promo-effect', { hasText: '7 днів' }).waitFor();
  expect(await guest.page.locator('input[name=promo_code]').inputValue()).toBe(promo_code);
  expect(await fitsItsWidth(guest.page)).toBe(true);
  guest.expectNoComplaints();
  await guest.context.close();
});

it('tells a visitor who comes by a link that was replaced meanwhile what they get instead', async () => {
  const page = owner.page;
  await page.getByRole('button', { name: 'Нове посилання' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Нове посилання' }).click();
  await page.locator('.ant-notification-notice', { hasText: 'замінено' }).first().waitFor();
  const late = await visitor(browser, 'phone', { expected: /\/api\/auth\/register/ });
  await late.page.goto(link.replace('127.0.0.1', 'localhost'));
  const start = late.page.locator('aside.start');
  await start.getByText('тарифу вже не продають').waitFor();
  expect(await start.innerText()).not.toContain('Клініка партнера');
  late.expectNoComplaints();
  await late.context.close();
});
