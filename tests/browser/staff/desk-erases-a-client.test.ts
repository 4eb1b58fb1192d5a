import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openBrowser, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn } from '#tests/support/browser/sign-in.ts';
import { customerWithCabinet, giveBalance, password, staffMember } from '#tests/support/people.ts';

/** A client is erased at the desk: what goes and stays is said, a proof is asked for, and the page says how far it is. */
let app: TestApp; // a new one for a second try, too
let browser: Browser;
beforeEach(async () => {
  app = await startApp();
  browser = await openBrowser();
});
afterEach(async () => {
  await browser.close();
  await app.close();
});

it('erases a client after a proof, and shows nothing of it any more', async () => {
  const person = await staffMember(app);
  const client = await customerWithCabinet(app, { name: 'Марта Забута' });
  await giveBalance(app, client.id, 12_300);
  const { page, expectNoComplaints } = await visitor(browser, 'desk', { expected: /\/erase$/ });
  await beSignedIn(page, app, person);
  await page.goto(`http://localhost:${app.platform.config.port}/admin-panel/clients/show/${client.id}`);
  await page.getByRole('button', { name: 'Інші дії: Марта Забута' }).waitFor();
  const hourAgo = new Date(app.clock.now().getTime() - 3_600_000);
  await app.platform.db
    .updateTable('sessions')
    .set({ created_at: hourAgo, proved_at: null })
    .where('kind', '=', 'staff')
    .execute();

  await page.getByRole('button', { name: 'Інші дії: Марта Забута' }).click();
  await page.getByRole('menuitem', { name: 'Стерти дані…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Стерти дані клієнта Марта Забута/ });
  await dialog.getByText(/^На балансі ще 123/).waitFor();
  await dialog.getByLabel('Причина').fill('Вимога від 26 листопада');
  await dialog.getByRole('button', { name: 'Стерти назавжди' }).click();
  const proof = page.getByRole('dialog', { name: 'Підтвердьте, що це ви' });
  await proof.getByLabel('Поточний пароль').fill(password);
  await proof.getByRole('button', { name: 'Підтвердити' }).click();

  await page.getByText('Дані клієнта стерто').first().waitFor();
  await page.getByRole('heading', { name: `Стертий клієнт ${client.id.slice(-8)}` }).waitFor();
  await page.getByText('Причина: Вимога від 26 листопада').waitFor();
  await page.getByText(/^Усе прибрано|Усе прибрано/).waitFor();
  await page.getByText('Марта Забута').waitFor({ state: 'hidden' });
  expectNoComplaints();
});
