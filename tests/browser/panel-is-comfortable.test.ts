import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { fitsItsWidth, openBrowser, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn, signIn } from '#tests/support/browser/sign-in.ts';
import { type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

/** The specification's rules for times and motion, and sessions that end during work. */
let app: TestApp;
let browser: Browser;
let manager: Person;
let client: Person;
beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
  manager = await staffMember(app);
  client = await registeredCustomer(app, { name: 'Пекарня «Хліб»' });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

it('loads with 3 rows of 5 cells, explains after 50 ms, tells for 5 s, and moves as the system is asked to', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk');
  const answer = Promise.withResolvers<void>();
  await context.route(/\/api\/admin\/clients(\?|$)/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.clock.install();
  await beSignedIn(page, app, manager);
  await page.goto(site('/admin-panel/clients'));
  const skeleton = page.locator('.skeleton-table');
  await skeleton.waitFor();
  expect(await skeleton.locator('tr').count()).toBe(3);
  expect(await skeleton.locator('tr').first().locator('td').count()).toBe(5);
  answer.resolve();
  await page.getByRole('link', { name: 'Пекарня «Хліб»' }).waitFor();

  const motion = () =>
    page
      .getByRole('button', { name: /^(Export|Експорт) CSV$/ })
      .evaluate((button) => getComputedStyle(button).getPropertyValue('--ant-motion-duration-mid'));
  expect(await motion()).toBe('0s');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(motion).toBe('0.12s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(motion).toBe('0s');

  const stopTheClock = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  await stopTheClock();
  await page.getByRole('button', { name: 'Інші файли CSV' }).click();
  await page.clock.runFor(500);
  await page.getByRole('menuitem', { name: 'Усі стовпці' }).click();
  const toast = page.getByText('Файл готовий: 1 рядок');
  await expect.poll(async () => (await page.clock.runFor(1), toast.count())).toBe(1);
  await page.clock.runFor(4900);
  expect(await toast.count()).toBe(1);
  await page.clock.runFor(200);
  await expect.poll(() => toast.count()).toBe(0);

  await page.clock.resume();
  await page.goto(site(`/admin-panel/clients/show/${client.id}`));
  const disabled = page.getByRole('button', { name: 'Увійти як клієнт' });
  await disabled.waitFor();
  await stopTheClock();
  await disabled.hover({ force: true });
  await page.clock.runFor(49);
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await page.clock.runFor(1);
  await expect.poll(async () => (await page.clock.runFor(1), page.getByRole('tooltip').count())).toBe(1);
  expectNoComplaints();
  await context.close();
});

/** A click on a button that still saves does nothing. */
const isReady = (button: Locator) =>
  button.evaluate(
    (element: HTMLButtonElement) => !element.disabled && !element.classList.contains('ant-btn-loading'),
  );

it('leaves each message its time, however many come at once', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'phone');
  await page.clock.install();
  await beSignedIn(page, app, manager);
  await page.goto(site('/admin-panel/settings/general'));
  const group = page.locator('.setting-group').first();
  const save = group.getByRole('button', { name: 'Зберегти' });
  await save.waitFor();
  // A message under the pointer stays.
  await page.mouse.move(0, 0);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const toasts = page.locator('.ant-notification-notice');
  for (let count = 1; count <= 6; count += 1) {
    await group.getByRole('textbox', { name: 'Безкоштовний період, днів' }).fill(String(20 + count));
    await expect.poll(async () => (await page.clock.runFor(1), isReady(save))).toBe(true);
    await save.evaluate((button: HTMLElement) => button.click());
    await expect.poll(async () => (await page.clock.runFor(1), toasts.count())).toBe(count);
  }
  const look = await toasts.evaluateAll((all) =>
    all.map((toast) => [getComputedStyle(toast).opacity, toast.getBoundingClientRect().top > 0]),
  );
  expect(look).toEqual(Array.from({ length: 6 }, () => ['1', true]));
  await page.clock.runFor(5100);
  await expect.poll(async () => (await page.clock.runFor(1), toasts.count())).toBe(0);
  expectNoComplaints();
  await context.close();
});

