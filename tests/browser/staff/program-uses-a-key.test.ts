import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openBrowser, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn } from '#tests/support/browser/sign-in.ts';
import { password, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** A key for a program: made after a proof, seen once, used from its network alone, and ended. */
let app: TestApp; // a new one for a second try, too
let browser: Browser;
beforeEach(async () => {
  app = await startApp({ TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: 'a token for tests alone' });
  browser = await openBrowser();
});
afterEach(async () => {
  await browser.close();
  await app.close();
});

it('lets a program read clients from one network, and nothing else, until it is ended', async () => {
  const person = await staffMember(app);
  const client = await subscriber(app, { tariffId: await newTariff(app) });
  // A key in the list of keys is refused, and a session too old for a sensitive act asks for a proof.
  const { page, expectNoComplaints } = await visitor(browser, 'desk', { expected: /\/api-keys$/ });
  await beSignedIn(page, app, person);
  await page.goto(`http://localhost:${app.platform.config.port}/admin-panel/settings/api-keys`);
  await page.getByRole('button', { name: 'Новий ключ' }).waitFor();
  const hourAgo = new Date(app.clock.now().getTime() - 3_600_000);
  await app.platform.db.updateTable('sessions').set({ created_at: hourAgo, proved_at: null }).execute();

  await page.getByRole('button', { name: 'Новий ключ' }).click();
  const form = page.getByRole('dialog', { name: 'Новий ключ' });
  await form.getByLabel('Назва').fill('CRM');
  await form.getByRole('checkbox', { name: /^Переглядати клієнтів/ }).check();
  await form.getByLabel('Мережі').fill('203.0.113.0/24');
  await form.getByRole('button', { name: 'Створити' }).click();
  const proof = page.getByRole('dialog', { name: 'Підтвердьте, що це ви' });
  await proof.getByLabel('Поточний пароль').fill(password);
  await proof.getByRole('button', { name: 'Підтвердити' }).click();
  const shown = page.getByRole('dialog', { name: 'Ваш новий ключ' });
  const token = await shown.getByRole('textbox').inputValue();
  expect(token).toMatch(/^tnt_/);
  await shown.getByRole('button', { name: 'Збережено' }).click();
  await shown.waitFor({ state: 'hidden' });
  await page.getByText(`…${token.slice(-4)}`).waitFor();
  expect(await page.content()).not.toContain(token);

  const program = async (method: string, path: string, from: string, body?: object) => {
    const answer = await fetch(`${app.url}/api/admin/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': from,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { code?: string; data?: { id: string }[] },
    }; // the rows of a list, or a refusal
  };
  const read = await program('GET', 'clients', '203.0.113.5');
  expect([read.status, read.body.data?.map(({ id }) => id)]).toEqual([200, [client.id]]);
  const written = await program('PUT', `clients/${client.id}`, '203.0.113.5', { name: 'Інша' });
  expect([written.status, written.body.code]).toEqual([403, 'forbidden']);
  const elsewhere = await program('GET', 'clients', '198.51.100.7');
  expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'key_address']);
  await page.reload();
  await page.getByText('203.0.113.5').waitFor(); // last used

  await page.getByRole('button', { name: 'Відкликати' }).click();
  const asked = page.getByRole('dialog', { name: 'Відкликати ключ «CRM»?' });
  await asked.getByRole('button', { name: 'Відкликати' }).click();
  await page.getByText('Ключ відкликано').waitFor();
  await page.getByText(`…${token.slice(-4)}`).waitFor({ state: 'hidden' });
  expect((await program('GET', 'clients', '203.0.113.5')).status).toBe(401);
  expectNoComplaints();
});
