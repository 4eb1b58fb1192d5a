import type { Page } from 'playwright-core';
import type { TestApp } from '#tests/support/app.ts';
import { password, type Person } from '#tests/support/people.ts';

/** Fills in the login of staff, in Ukrainian, on the page that shows it. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Електронна пошта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Увійти' }).click();
}

/**
 * The browser of a member of staff who signed in on an earlier visit, for stories that are not about the login: its page
 * takes a second of the processor.
 */
export async function beSignedIn(page: Page, app: TestApp, { token }: Person): Promise<void> {
  const { body } = await app.call('GET', '/api/admin/auth/me', { token });
  const inAnHour = String(Date.now() + 3_600_000);
  const permissions = JSON.stringify(body.data.permissions);
  // A page of the same origin without scripts.
  await page.goto(`http://localhost:${app.platform.config.port}/config.json`);
  await page.evaluate((session) => void Object.assign(localStorage, session), {
    token,
    expires: inAnHour,
    session: inAnHour,
    permissions,
    domain: 'localhost',
  });
}