it('asks a minute before the end whether to go on, in every tab, and each of them hears the answer', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk');
  await page.clock.install();
  await page.goto(site('/login?redirect=/admin-panel/clients'));
  await signIn(page, manager.email);
  await page.getByRole('link', { name: 'Пекарня «Хліб»' }).waitFor();
  const other = await context.newPage();
  await other.goto(site('/admin-panel/tariffs'));
  // What a tab still loads would renew the session after the jump.
  await other.locator('main tbody a').first().waitFor();
  await Promise.all([page, other].map((tab) => tab.waitForLoadState('networkidle')));
  const question = (tab: Page) => tab.getByRole('dialog', { name: 'Продовжити роботу?' });
  // The tabs share a clock, which ran on while they loaded.
  const left = () => page.evaluate(() => Number(localStorage.getItem('session')) - Date.now());
  await page.clock.fastForward((await left()) - 90_000);
  expect([await question(page).count(), await question(other).count()]).toEqual([0, 0]);
  await page.clock.fastForward((await left()) - 55_000);
  await question(page).waitFor();
  await question(other).waitFor();
  const token = () => page.evaluate(() => localStorage.getItem('token'));
  const before = await token();
  await page.getByRole('button', { name: 'Продовжити' }).click();
  await question(page).waitFor({ state: 'detached' });
  await question(other).waitFor({ state: 'detached' });
  expect(await token()).not.toBe(before);
  expectNoComplaints();
  await context.close();
});

it('goes on in a small dialog when the token ran out, and gives a client’s form back when the session ended', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk', {
    expected: /\/api\/admin\//,
  });
  await page.goto(site(`/login?redirect=${encodeURIComponent('/admin-panel/clients?sort%5Bname%5D=asc')}`));
  await signIn(page, manager.email);
  const dialog = page.getByRole('dialog').last();
  const token = () => page.evaluate(() => localStorage.getItem('token'));
  await page.getByRole('button', { name: 'Подання', exact: true }).click();
  await page.getByRole('button', { name: 'Зберегти як нове подання' }).click();
  await dialog.getByLabel('Назва').fill('Пекарні за абеткою');
  const first = await token();
  await page.evaluate(() => localStorage.setItem('expires', '0'));
  await dialog.getByRole('button', { name: 'Зберегти' }).click();
  await page.waitForURL('**/clients?*view=*');
  expect(await token()).not.toBe(first);

  await page.goto(site(`/admin-panel/clients/edit/${client.id}`));
  await page.getByLabel('Назва або ім’я').fill('ТОВ «Хліб і сіль»');
  await app.platform.database.db.deleteFrom('sessions').where('account_id', '=', manager.id).execute();
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.waitForURL('**/login?**');
  await signIn(page, manager.email);
  await page.getByText('Повернуто те, що ви ввели').waitFor();
  expect(await page.getByLabel('Назва або ім’я').inputValue()).toBe('ТОВ «Хліб і сіль»');
  expectNoComplaints();
  await context.close();
});

it('has the file of an import again, as it was, when the session ended under it', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk', {
    expected: /\/api\/admin\//,
  });
  await page.goto(site('/login?redirect=/admin-panel/clients/import'));
  await signIn(page, manager.email);
  const buffer = Buffer.from('Хто,Код,E-mail,Телефон\nТОВ «Сад»,12345678,sad@example.com,0671112233\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'sad.csv', mimeType: 'text/csv', buffer });
  await page.getByText('1 рядок', { exact: true }).waitFor();
  const name = page.getByRole('combobox', { name: 'Назва або ім’я' });
  await name.fill('Хто');
  await name.press('Enter');
  await app.platform.database.db.deleteFrom('sessions').where('account_id', '=', manager.id).execute();
  await page.getByRole('button', { name: 'Перевірити' }).click();
  await page.waitForURL('**/login?**');
  await page.getByText('Сеанс завершився').waitFor();
  await signIn(page, manager.email);
  await page.getByText('Файл «sad.csv» і ваш вибір знову тут').waitFor();
  await page.getByRole('button', { name: 'Перевірити' }).click();
  await page.getByRole('button', { name: 'Імпортувати 1 клієнта' }).click();
  await page.getByRole('heading', { name: 'Імпортовано 1 клієнта' }).waitFor();
  expectNoComplaints();
  await context.close();
});

