import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '#contract/kernel/variants.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { registeredCustomer } from '#tests/support/people.ts';
import { openBrowser, type Visitor, visitor, pickFromBar } from '#tests/support/browser/page.ts';

/**
 * A phone on a slow network shows a form long before its scripts arrive: what is typed, chosen and clicked until then
 * counts. React writes to the console when the server's page differs from what it renders.
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

const site = (path: string, of = app) => `http://localhost:${of.platform.config.port}${path}`;

/** A page whose scripts wait until the test lets them through. */
async function withoutScripts(path: string, { locale, of = app }: { locale?: string; of?: TestApp } = {}) {
  const who = await visitor(browser, 'phone', { expected: /\/api\/auth\// });
  const { page, context } = who;
  if (locale) await context.addCookies([{ name: 'locale', value: locale, url: site('/', of) }]);
  const { promise: letThrough, resolve: bringScripts } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await letThrough;
    await route.continue();
  });
  await page.goto(site(path, of), { waitUntil: 'commit' });
  const hydrate = async () => {
    bringScripts();
    await page.locator('#root:not([data-ssr])').waitFor();
  };
  return { ...who, hydrate };
}

const valuesOf = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(new FormData(document.querySelector('form') ?? undefined).entries()),
  );

/** One that works: a page whose link is spent says so as soon as it knows. */
async function newPasswordLink(): Promise<string> {
  const { email } = await registeredCustomer(app);
  await app.call('POST', '/api/auth/reset/email/send', { body: { email } });
  return app.linkTo(email, 'reset');
}

async function leave(who: Visitor): Promise<void> {
  who.expectNoComplaints();
  await who.context.close();
}

describe('a registration before its scripts', () => {
  it.each(locales)('in %s takes what is typed and chosen, and keeps it', async (locale) => {
    const who = await withoutScripts('/registration', { locale });
    const { page } = who;
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    await page.locator('input[value=legal]').check();
    await page.locator('input[name=email]').fill('kava@example.com');
    await page.locator('select[name=country_code]').selectOption('LT');
    await page.locator('input[name=password]').fill('Passw0rd-1');
    await page.locator('input[name=terms]').check();
    await page.locator('input[name=name]').pressSequentially('Kava');
    await page.locator('input[name=name]').evaluate((field: HTMLInputElement) => {
      field.setSelectionRange(1, 3);
      field.dataset['seen'] = 'before';
    });
    const typed = await valuesOf(page);
    expect(typed).toMatchObject({
      type: 'legal',
      email: 'kava@example.com',
      country_code: 'LT',
      terms: 'on',
    });
    await who.hydrate();
    await page.locator('.rules [data-met]').nth(3).waitFor();
    await page.getByText('+370', { exact: true }).waitFor();
    expect(await valuesOf(page)).toEqual(typed);
    const name = page.locator('input[name=name][data-seen=before]:focus');
    expect(
      await name.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]),
    ).toEqual([1, 3]);
    // The scripts know all of it: only the company's identifier is wrong.
    await page.locator('.actions button').click();
    await page.locator('.summary').waitFor();
    expect(
      await page.locator('input[name=email][aria-invalid=true], [name=type] ~ [data-faulty]').count(),
    ).toBe(0);
    await leave(who);
  });

  it('of the Lithuanian variant is the same for its scripts, through a partner as well', async () => {
    const lithuanian = await startApp({ VARIANT: 'lt' });
    for (const path of ['/registration', '/registration/alliance']) {
      const who = await withoutScripts(path, { of: lithuanian });
      expect(await who.page.locator('html').getAttribute('lang')).toBe('lt');
      await who.page.locator('h1').waitFor();
      await who.hydrate();
      await who.page.locator('main a:visible, main form').first().waitFor();
      await leave(who);
    }
    await lithuanian.close();
  });

  it('changes its language when that was chosen in it, and when an older visit remembered another', async () => {
    const who = await withoutScripts('/registration');
    const { page } = who;
    await page.locator('input[name=name]').fill('Кава');
    await pickFromBar(page, 'languages', 'English');
    await who.hydrate();
    await page.locator('html[lang=en]').waitFor();
    await page.getByText('Full name').waitFor();
    expect(await valuesOf(page)).toMatchObject({ name: 'Кава' });
    await who.context.clearCookies();
    await page.reload();
    expect(await page.locator('#root').getAttribute('data-ssr')).not.toBe('en');
    await page.locator('html[lang=en]').waitFor();
    // What was typed in this tab is there again.
    expect(await valuesOf(page)).toMatchObject({ name: 'Кава' });
    expect(await who.context.cookies()).toMatchObject([{ name: 'locale', value: 'en' }]);
    await leave(who);
  });

  it('does what was pressed when it can: opens a field, sends the form', async () => {
    const who = await withoutScripts('/registration');
    const { page } = who;
    await page.getByRole('button', { name: 'Маю промокод' }).click();
    await page.locator('input[name=email]').fill('не пошта');
    await page.locator('input[name=email]').press('Enter');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    await who.hydrate();
    await page.locator('input[name=email][aria-invalid=true]').waitFor();
    await page.locator('input[name=promo_code]').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await page.locator('[data-busy], [data-held]').count()).toBe(0);
    await leave(who);
  });
});

