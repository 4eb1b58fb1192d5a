import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { fitsItsWidth, openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn, signIn } from '#tests/support/browser/sign-in.ts';
import { password, type Person, staffMember } from '#tests/support/people.ts';
import { startIdentityProvider } from '#tests/support/processes/identity-provider.ts';
import { freePort } from '#tests/support/processes/ports.ts';

/**
 * An administrator's work on clients and users, as one story: create, change, conflict with a colleague, block,
 * delete, undo; then invite a colleague with fewer rights, and set up a second factor. Each step continues the one
 * before.
 */
let app: TestApp;
let browser: Browser;
let admin: Visitor;
let boss: Person;
const company = 'ТОВ «Пекарня»';
const refusals = /\/api\/admin\/(clients|users)/;

beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
  boss = await staffMember(app, { name: 'Олена' });
  admin = await visitor(browser, 'desk', { expected: refusals });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(site('/login'));
  await signIn(page, email);
  await page.waitForURL('**/admin-panel');
}

const clientId = (page: Page) => page.url().split('/').at(-1)?.split('?')[0] ?? '';

it('shows each mistake of a new client at its field, the first one focused', async () => {
  const { page } = admin;
  await logIn(page, boss.email);
  await page.goto(site('/admin-panel/clients'));
  await page.getByRole('button', { name: 'Створити клієнта' }).click();
  await page.getByRole('heading', { name: 'Новий клієнт' }).waitFor();
  await page.getByRole('button', { name: 'Створити клієнта' }).click();
  await page.locator('.ant-form-item-explain-error').nth(3).waitFor();
  expect(await page.getByLabel('Назва або ім’я').evaluate((e) => e === document.activeElement)).toBe(true);
});

it('cuts nothing off what is pasted, and says how long it may be', async () => {
  const { page } = admin;
  const name = page.getByLabel('Назва або ім’я');
  await name.fill('Пекарня '.repeat(40));
  await page.getByRole('button', { name: 'Створити клієнта' }).click();
  await page.getByText('Не більше ніж 255 символів').waitFor();
  expect(await name.inputValue()).toHaveLength(320);
});

it('says of a field what is so: its mistake goes when it is changed, the others stay', async () => {
  const { page } = admin;
  const mistakes = page.locator('.ant-form-item-explain-error');
  const before = await mistakes.count();
  await page.getByLabel('Назва або ім’я').fill('Пекарня');
  await mistakes.nth(before - 1).waitFor({ state: 'detached' });
  expect(await mistakes.count()).toBe(before - 1);
  await page.getByRole('button', { name: 'Створити клієнта' }).click();
  await page.getByLabel('Назва або ім’я').fill('');
  await page.getByRole('button', { name: 'Створити клієнта' }).click();
  await mistakes.nth(before - 1).waitFor();
});

it('creates the client once, however often the button is pressed', async () => {
  const { page } = admin;
  await page.getByLabel('Назва або ім’я').fill(company);
  await page.getByLabel('РНОКПП / ЄДРПОУ').fill('12 345 678 90');
  await page.getByLabel('Електронна пошта').fill('bakery@example.com');
  await page.getByLabel('Телефон', { exact: true }).fill('067 123 45 67');
  await page.getByRole('button', { name: 'Створити клієнта' }).dblclick();
  // The toast first, because it disappears.
  await page.getByText('Клієнта створено').waitFor();
  await page.waitForURL('**/clients/show/*');
  await page.getByRole('heading', { name: company }).waitFor();
  const rows = await app.platform.database.db.selectFrom('clients').select('phone_e164').execute();
  expect(rows).toEqual([{ phone_e164: '+380671234567' }]);
});

it('says at the field that an address is taken, and loses nothing', async () => {
  const { page } = admin;
  await page.goto(site('/admin-panel/clients/create'));
  await page.getByLabel('Назва або ім’я').fill('Інша пекарня');
  await page.getByLabel('РНОКПП / ЄДРПОУ').fill('1234567890');
  await page.getByLabel('Електронна пошта').fill('bakery@example.com');
  await page.getByLabel('Телефон', { exact: true }).fill('671234568');
  await page.getByLabel('Телефон', { exact: true }).press('Enter');
  await page.locator('.ant-form-item-has-error input[type=email]').waitFor();
  expect(await page.getByLabel('Назва або ім’я').inputValue()).toBe('Інша пекарня');
});