it('titles each screen, comes back to the tab opened last without a mark, says of a deleted client that it is, and of a list that fails that it is an error', async () => {
  const { page, context } = await visitor(browser, 'phone', { expected: /\/api\/admin\/clients/ });
  await page.goto(site('/login'));
  await expect.poll(() => page.title()).toBe('Вхід для працівників · Tenantry Admin');
  await signIn(page, manager.email);
  const remembered = page.locator('.tab[data-opened-last]');
  await expect.poll(() => remembered.allInnerTexts()).toEqual(['Клієнти']);

  const gone = await registeredCustomer(app, { name: 'ТОВ «Було»' });
  const { token } = await staffMember(app);
  const deleted = await app.call('DELETE', `/api/admin/clients/${gone.id}/delete`, { token });
  expect(deleted.status).toBe(200);
  await page.goto(site('/admin-panel/clients?with_trashed=1'));
  const row = page.getByRole('row').filter({ hasText: 'ТОВ «Було»' });
  await row.getByText(/^видалено /).waitFor();
  await row.getByRole('link', { name: 'ТОВ «Було»' }).click();
  await page.getByRole('heading', { name: 'ТОВ «Було»' }).waitFor();
  await page.locator('.client-head-line').getByText('Видалено', { exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe('ТОВ «Було» · Tenantry Admin');

  await page.goto(site('/admin-panel/tariffs'));
  await expect.poll(() => page.title()).toBe('Тарифи · Tenantry Admin');
  await page.goto(site('/admin-panel'));
  await expect.poll(() => remembered.allInnerTexts()).toEqual(['Тарифи']);
  // The tab that was opened last is found again, but only the open one is marked.
  expect(await page.locator('.tab.active').allInnerTexts()).toEqual(['Головна']);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Було');
  await page.getByRole('option', { name: 'ТОВ «Було» Видалено' }).waitFor();
  expect(await page.getByRole('combobox').evaluate((field) => getComputedStyle(field).fontSize)).toBe('16px');
  await page.keyboard.press('Escape');

  await context.route(/\/api\/admin\/clients(\?|$)/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(site('/admin-panel/clients'));
  const toast = page.locator('.ant-notification-notice');
  await toast.getByText('Помилка', { exact: true }).waitFor();
  await toast.getByText('Невідома помилка').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Спробувати ще раз' }).waitFor();
  await context.close();
});

it('speaks the language of the account from the login on, keeps another with it, and forgets it at the logout', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk');
  const colleague = await staffMember(app, { locale: 'de' });
  const languageIs = (locale: string) =>
    expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale);
  await page.goto(site('/login'));
  await signIn(page, colleague.email);
  await page.getByRole('link', { name: 'Kunden', exact: true }).waitFor();
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: /^DE/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('link', { name: 'Clients', exact: true }).waitFor();
  expect((await stored).status()).toBe(200);
  const { body } = await app.call('GET', '/api/admin/auth/me', colleague);
  expect(body.data.locale).toBe('en');
  await page.getByRole('button', { name: /^My account/ }).click();
  await page.getByText('Sign out').click();
  await page.getByLabel('Електронна пошта').waitFor();
  await languageIs('uk');
  await page.reload();
  await page.getByLabel('Електронна пошта').waitFor();
  expectNoComplaints();
  await context.close();
});

it('follows the size of the reader’s text, and cuts nothing but marks what goes on', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk');
  await page.setViewportSize({ width: 1366, height: 768 });
  await beSignedIn(page, app, await staffMember(app));
  await page.goto(site('/admin-panel/clients'));
  await page.getByRole('link', { name: 'Пекарня «Хліб»' }).waitFor();
  const sizes = () =>
    page.evaluate(() =>
      ['body', '.ant-btn', 'td', '.panel-brand'].map((part) => {
        const element = document.querySelector(part);
        return element && getComputedStyle(element).fontSize;
      }),
    );
  const usual = await sizes();
  expect(usual.slice(0, 3)).toEqual(['14px', '14px', '14px']);
  // As a browser does whose text was made larger meanwhile.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const twice = usual.map((size) => `${Number.parseFloat(size ?? '') * 2}px`);
  await expect.poll(sizes).toEqual(twice);
  expect(await fitsItsWidth(page)).toBe(true);

  await page.goto(site('/admin-panel/settings/general'));
  const parts = page.locator('.side-parts-list');
  await parts.waitFor();
  expect(await parts.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
  expect(await parts.evaluate((list) => getComputedStyle(list).backgroundAttachment)).toBe(
    'local, local, scroll, scroll',
  );
  expectNoComplaints();
  await context.close();
});

it('shows the whole mark of the focus on a card of a phone', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'phone');
  await beSignedIn(page, app, await staffMember(app));
  await page.goto(site('/admin-panel/clients'));
  const title = page.getByRole('link', { name: 'Пекарня «Хліб»' });
  await title.focus();
  const cutting = title.evaluate((link) => {
    const above: Element[] = [];
    for (let one = link.parentElement; one && one.tagName !== 'TR'; one = one.parentElement) above.push(one);
    return above.filter((one) => getComputedStyle(one).overflow !== 'visible').map((one) => one.className);
  });
  expect(await cutting).toEqual([]);
  expectNoComplaints();
  await context.close();
});
