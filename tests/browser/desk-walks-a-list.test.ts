import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { countClicks } from '#tests/support/browser/clicks.ts';
import { openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn } from '#tests/support/browser/sign-in.ts';
import { staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** A desk goes through a list: into a client, to the next ones, back to where it was (GROWTH section 19). */
let app: TestApp;
let browser: Browser;
let desk: Visitor;

beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
  const tariffId = await newTariff(app);
  for (let number = 10; number < 40; number += 1) {
    const more = { name: `Клієнт ${number}` };
    await subscriber(app, { tariffId, status: 'trial', endsIn: number < 13 ? 4 : 20, more });
  }
  const person = await staffMember(app);
  desk = await visitor(browser, 'desk');
  await beSignedIn(desk.page, app, person);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

it('comes back to the page, the order and the row that it left', async () => {
  const { page } = desk;
  await page.goto(site('/admin-panel/clients?page=2&limit=10&sort[name]=asc&filter[status][eq]=trial'));
  await page.getByRole('link', { name: 'Клієнт 25' }).click();
  await page.getByRole('heading', { name: 'Клієнт 25' }).waitFor();
  await page.getByRole('link', { name: 'Клієнти', exact: true }).last().click();
  const row = page.getByRole('link', { name: 'Клієнт 25' });
  await row.waitFor();
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');
  expect(new URL(page.url()).searchParams.get('filter[status][eq]')).toBe('trial');
  await expect.poll(() => row.evaluate((link) => link === document.activeElement)).toBe(true);
});

it('walks to the next client over the end of a page, and comes back to that page', async () => {
  const { page } = desk;
  await page.getByRole('link', { name: 'Клієнт 28' }).click();
  const walk = page.getByRole('navigation', { name: 'Рядки списку' });
  await walk.getByText('19 з 30').waitFor();
  await walk.getByRole('link', { name: 'Наступний →' }).click();
  await page.getByRole('heading', { name: 'Клієнт 29' }).waitFor();
  await walk.getByText('20 з 30').waitFor();
  await walk.getByRole('link', { name: 'Наступний →' }).click();
  await page.getByRole('heading', { name: 'Клієнт 30' }).waitFor();
  await walk.getByText('21 з 30').waitFor();
  await walk.getByRole('link', { name: '← Попередній' }).click();
  await page.getByRole('heading', { name: 'Клієнт 29' }).waitFor();
  await walk.getByRole('link', { name: 'Наступний →' }).click();
  await page.getByRole('heading', { name: 'Клієнт 30' }).waitFor();
  await page.getByRole('link', { name: 'Клієнти', exact: true }).last().click();
  await page.getByRole('link', { name: 'Клієнт 30' }).waitFor();
  expect(new URL(page.url()).searchParams.get('page')).toBe('3');
});

it('exports the trials that end within a week by two clicks, and the address stays relative', async () => {
  const { page } = desk;
  await page.goto(site('/admin-panel/clients'));
  const clicks = await countClicks(page);
  await page.getByRole('link', { name: 'Безкоштовний період закінчується' }).click();
  await page.getByText('Період до: У найближчі 7 днів').waitFor();
  expect(new URL(page.url()).searchParams.get('filter[trialEnds][eq]')).toBe('next:7d');
  await page.getByRole('link', { name: 'Клієнт 12' }).waitFor();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: /^(Export|Експорт) CSV$/ }).click();
  expect((await file).suggestedFilename()).toMatch(
    /^clients-bezkoshtovnyi-period-zakinchuietsia-\d{4}-\d\d-\d\d\.csv$/,
  );
  await page.getByText('Файл готовий: 3 рядки').waitFor();
  await clicks.expectAtMost(2);
});