it('shows a form that works when an extension of the browser has put something into it', async () => {
  const who = await withoutScripts('/registration');
  const { page } = who;
  await page.locator('input[name=name]').fill('Кава');
  await page.locator('input[name=name]').evaluate((field) => field.after(document.createElement('div')));
  // React reports it, and renders the form again without what was typed so far (docs/decisions/0082).
  await who.hydrate();
  await page.locator('input[name=name] + div').waitFor({ state: 'detached' });
  await page.locator('input[value=legal]').check();
  await page.locator('select[name=country_code]').selectOption('LT');
  await page.getByText('+370', { exact: true }).waitFor();
  await page.locator('input[name=email]').fill('не пошта');
  await page.locator('.actions button').click();
  await page.locator('input[name=email][aria-invalid=true]').waitFor();
  expect(await valuesOf(page)).toMatchObject({ type: 'legal', country_code: 'LT', email: 'не пошта' });
  await who.context.close();
});

describe('other first pages before their scripts', () => {
  it.each([
    { path: '/client/login?redirect=%2Faccount', typed: { email: 'a@example.com', password: 'Wrong-1234' } },
    { path: '/forgot-password?for=staff', typed: { email: 'not an address' } },
    { path: '/reset', typed: { password: 'Passw0rd-1', password_confirmation: 'Passw0rd-2' } },
  ])('$path sends what was typed as soon as it can', async ({ path, typed }) => {
    const query = path === '/reset' ? `?hash=${await newPasswordLink()}` : '';
    const who = await withoutScripts(`${path}${query}`, { locale: 'en' });
    const { page } = who;
    for (const [name, value] of Object.entries(typed)) await page.locator(`input[name=${name}]`).fill(value);
    await page.keyboard.press('Enter');
    await who.hydrate();
    await page.locator('.notice.danger, [aria-invalid=true]').first().waitFor();
    expect(await valuesOf(page)).toEqual(typed);
    await leave(who);
  });

  it('lead from an address that is none to the page that says so, which names it', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site('/tarifs?period=year'));
    await page.waitForURL(site('/404'));
    await page.getByText('/tarifs').waitFor();
    await page.reload();
    await page.getByText('/tarifs').waitFor();
    await context.close();
  });

  it('take the browser’s language at one touch, and ask once', async () => {
    const context = await browser.newContext({ locale: 'de-DE' });
    const page = await context.newPage();
    await page.goto(site('/registration?period=year'));
    await page.getByText('Auf Deutsch?').click();
    await page.locator('html[lang=de] form').waitFor();
    expect(page.url()).toBe(site('/registration?period=year'));
    expect(await page.locator('.language-offer').count()).toBe(0);
    await page.goto(site('/client/login'));
    await page.locator('html[lang=de] form').waitFor();
    expect(await page.locator('.language-offer').count()).toBe(0);
    await context.close();
  });

  it('say what is needed where there is no JavaScript at all', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site('/registration'));
    expect(await page.locator('noscript').innerText()).toContain('потрібен JavaScript');
    expect(await page.locator('form').isVisible()).toBe(false);
    await context.close();
  });
});
