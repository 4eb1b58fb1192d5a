import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, startApp } from '#tests/support/app.ts';
import { sellingGoods } from '#tests/support/cabinets/selling-goods.ts';
import { fitsItsWidth, openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { customerWithCabinet, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Checks every page against WCAG 2.2 AA, in light and dark; customers' pages on a phone, the panel on a desktop. */
let app: TestApp;
let browser: Browser;
let customer: Visitor;
let admin: Visitor;
let manager: Person;

beforeAll(async () => {
  app = await startApp();
  // What nobody limits or reports is not shown.
  await app.platform.database.db.updateTable('tariffs').set({ goods_quantity: 100 }).execute();
  await sellingGoods(app);
  browser = await openBrowser();
  customer = await visitor(browser, 'phone');
  admin = await visitor(browser, 'desk');
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

describe('the desk of the staff before anybody came', () => {
  it('shows the set-up of the first administrator to everyone', async () => {
    await open(admin.page, { path: app.setUpPath ?? '', shown: 'input[type=password]' });
    await expectAccessible(admin);
  });

  it('shows /login to everyone', async () => {
    await open(admin.page, { path: '/login', shown: 'input[type=password]' });
    await expectAccessible(admin);
  });

  it('shows a list without a row to everyone', async () => {
    await signIn();
    await open(admin.page, { path: '/admin-panel/clients', shown: 'text=Клієнтів ще немає' });
    await expectAccessible(admin);
  });
});

describe('a customer’s phone', () => {
  it.each([
    { path: '/registration', shown: 'input[name=ident]' },
    { path: '/registration/alliance', shown: 'h1' },
    { path: '/client/login', shown: 'input[name=password]' },
    { path: '/forgot-password', shown: 'input[name=email]' },
    { path: '/tariffs', shown: 'h1' },
    { path: '/terms', shown: 'h1' },
    { path: '/privacy', shown: 'h1' },
    { path: '/404', shown: 'h1' },
  ])('shows $path to everyone', async ({ path, shown }) => {
    await open(customer.page, { path, shown });
    await expectAccessible(customer);
  });

  it('shows /registration with its mistakes to everyone', async () => {
    const { page } = customer;
    await open(page, { path: '/registration', shown: 'input[name=ident]' });
    await page.getByRole('button', { name: 'Створити кабінет' }).click();
    await page.locator('[aria-invalid=true]').nth(5).waitFor();
    await expectAccessible(customer);
  });

  it('shows /confirmation-reset-lt to everyone', async () => {
    const { token, email } = await registeredCustomer(app);
    await remember(customer.page, { tokenClient: token });
    await open(customer.page, { path: '/confirmation-reset-lt', shown: `text=${email}` });
    await expectAccessible(customer);
  });

  it('shows the home page of the cabinet to everyone', async () => {
    const { token } = await customerWithCabinet(app, { name: 'Кав’ярня на Подолі' });
    const { body } = await app.call('POST', '/api/cabinet/sign-in', { token });
    await customer.page.goto(body.data.url);
    await customer.page.locator('h1').waitFor();
    await expectAccessible(customer);
    await openShop(customer);
    await remember(customer.page, { tokenClient: token });
  });

  it.each([
    { path: '/account', shown: '#tariff-title' },
    { path: '/account/wallet', shown: 'text=Історія' },
    { path: '/account/profile', shown: '#bank-title' },
    { path: '/account/security', shown: 'text=цей пристрій' },
    { path: '/account/members', shown: 'h1' },
  ])('shows $path to everyone', async ({ path, shown }) => {
    await open(customer.page, { path, shown });
    await expectAccessible(customer);
  });

  it('shows the fields of /account/profile to everyone', async () => {
    await open(customer.page, { path: '/account/profile', shown: '#bank-title' });
    const edits = customer.page.locator('.held .button');
    while ((await edits.count()) > 0) await edits.first().click();
    await customer.page.locator('input[name=payment_account]').waitFor();
    await expectAccessible(customer);
  });

  it('shows another tariff and what it costs to everyone', async () => {
    await open(customer.page, { path: '/account', shown: '#tariff-title' });
    await customer.page.getByRole('link', { name: 'Змінити тариф' }).click();
    await customer.page.getByText('Щороку', { exact: true }).click();
    await customer.page.locator('.preview:not([aria-busy=true])').waitFor();
    await expectAccessible(customer);
  });

  it('shows what stands in the place of a closed cabinet to everyone', async () => {
    const { token } = await staffMember(app);
    const company = { name: 'Оператор', account: 'UA21', code: '', bank: '', address: '', vat_number: '' };
    const setting = { key: 'company_details', value: company };
    await app.call('POST', '/api/admin/settings', { token, body: setting });
    await app.platform.database.db
      .updateTable('clients')
      .set({ status: 'blocked', cabinet_status: 'suspended' })
      .where('name', '=', 'Кав’ярня на Подолі')
      .execute();
    await open(customer.page, { path: '/', shown: 'text=Реквізити для переказу' });
    await expectAccessible(customer);
  });
});

describe('the desk of the staff', () => {
  it.each([
    { path: '/admin-panel', shown: 'main h1' },
    { path: '/admin-panel/clients', shown: 'text=Кав’ярня на Подолі' },
    { path: '/admin-panel/clients/import', shown: '.file-drop' },
    { path: '/admin-panel/money/month', shown: '.month-table' },
    { path: '/admin-panel/tariffs', shown: 'main tbody a' },
    { path: '/admin-panel/users', shown: 'main tbody a' },
    { path: '/admin-panel/settings', shown: 'main h1' },
    { path: '/admin-panel/settings/features', shown: 'main code' },
    { path: '/admin-panel/settings/emails', shown: 'main tbody a' },
    { path: '/admin-panel/account', shown: 'main h1' },
  ])('shows $path to everyone', async ({ path, shown }) => {
    await signIn();
    await open(admin.page, { path, shown });
    await expectAccessible(admin);
  });

  it('rings every place of a list that the keyboard comes to', async () => {
    const { page } = admin;
    await signIn();
    await open(page, { path: '/admin-panel/clients', shown: 'text=Кав’ярня на Подолі' });
    const stops: string[] = [];
    const unringed: string[] = [];
    // Once around to the first stop, however many there are.
    while (stops.length < 100 && stops.lastIndexOf(stops[0] ?? '') <= 0) {
      await page.keyboard.press('Tab');
      const { name, isRinged } = await page.evaluate(focused);
      stops.push(name);
      if (!isRinged) unringed.push(name);
    }
    expect(unringed).toEqual([]);
    expect(stops).toEqual(expect.arrayContaining(['A Клієнти', 'TH Стан', 'A Кав’ярня на Подолі']));
  });

  it('shows a client to everyone', async () => {
    await signIn();
    const { body } = await app.call('GET', '/api/admin/clients', { token: manager.token });
    const [{ id, name }] = body.data;
    await open(admin.page, { path: `/admin-panel/clients/show/${id}`, shown: `h1:has-text("${name}")` });
    await expectAccessible(admin);
  });
});

/**
 * Runs in the page: the focused element, and whether the focus is visible. antd fades the ring of fields in; the page
 * itself has none.
 */
function focused(): { name: string; isRinged: boolean } {
  const element = document.activeElement ?? document.body;
  const { outlineStyle, boxShadow } = getComputedStyle(element);
  const isElsewhere = element.matches('body, input');
  return {
    name: `${element.tagName} ${element.textContent.trim()}`,
    isRinged: isElsewhere || outlineStyle !== 'none' || boxShadow !== 'none',
  };
}

/** The pages of the cabinet, from the first item to its receipt. */
async function openShop(who: Visitor): Promise<void> {
  const { page } = who;
  const show = async (path: string) => {
    await page.goto(new URL(path, page.url()).href);
    await expectAccessible(who);
  };
  await show('/goods/new');
  await page.getByLabel('Назва', { exact: true }).fill('Сир');
  await page.getByLabel(/^Ціна/).fill('240');
  await page.getByLabel('Кількість', { exact: true }).fill('9');
  await page.getByRole('button', { name: 'Додати', exact: true }).click();
  await page.getByText('Сир').first().waitFor();
  await show('/goods');
  await show('/sale');
  await page.getByRole('button', { name: 'Додати до чека: Сир' }).click();
  await page.locator('.lines li').waitFor();
  await expectAccessible(who);
  await page.getByRole('button', { name: 'Продати' }).click();
  await page.getByRole('heading', { name: /^Чек №/ }).waitFor();
  await expectAccessible(who);
  for (const path of ['/sales', '/drawer', '/report', '/shop']) await show(path);
}

async function signIn(): Promise<void> {
  if (manager) return;
  manager = await staffMember(app);
  const { body } = await app.call('GET', '/api/admin/auth/me', { token: manager.token });
  const inAnHour = String(Date.now() + 3_600_000);
  await remember(admin.page, {
    token: manager.token,
    expires: inAnHour,
    session: inAnHour,
    permissions: JSON.stringify(body.data.permissions),
  });
}

/** As if an earlier visit had stored it. */
async function remember(page: Page, items: Record<string, string>): Promise<void> {
  if (!page.url().startsWith(site('/'))) await page.goto(site('/404'));
  await page.evaluate((remembered) => {
    for (const [key, value] of Object.entries(remembered)) localStorage.setItem(key, value);
  }, items);
}

async function open(page: Page, { path, shown }: { path: string; shown: string }): Promise<void> {
  await page.goto(site(path));
  await page.locator(shown).first().waitFor();
}

async function expectAccessible(who: Visitor): Promise<void> {
  const { page } = who;
  await page
    .locator('[aria-busy=true], .ant-skeleton, .ant-spin-spinning')
    .first()
    .waitFor({ state: 'detached' });
  await page.evaluate(axe.source);
  try {
    expect(await violations(page, 'light')).toEqual([]);
    expect(await violations(page, 'dark')).toEqual([]);
  } finally {
    await page.emulateMedia({ colorScheme: 'light' });
  }
  expect(await fitsItsWidth(page)).toBe(true);
  who.expectNoComplaints();
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Everything that a change of colours can break; the rest was checked in light. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** axe's findings: rule, element and reason. */
async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await until(`the page to be ${colorScheme}`, () =>
    page.evaluate(isDark).then((dark) => dark === (colorScheme === 'dark')),
  );
  await page.evaluate(finishTransitions);
  const found = await page.evaluate(
    (runOnly) => window.axe.run(document, { runOnly, resultTypes: ['violations'] }),
    colorScheme === 'light'
      ? { type: 'tag' as const, values: wcag }
      : { type: 'rule' as const, values: ofColours },
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary}`,
    ),
  );
}

/** Light text on a dark background. */
function isDark(): boolean {
  const [red = 0] = getComputedStyle(document.body).color.match(/\d+/g)?.map(Number) ?? [];
  return red > 128;
}

/** During a transition the contrast is not the final one. */
async function finishTransitions(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let frames = 0; frames < 3; frames += 1) await frame();
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  await frame();
}
