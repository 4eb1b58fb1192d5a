import type { Page } from 'playwright-core';
import { password } from '#tests/support/people.ts';

/** Fills in the login of staff, in Ukrainian, on the page that shows it. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Електронна пошта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Увійти' }).click();
}