it('asks before what was typed is lost', async () => {
  const { page } = admin;
  await page.getByRole('link', { name: 'Тарифи', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Залишитися' }).click();
  expect(page.url()).toContain('/clients/create');
  await page.getByRole('link', { name: 'Тарифи', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Піти без збереження' }).click();
  await page.waitForURL('**/tariffs');
});

it('keeps what was typed when the network is lost, and saves it afterwards', async () => {
  const { page, context } = admin;
  await page.goto(site('/admin-panel/clients'));
  await page.getByRole('link', { name: company }).click();
  await page.getByRole('link', { name: 'Змінити' }).click();
  await page.waitForURL('**/clients/edit/*');
  await page.getByLabel('Адреса', { exact: true }).fill('Київ, Хрещатик, 1');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.locator('.form-actions .failure').waitFor();
  await context.setOffline(false);
  expect(await page.getByLabel('Адреса', { exact: true }).inputValue()).toBe('Київ, Хрещатик, 1');
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Дані клієнта збережено').waitFor();
  await page.waitForURL('**/clients/show/*');
});

it('saves again what was saved already when its answer got lost', async () => {
  const { page } = admin;
  await page.getByRole('link', { name: 'Змінити' }).click();
  await page.waitForURL('**/clients/edit/*');
  await page.getByLabel('Адреса', { exact: true }).fill('Київ, Хрещатик, 2');
  const lost = page.waitForEvent('requestfailed');
  await page.route(
    (url) => url.pathname === `/api/admin/clients/${clientId(page)}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await lost;
  await page.locator('.form-actions .failure').waitFor();
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.waitForURL('**/clients/show/*');
  await page.getByText('Київ, Хрещатик, 2').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('shows who was faster, and keeps mine in one field and theirs in another', async () => {
  const { page } = admin;
  await page.getByRole('link', { name: 'Змінити' }).click();
  await page.waitForURL('**/clients/edit/*');
  await page.getByLabel('Назва або ім’я').fill('Моя назва');
  const colleague = await staffMember(app, { name: 'Богдан' });
  const id = clientId(page);
  const change = { name: 'Назва колеги', vat_number: 'LT1' };
  const { status } = await app.call('PUT', `/api/admin/clients/${id}`, {
    body: change,
    token: colleague.token,
  });
  expect(status).toBe(200);
  await page.getByRole('button', { name: 'Зберегти' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Богдан').waitFor();
  await dialog.getByText('Назва колеги').waitFor();
  await dialog.getByText('LT1').waitFor();
  await dialog.getByRole('button', { name: 'Зберегти так' }).click();
  await page.waitForURL('**/clients/show/*');
  await page.getByRole('heading', { name: 'Моя назва' }).waitFor();
  await page.getByText('LT1').waitFor();
});

it('sets the times of one cabinet beside the general ones', async () => {
  const { page } = admin;
  await page.goto(`${page.url().split('?')[0]}?tab=money`);
  await page.locator('.client-times').getByRole('button').click();
  const term = page.getByRole('dialog').getByLabel('Пільговий період');
  expect(await term.getAttribute('placeholder')).toContain('7');
  await term.fill('багато');
  await page.getByRole('dialog').getByRole('button', { name: 'Зберегти' }).click();
  await page.locator('.ant-form-item-has-error').waitFor();
  await term.fill('21');
  await page.getByRole('dialog').getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Налаштування збережено').waitFor();
});

it('blocks, and unblocks although the cabinet has moved on since the screen was read', async () => {
  const { page } = admin;
  const { db } = app.platform.database;
  const end = new Date(Date.now() + 10 * 86_400_000);
  await db.updateTable('clients').set({ status: 'trial', trial_ends: end, lasts_until: end }).execute();
  await page.goto(page.url().split('?')[0] ?? '');
  await page.getByRole('button', { name: 'Призупинити' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByRole('button', { name: 'Призупинити' }).click();
  await asked.locator('.ant-form-item-has-error').waitFor();
  await asked.getByLabel('Причина').fill('Не відповідає на дзвінки');
  await asked.getByRole('button', { name: 'Призупинити' }).click();
  await page.getByText('Призупинено: Не відповідає на дзвінки').waitFor();
  const unblock = page.getByRole('button', { name: 'Відновити роботу' });
  await unblock.waitFor();
  const later = new Date(Date.now() + 60_000);
  await db.updateTable('clients').set({ updated_at: later }).execute();
  await unblock.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Відновити роботу' }).click();
  await page.getByRole('button', { name: 'Призупинити' }).waitFor();
});

it('deletes after saying what will happen, and undoes it from the toast', async () => {
  const { page } = admin;
  await page.getByRole('button', { name: 'Інші дії' }).click();
  await page.getByRole('menuitem', { name: 'Видалити' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('База даних збережеться').waitFor();
  await dialog.getByLabel('Причина').fill('Попросив сам');
  // Under the mouse a toast stays, so the mouse is there before it comes.
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.mouse.move(width - 200, height - 60);
  await dialog.getByRole('button', { name: 'Видалити' }).press('Enter');
  await page.locator('.ant-notification-notice', { hasText: 'Скасувати дію' }).hover();
  await page.getByText('Цього клієнта видалено').waitFor();
  await page.getByText('Причина: Попросив сам').waitFor();
  await page.locator('.ant-notification').getByRole('button', { name: 'Скасувати дію' }).click();
  await page.getByText('Клієнта відновлено').waitFor();
  await page.getByText('Цього клієнта видалено').waitFor({ state: 'detached' });
});

it('tells it all in the activity, with before and after', async () => {
  const { page } = admin;
  await page.getByRole('link', { name: 'Огляд' }).click();
  await page.locator('.timeline').getByText('Клієнта відновлено').first().waitFor();
  const entry = page.locator('.timeline > li').filter({ hasText: 'Моя назва' }).first();
  expect(await entry.locator('del').first().innerText()).toBe('Назва колеги');
});

it('invites a colleague; what one right brings along is shown as included', async () => {
  const { page } = admin;
  await page.goto(site('/admin-panel/users/create'));
  await page.getByLabel('Ім’я', { exact: true }).fill('Нова Менеджерка');
  await page.getByLabel('Електронна пошта').fill('new-at-example');
  await page.getByRole('button', { name: 'Запросити' }).click();
  await page.getByText('Введіть адресу повністю').waitFor();
  await page.getByText('Виберіть роль або хоча б одне право').waitFor();
  await page.getByLabel('Електронна пошта').fill('new@example.com');
  await page.getByRole('checkbox', { name: /Створювати клієнтів/ }).check();
  const read = page.getByRole('checkbox', { name: /Список і сторінки клієнтів/ });
  expect([await read.isChecked(), await read.isDisabled()]).toEqual([true, true]);
  await page.getByRole('button', { name: 'Запросити' }).click();
  await page.getByText(/^Запрошення створено\./).waitFor();
  await page.waitForURL('**/users/show/*');
  expect(await app.linkTo('new@example.com', 'staff_invitation')).toBeTruthy();
  await page.getByRole('button', { name: 'Видалити' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Видалити' }).click();
  await page.getByText('Користувача видалено', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Відновити' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Відновити' }).click();
  await page.getByText('Користувача відновлено').waitFor();
  admin.expectNoComplaints();
});

it('gives a manager without the rights no way to what they may not do', async () => {
  const writer = await staffMember(app, { name: 'Писар', permissions: ['clients.read', 'users.write'] });
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`;
  await app.platform.database.db.updateTable('clients').set({ email }).execute();
  const manager = await visitor(browser, 'phone');
  const { page } = manager;
  await beSignedIn(page, app, writer);
  await page.goto(site('/admin-panel/clients'));
  await page.getByRole('link', { name: 'Моя назва' }).waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  expect(await page.getByRole('button', { name: 'Створити клієнта' }).count()).toBe(0);
  // The search starts when typing pauses, within the list as it is then.
  await page.getByRole('searchbox').fill('Моя');
  // A phone has the order and the filters behind one button, the columns behind another.
  const byFilters = page.getByRole('button', { name: /^Фільтри/ });
  await byFilters.click();
  await page.locator('.sort-choice .ant-select-selector').click();
  await page.locator('.ant-select-item-option', { hasText: 'Сортувати: Стан' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.has('sort[status]') && searchParams.size === 2);
  // Two clicks before the screen has followed the first.
  await page.getByRole('button', { name: 'Інші інструменти' }).click();
  await page.getByRole('button', { name: 'Стовпці' }).click();
  const ticked = await page.locator('.column-chooser').evaluate((list) => {
    const boxes = [...list.querySelectorAll<HTMLInputElement>('[type=checkbox]:not(:checked)')].slice(0, 2);
    for (const box of boxes) box.click();
    return boxes.map((box) => box.closest('label')?.textContent ?? '');
  });
  expect(ticked).toHaveLength(2);
  await page.mouse.click(2, 2); // closes the columns, which cover their button on a phone
  await byFilters.click();
  for (const name of ticked)
    await page.locator(`td[data-label="${name}"]`).first().waitFor({ state: 'attached' });
  const filters = page.getByRole('group', { name: 'Фільтри' });
  await filters.getByRole('button', { name: 'Менеджер' }).click();
  // A choice among tariffs, which they may not see, is not offered.
  expect(await filters.getByRole('button', { name: 'Тариф' }).count()).toBe(0);
  const byManager = filters.getByRole('dialog', { name: 'Менеджер' });
  await byManager.getByRole('checkbox').check();
  await byManager.getByRole('button', { name: /^Показати/ }).click();
  await page.locator('.filter-chips').getByText('Менеджер: не вказано').waitFor();
  await page.getByRole('link', { name: 'Моя назва' }).click();
  await page.getByRole('heading', { name: 'Моя назва' }).waitFor();
  await page.getByRole('link', { name: email }).waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  expect(await page.getByRole('button', { name: 'Увійти як клієнт' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Інші дії' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Змінити' }).count()).toBe(0);
  await page.goto(`${page.url().split('?')[0]}?tab=details`);
  const tab = page.getByRole('link', { name: 'Дані', exact: true });
  await expect
    .poll(() => tab.evaluate((link) => link.getBoundingClientRect().right <= innerWidth))
    .toBe(true);
  await page.goto(site(`/admin-panel/users/show/${boss.id}`));
  await page.getByText('права, яких немає у вас').waitFor();
  await page.goto(site(`/admin-panel/users/edit/${boss.id}`));
  await page.getByText('права, яких немає у вас').waitFor();
  expect(await page.getByRole('button', { name: 'Зберегти' }).count()).toBe(0);
  await page.goto(site('/admin-panel/clients/create'));
  await page.getByText('Потрібне право «Змінювати клієнтів»').waitFor();
  await page.goto(site('/admin-panel/users/create'));
  await page.getByText('Окремі права').click();
  expect(await page.getByRole('checkbox', { name: /Створювати клієнтів/ }).isDisabled()).toBe(true);
  expect(await fitsItsWidth(page)).toBe(true);
  manager.expectNoComplaints();

  // They may give their own rights away, but are asked first: only a colleague can give them back.
  await page.goto(site(`/admin-panel/users/edit/${writer.id}`));
  await page.getByRole('checkbox', { name: /Список і сторінки клієнтів/ }).uncheck();
  await page.getByRole('button', { name: 'Зберегти' }).click();
  const question = page.getByRole('dialog', { name: 'Забрати права в себе?' });
  expect(await question.getByRole('listitem').allInnerTexts()).toEqual(['Переглядати клієнтів']);
  await question.getByText('лише хтось інший').waitFor();
  await question.getByRole('button', { name: 'Назад' }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Зберегти' }).click();
  await question.getByRole('button', { name: 'Забрати права' }).click();
  await page.waitForURL(`**/users/show/${writer.id}`);
  // The tab is gone with the right; its address says what it needs.
  await page.getByRole('link', { name: 'Клієнти', exact: true }).waitFor({ state: 'detached' });
  await page.goto(site('/admin-panel/clients'));
  await page.getByText('Потрібне право «Переглядати клієнтів»').waitFor();

  // The same for deleting themselves; undoing is not offered, because they are signed out.
  await page.goto(site(`/admin-panel/users/show/${writer.id}`));
  await page.getByRole('button', { name: 'Видалити' }).click();
  await page.getByRole('dialog').getByText('ваш власний обліковий запис').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Видалити' }).click();
  await page.waitForURL('**/login?*');
  const toast = page.locator('.ant-notification-notice').filter({ hasText: 'Користувача видалено' });
  await toast.waitFor();
  expect(await toast.getByRole('button', { name: 'Скасувати дію' }).count()).toBe(0);
  await manager.context.close();
});

it('makes people who must have a second factor set it up, and asks for it at the next login', async () => {
  const careful = await staffMember(app, { name: 'Обережний', permissions: ['clients.read'] });
  const manager = await visitor(browser, 'phone', { expected: /\/api\/admin\/auth\// });
  const { page } = manager;
  await app.call('PUT', `/api/admin/users/${careful.id}`, {
    body: { two_factor_required: true },
    token: boss.token,
  });
  // Nothing that would be refused is requested: neither after the login nor when the page is loaded again.
  await logIn(page, careful.email);
  await page.getByRole('heading', { name: 'Потрібен двофакторний вхід' }).waitFor();
  await page.goto(site('/admin-panel/account'));
  await page.getByRole('heading', { name: 'Потрібен двофакторний вхід' }).waitFor();
  await page.getByLabel('Поточний пароль').fill(password);
  await page.getByRole('button', { name: 'Налаштувати' }).click();
  await page.getByRole('img', { name: 'QR-код для застосунку' }).waitFor();
  const secret = (await page.locator('.two-factor-key').innerText()).replaceAll(' ', '');
  const code = () => new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() });
  await page.getByLabel('Код із застосунку').fill(code());
  await page.getByRole('button', { name: 'Увімкнути' }).click();
  const spare = await page.locator('.recovery-codes li').first().innerText();
  expect(await fitsItsWidth(page)).toBe(true);
  await page.getByRole('button', { name: 'Коди збережено' }).click();
  await page.getByText('Залишилося 10 резервних кодів').waitFor();

  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto(site('/login'));
  await signIn(page, careful.email);
  await page.getByLabel('Код із застосунку').fill('000000');
  await page.getByLabel('Код із застосунку').press('Enter');
  await page.getByText('Код не підходить').waitFor();
  await page.getByRole('button', { name: 'Немає доступу до телефону? Введіть резервний код' }).click();
  await page.getByLabel('Резервний код').press('Enter');
  await page.getByText('Заповніть це поле').waitFor();
  await page.getByLabel('Резервний код').fill(spare.toUpperCase());
  await page.getByLabel('Резервний код').press('Enter');
  await page.waitForURL('**/admin-panel');
  manager.expectNoComplaints();
  await manager.context.close();
});

it('signs in at the identity provider, and proves it there before a sensitive act', async () => {
  const port = String(await freePort());
  const idp = await startIdentityProvider(`http://localhost:${port}/api/admin/auth/oidc/callback`);
  const company = await startApp({ ...idp.environment, PORT: port, OIDC_ONLY: '1' });
  company.closeFirst(() => idp.close());
  const colleague = await visitor(browser, 'desk', { expected: /\/api\/admin\// });
  try {
    const { page, context } = colleague;
    const { email } = await staffMember(company);
    idp.knows({ sub: 'one', email, email_verified: true });
    await page.goto(`http://localhost:${port}/login?redirect=%2Fadmin-panel%2Fsettings%2Froles`);
    const enter = page.getByRole('link', { name: 'Увійти через Company ID' });
    expect(await page.getByLabel('Пароль').count()).toBe(0);
    idp.down(true);
    await enter.click();
    await page.getByText('Сервіс корпоративних облікових записів не відповідає').waitFor();
    idp.down(false);
    await enter.click();
    await page.getByRole('link', { name: `Continue as ${email}` }).click();
    await page.waitForURL('**/admin-panel/settings/roles');

    await page.getByRole('button', { name: 'Нова роль' }).click();
    await page.getByRole('dialog').getByLabel('Назва').fill('Нічна зміна');
    await page.getByRole('checkbox', { name: /Список і сторінки клієнтів/ }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Створити' }).click();
    await page.getByText('Це важлива дія').waitFor();
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Підтвердити через Company ID' }).click();
    const provider = await opened;
    await provider.getByRole('link', { name: `Continue as ${email}` }).click();
    await page.getByRole('row', { name: /Нічна зміна/ }).waitFor();
    if (!provider.isClosed()) await provider.getByText('Це вікно можна закрити').waitFor();
    colleague.expectNoComplaints();
  } finally {
    await colleague.context.close();
    await company.close();
  }
});
