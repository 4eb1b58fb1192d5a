import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { fitsItsWidth, openBrowser, visitor } from '#tests/support/browser/page.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { customerWithCabinet, password, staffMember } from '#tests/support/people.ts';

/**
 * Somebody adds a passkey, signs out, signs in with it and removes it, with Chromium's own virtual device: a colleague
 * at a desk, a customer with a phone. Another customer sets up a second factor. Each story has an account and a browser
 * of its own.
 */
let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

/** A device that keeps passkeys and recognises its owner. */
async function withDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

it('a colleague signs in with a passkey, and proves with it who removes it', async () => {
  const { email, id } = await staffMember(app);
  const { context, page } = await visitor(browser, 'desk', { expected: /\/api\/admin\// });
  await withDevice(page);
  await page.goto(site('/login?redirect=%2Fadmin-panel%2Faccount'));
  await signIn(page, email);
  const panel = page.locator('section.panel', { has: page.locator('#own-passkeys') });
  await panel.getByRole('button', { name: 'Додати ключ доступу' }).click();
  await page.getByLabel('Назва').fill('Ноутбук');
  await page.getByRole('dialog').getByRole('button', { name: 'Додати', exact: true }).click();
  await panel.getByText('Ноутбук').waitFor();
  await panel.getByText('ще не використовувався').waitFor();

  await page.evaluate(() => localStorage.clear());
  await page.goto(site('/login?redirect=%2Fadmin-panel%2Faccount'));
  await page.getByRole('button', { name: 'Використати ключ доступу' }).click();
  await panel.getByText('востаннє').waitFor();

  // The proof of the sign-in has become too old.
  const old = new Date(app.clock.now().getTime() - 3_600_000);
  const { db } = app.platform.database;
  await db.updateTable('sessions').set({ created_at: old }).where('account_id', '=', id).execute();
  await panel.getByRole('button', { name: 'Видалити «Ноутбук»?' }).click();
  await page.locator('.ant-popconfirm').getByRole('button', { name: 'Видалити', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Використати ключ доступу' }).click();
  await panel.getByText('Ноутбук').waitFor({ state: 'detached' });
  await context.close();
});

it('a customer signs in with a passkey and removes it', async () => {
  const { email } = await customerWithCabinet(app);
  const { context, page } = await visitor(browser, 'phone', { expected: /\/api\/auth\// });
  await withDevice(page);
  const login = site('/client/login?redirect=%2Faccount%2Fsecurity');
  await page.goto(login);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  const group = page.locator('section.group', { has: page.locator('#passkeys-title') });
  await group.getByRole('button', { name: 'Додати ключ доступу' }).click();
  await page.locator('input[name=name]').fill('Телефон');
  await page.locator('input[name=current_password]').fill(password);
  await group.getByRole('button', { name: 'Додати', exact: true }).click();
  await group.getByText('Ключ доступу додано.').waitFor();
  await group.getByText('ще не використовувався').waitFor();
  expect(await fitsItsWidth(page)).toBe(true);

  await page.evaluate(() => localStorage.clear());
  await page.goto(login);
  await page.getByRole('button', { name: 'Використати ключ доступу' }).click();
  await group.getByText('востаннє').waitFor();

  await group.getByRole('button', { name: 'Видалити «Телефон»' }).click();
  await group.getByRole('button', { name: 'Видалити «Телефон»' }).click();
  await group.getByText('Ключ доступу видалено.').waitFor();
  await group.locator('li').waitFor({ state: 'detached' });
  await page.evaluate(() => localStorage.clear());
  await page.goto(login);
  await page.getByRole('button', { name: 'Використати ключ доступу' }).click();
  await page.getByText('Цей ключ доступу тут не діє').waitFor();
  await context.close();
});

it('a customer sets up a second factor, signs in in two steps, and switches it off with a recovery code', async () => {
  const { email } = await customerWithCabinet(app);
  const { context, page } = await visitor(browser, 'phone', { expected: /\/api\/auth\// });
  const signInAgain = async () => {
    await page.goto(site('/client/login?redirect=%2Faccount%2Fsecurity'));
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
  };
  await signInAgain();
  const group = page.locator('section.group', { has: page.locator('#two-factor-title') });
  await group.getByRole('button', { name: 'Налаштувати' }).click();
  await page.locator('input[name=current_password]').fill(password);
  await group.getByRole('button', { name: 'Продовжити' }).click();
  await group.getByRole('img', { name: 'QR-код для застосунку' }).waitFor();
  const secret = ((await group.locator('.two-factor-key').textContent()) ?? '').replace(/\s/g, '');
  const code = () => {
    app.clock.advance(30); // a code works once
    return new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() });
  };
  await page.locator('input[name=code]').fill(code());
  await group.getByRole('button', { name: 'Увімкнути' }).click();
  await group.locator('.recovery-codes code').first().waitFor();
  const [recovery = ''] = await group.locator('.recovery-codes code').allTextContents();
  expect(await fitsItsWidth(page)).toBe(true);
  await group.getByRole('button', { name: 'Коди збережено' }).click();
  await group.getByText('Залишилося 10 резервних кодів').waitFor();

  await page.evaluate(() => localStorage.clear());
  await signInAgain();
  await page.getByRole('heading', { name: 'Введіть код' }).waitFor();
  await page.locator('input[name=code]').fill(code());
  await page.getByRole('button', { name: 'Увійти', exact: true }).click();
  await group.getByRole('button', { name: 'Вимкнути' }).click();
  await page.locator('input[name=current_password]').fill(password);
  await group.getByRole('button', { name: 'Немає доступу до телефону? Введіть резервний код' }).click();
  await page.locator('input[name=recovery_code]').fill(recovery);
  await group.getByRole('button', { name: 'Вимкнути' }).click();
  await group.getByText('Двофакторний вхід вимкнено').waitFor();
  await context.close();
});
