import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openBrowser, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn } from '#tests/support/browser/sign-in.ts';
import { staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** The operator's own words for an email: written, seen, tried, broken by an update, and given up again. */
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

it('writes own words, sees them for a client, tries them, and goes back to the built-in ones', async () => {
  const { db } = app.platform.database;
  const person = await staffMember(app);
  const client = await subscriber(app, { tariffId: await newTariff(app), balance: 0 });
  const { name } = await db
    .selectFrom('clients')
    .select('name')
    .where('id', '=', client.id)
    .executeTakeFirstOrThrow();
  const { page, expectNoComplaints } = await visitor(browser, 'desk', {
    expected: /\/email-templates\/preview/,
  });
  const template = '/admin-panel/settings/email-templates/welcome/uk';
  await beSignedIn(page, app, person);
  await page.goto(`http://localhost:${app.platform.config.port}${template}`);
  const preview = page.getByRole('region', { name: 'Перегляд' });
  const subject = page.getByLabel('Тема');
  const words = page.getByLabel('Вміст');

  await words.fill('Добрий день!\n\n<b>Вітаємо</b>\n\n[Увійти]({{link}})');
  await page.getByText(/^Рядок 3: /).waitFor();
  await subject.fill('Раді вам, {{name}}');
  await words.fill('# Раді вам\n\nВаш кабінет – {{name}}.\n\n[Увійти]({{link}})');
  await preview.getByText('Раді вам, Олена Ковальчук').waitFor(); // the example
  await preview.getByRole('combobox').click();
  await page.getByTitle(name).click();
  await preview.getByText(`Раді вам, ${name}`).waitFor();

  await page.getByRole('button', { name: 'Надіслати мені для перевірки' }).click();
  await page.getByText('Лист для перевірки надсилається вам').waitFor();
  const sent = await db
    .selectFrom('emails')
    .select('subject')
    .where('to_address', '=', person.email)
    .where('subject', 'like', '%Раді вам%')
    .execute();
  expect(sent).toHaveLength(1);

  await page.getByRole('button', { name: 'Зберегти' }).click();
  await page.getByText('Текст збережено').waitFor();
  await db.updateTable('email_templates').set({ body: '{{gone}}' }).execute(); // as an update would break it
  await page.reload();
  await page.getByText(/Цей текст більше не підходить/).waitFor();

  await page.getByRole('button', { name: 'Повернути вбудований текст' }).click();
  await page.getByRole('tooltip').getByRole('button', { name: 'Повернути вбудований текст' }).click();
  await page.getByText('Знову діє вбудований текст').waitFor();
  expect(await db.selectFrom('email_templates').select('kind').execute()).toEqual([]);
  expectNoComplaints();
});
