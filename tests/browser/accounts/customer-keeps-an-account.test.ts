import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, startApp } from '#tests/support/app.ts';
import { linkIn, type Mailbox, openMailbox } from '#tests/support/files/mailbox.ts';
import {
  fitsItsWidth,
  openBrowser,
  type Visitor,
  visitor,
  pickFromBar,
} from '#tests/support/browser/page.ts';
import { pdfText } from '#tests/support/files/pdf-text.ts';
import { password, staffMember } from '#tests/support/people.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';

/**
 * A customer's years in one story, on a phone and in German, with a real mail server: registration with a promo code,
 * a new email, a forgotten password, too little money and a return. Each step continues the one before.
 */
let app: TestApp;
let browser: Browser;
let customer: Visitor;
let mailbox: Mailbox;
const first = 'bakery@example.com';
const second = 'new-bakery@example.com';
const day = 86_400;

beforeAll(async () => {
  mailbox = await openMailbox();
  app = await startApp({ SMTP_URL: mailbox.url });
  browser = await openBrowser();
  customer = await visitor(browser, 'phone', { expected: /\/api\/(auth|cabinet)\// });
  const { db } = app.platform.database;
  await db.updateTable('tariffs').set({ price_month: 30_000, price_year: 300_000 }).execute();
  const { token } = await staffMember(app);
  const account = 'UA213223130000026007233566001';
  const company = {
    name: 'Betreiber',
    code: '87654321',
    bank: 'Bank',
    account,
    address: 'Kyjiw',
    vat_number: '',
  };
  const setting = { key: 'company_details', value: company };
  await app.call('POST', '/api/admin/settings', { token, body: setting });
  const effect = { kind: 'free_days', days: 6 };
  await app.call('POST', '/api/admin/promo-codes', { token, body: { code: 'START', effect } });
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await mailbox.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;
const inCabinet = (page: Page) => page.waitForURL(({ hostname }) => hostname.endsWith('.localhost'));
const linkOf = async (address: string, number?: number) =>
  linkIn(await mailbox.waitFor(address, number), app.platform.config.publicUrl);

it('registers in the language that was chosen, with a promo code that says what it gives, and is written to in it', async () => {
  const { page } = customer;
  await page.goto(site('/registration'));
  await pickFromBar(page, 'languages', 'Deutsch');
  await page.getByRole('button', { name: 'Ich habe einen Gutscheincode' }).click();
  await page.locator('input[name=promo_code]').fill('start');
  await page.locator('input[name=name]').fill('Bäckerei Grün');
  await page.getByText('Der Code verlängert die Testphase um 6 Tage.').waitFor();
  await page.getByText('20 Tage kostenlos').waitFor();
  await page.locator('input[name=ident]').fill('1234567890');
  await page.locator('input[name=email]').fill(first);
  await page.locator('input[name=phone]').fill('671234567');
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password_confirmation]').fill(password);
  await page.locator('input[name=terms]').check();
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/confirmation-reset-lt');
  const mail = await mailbox.waitFor(first);
  expect(mail.html).toContain('lang="de"');
  await page.goto(linkIn(mail, app.platform.config.publicUrl));
  await inCabinet(page);
  await page.getByRole('link', { name: 'Konto' }).first().click();
  await page.waitForURL('**/account');
  await page.getByText('Testphase').first().waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
});

it('changes the email with an email to the new address, and tells the old one', async () => {
  const { page } = customer;
  await page.getByRole('link', { name: 'Sicherheit' }).click();
  await page.getByRole('button', { name: 'E-Mail-Adresse ändern' }).click();
  await page.locator('input[name=email]').fill(second);
  await page.locator('input[name=current_password]').fill('Wrong-Passw0rd');
  await page.getByRole('button', { name: 'Link senden' }).click();
  await page.locator('input[name=current_password][aria-invalid=true]').waitFor();
  await page.locator('input[name=current_password]').fill(password);
  await page.getByRole('button', { name: 'Link senden' }).click();
  await page.getByText('Bis dahin gilt die bisherige Adresse.').waitFor();
  await page.goto(await linkOf(second));
  await page.getByRole('button', { name: 'Neue Adresse bestätigen' }).click();
  await page.locator('.notice.success').getByText(second).waitFor();
  const told = mailbox.to(first).find(({ text }) => text.includes(second));
  expect(told).toBeDefined();
  // This browser's session stays, and leads to the page with the address.
  await page.locator('a.button.primary').click();
  await page.waitForURL('**/account/security');
  await page.getByText(`Aktuell: ${second}`).waitFor();
});

it('loses nothing of what was typed into the own data when the session ends before it is saved', async () => {
  const { page } = customer;
  const save = page.getByRole('button', { name: 'Speichern' });
  await page.getByRole('link', { name: 'Daten', exact: true }).click();
  await page.getByRole('button', { name: 'Bearbeiten Ihre Bank' }).click();
  await page.locator('input[name=payment_bank]').fill('Sparkasse Grün');
  await app.platform.database.db.deleteFrom('sessions').execute();
  await save.click();
  await page.waitForURL('**/client/login?*');
  await page.locator('input[name=email]').fill(second);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.getByText('noch nicht gespeichert').waitFor();
  expect(await page.locator('input[name=payment_bank]').inputValue()).toBe('Sparkasse Grün');
  await save.click();
  await page.getByText('Gespeichert.').waitFor();
});

it('says that a page can not be loaded without a network, and shows it once there is one', async () => {
  const { page, context } = await visitor(browser, 'phone');
  await page.goto(site('/client/login'));
  const link = page.getByRole('link', { name: 'Забули пароль?' });
  await link.waitFor();
  await context.setOffline(true);
  await link.click();
  await page.getByRole('heading', { name: 'Не вдалося показати сторінку' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'Забули пароль?' }).waitFor();
  await context.close();
});

it('comes straight back in with a new password, wherever else one was signed in', async () => {
  const { page } = customer;
  await pickFromBar(page, 'person', 'Abmelden');
  await page.waitForURL('**/client/login*');
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  // The login stays on the screen until the next page is loaded, and has a field of the same name.
  await page.getByRole('heading', { name: 'Passwort vergessen?' }).waitFor();
  await page.locator('input[name=email]').fill(second);
  const mails = mailbox.to(second).length;
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/confirmation-reset');
  // Requested again from the start: it is on its way, and the page says when it can be sent again.
  await page.getByRole('link', { name: 'Andere Adresse' }).click();
  await page.getByRole('heading', { name: 'Passwort vergessen?' }).waitFor();
  await page.locator('input[name=email]').fill(second);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/confirmation-reset');
  await page.getByText(`an ${second}`).waitFor();
  await page.getByRole('button', { name: /in 0:\d\d/ }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.goto(await linkOf(second, mails + 1));
  await page.locator('input[name=password]').fill(`New-${password}`);
  await page.locator('input[name=password_confirmation]').fill(`New-${password}`);
  await page.locator('button[type=submit]').click();
  await page.getByText('Ihr Passwort wurde geändert').waitFor();
  await page.getByRole('link', { name: 'Zu meinem Arbeitsbereich' }).click();
  await inCabinet(page);
});

it('enters a bookmarked cabinet without a password, and is asked for it where the cabinet keeps no session', async () => {
  const { page, context } = customer;
  const bookmark = new URL('/', page.url());
  const comeWithoutSession = async () => {
    await context.clearCookies({ domain: bookmark.hostname });
    await page.goto(bookmark.href);
  };
  await comeWithoutSession();
  await page.waitForURL(bookmark.href);
  await comeWithoutSession();
  await page.locator('input[name=password]').waitFor();
  await page.getByRole('link', { name: 'Zu meinem Arbeitsbereich' }).click();
  await inCabinet(page);
});

it('finds out why the cabinet is closed, gets a proforma invoice, and is back in once it is paid', async () => {
  const { page } = customer;
  app.clock.advance((14 + 6 + 7) * day + 60);
  await runBilling(app.platform.subscriptions);
  await page.clock.setSystemTime(app.clock.now());
  await page.goto(site('/'));
  await page.getByRole('heading', { name: 'Arbeitsbereich gesperrt' }).waitFor();
  await page.getByText('dann ist der Arbeitsbereich sofort wieder verfügbar').waitFor();
  await page.getByText('Die Daten des Arbeitsbereichs werden in 30 Tagen gelöscht').waitFor();
  await page.getByRole('radio', { name: /^Proformarechnung für die Buchhaltung/ }).check();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Proformarechnung herunterladen (PDF)' }).click();
  const file = await downloaded;
  const text = pdfText(await readFile(await file.path())).replace(/\s+/g, ' ');
  const number = /(PF-[\w-]+)\.pdf/.exec(file.suggestedFilename())?.[1] ?? '';
  expect(text).toContain(`Proformarechnung Nr. ${number}`);
  expect(text).toContain('300,00 UAH');
  expect(await fitsItsWidth(page)).toBe(true);

  const { token } = await staffMember(app);
  const { body } = await app.call('GET', '/api/admin/clients', { token });
  await app.call('POST', `/api/admin/clients/${body.data[0].id}/replenish`, {
    token,
    body: { service: 'non_cash', amount: 30_000, invoice: number, year: app.clock.now().getFullYear() },
    headers: { 'idempotency-key': 'paid' },
  });
  await inCabinet(page);
  await page.goto(site('/account/wallet'));
  await page.getByText('+300,00').waitFor();
  await page.getByText(`Proformarechnung ${number}`).waitFor();
  customer.expectNoComplaints();
});
