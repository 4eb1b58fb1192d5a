import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openBrowser, type Visitor, visitor } from '#tests/support/browser/page.ts';
import { beSignedIn } from '#tests/support/browser/sign-in.ts';
import { confirmedCustomer, type Person, staffMember } from '#tests/support/people.ts';

/** What the lists and the home page of the panel show of themselves, and that they stay where they are. */
let app: TestApp;
let browser: Browser;
let desk: Visitor;
let manager: Person;
beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
  desk = await visitor(browser, 'desk');
  manager = await staffMember(app, { name: 'Олександра Митрофаненко-Василевська' });
  for (const [name, email] of [
    ['Товариство «Карпатський ремісничий двір»', 'buhgalteria.karpatskyi@remisnychyi-dvir.com.ua'],
    ['ФОП Олександр Христофорович Білокопитенко', 'o.bilokopytenko.shop@ukrainska-poshta.example'],
  ]) {
    await confirmedCustomer(app, { name, email });
  }
  await failedEmail();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

/** One that waits for somebody on the home page. */
async function failedEmail(): Promise<void> {
  const now = app.clock.now();
  const id = newId(now);
  await app.platform.database.db
    .insertInto('emails')
    .values({
      id,
      to_address: 'nobody@example.com',
      kind: 'top_up_receipt',
      locale: 'uk',
      subject: 'Ваш баланс поповнено на 1 250,00 ₴',
      data: JSON.stringify({}),
      reason: 'top_up',
      status: 'failed',
      attempts: 1,
      error: '550 5.1.1 user unknown',
      message_id: `<${id}@example.com>`,
      created_at: now,
    })
    .execute();
}

async function openAs(page: Page, path: string): Promise<void> {
  await beSignedIn(page, app, manager);
  await page.goto(site(path));
}

/** How far the last column of the list is beyond its frame, and how far the heading of each sum ends from it. */
function measuresOf(page: Page) {
  return page.evaluate(() => {
    const rightsOf = (row: Element | null) =>
      [...(row?.querySelectorAll('.cell-money') ?? [])].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell.querySelector('.ant-table-column-title') ?? cell);
        return range.getBoundingClientRect().right;
      });
    const frame = document.querySelector('.table-frame');
    const last = frame?.querySelector('thead th:nth-last-child(1 of :not(.ant-table-cell-scrollbar))');
    const rightOf = (element: Element | null | undefined) => element?.getBoundingClientRect().right ?? 0;
    const headings = rightsOf(document.querySelector('.table-frame thead tr'));
    const sums = rightsOf(document.querySelector('.table-frame tr[data-row-key]'));
    return {
      beyond: Math.max(0, Math.floor(rightOf(last) - rightOf(frame))),
      apart: headings.map((right, place) => Math.trunc(right - (sums[place] ?? 0))).filter((by) => by !== 0),
    };
  });
}

it.each([
  '/admin-panel/clients',
  '/admin-panel/settings/emails',
  '/admin-panel/tariffs',
  '/admin-panel/settings/audit',
])('shows every column of %s at 1440 pixels, and each heading over its numbers', async (path) => {
  const { page, expectNoComplaints } = desk;
  await openAs(page, path);
  await page.locator('tr[data-row-key]').first().waitFor();
  // The head is another table, which takes the widths of the rows once they are there.
  await expect.poll(() => measuresOf(page)).toEqual({ beyond: 0, apart: [] });
  expectNoComplaints();
});

it('moves nothing while the home page loads, and leads from a failed email to why it failed', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk');
  await context.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openAs(page, '/admin-panel');
  const todo = page.getByRole('link', { name: 'Не надіслано 1 лист' });
  await todo.waitFor();
  // As somebody sees it who was here before: with the files in the cache.
  await page.reload();
  await page.locator('.figures-main').waitFor();
  await page.waitForLoadState('networkidle');
  const moved = await page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: number[] };
    return shifts.reduce((sum, one) => sum + one, 0);
  });
  expect(moved).toBeLessThanOrEqual(0.02);
  await todo.click();
  await page.getByRole('columnheader', { name: 'Помилка' }).first().waitFor();
  await page.getByText('550 5.1.1 user unknown', { exact: false }).first().waitFor();
  expectNoComplaints();
  await context.close();
});

it('leads a card on a phone with name, state and money', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'phone');
  await openAs(page, '/admin-panel/clients');
  const card = page.locator('tr[data-row-key]').first();
  await card.waitFor();
  const tops = await card.evaluate((row) =>
    ['.cell-title', '.cell-enum.cell-leads', '.cell-money.cell-leads', '.cell-moment'].map((cell) =>
      Math.round(row.querySelector(`td${cell}`)?.getBoundingClientRect().top ?? -1),
    ),
  );
  const [title = 0, state = 0, money = 0, next = 0] = tops;
  expect(state).toBeGreaterThan(title);
  expect(Math.abs(money - state)).toBeLessThan(8);
  expect(next).toBeGreaterThan(state);
  const call = await card.locator('a[href^="tel:"]').boundingBox();
  expect(call?.height).toBeGreaterThanOrEqual(32);
  expectNoComplaints();
  await context.close();
});

it('shows on a phone that there are more tabs, and scrolls to them by the arrow', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'phone');
  await openAs(page, '/admin-panel/clients');
  const tabs = page.getByRole('navigation', { name: 'Розділи' });
  const hides = () => tabs.getAttribute('data-hides');
  await expect.poll(hides).toContain('end');
  const endArrow = '.panel-tabs .tabs-more-end';
  // Each touch scrolls most of a row; the arrow goes with the last tab.
  await expect
    .poll(async () => {
      await page.evaluate((arrow) => document.querySelector<HTMLElement>(arrow)?.click(), endArrow);
      return hides();
    })
    .toBe('start');
  expectNoComplaints();
  await context.close();
});

it('keeps what is done with a client of a long name in one line on a laptop', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk');
  await page.setViewportSize({ width: 1366, height: 768 });
  await openAs(page, '/admin-panel/clients');
  await page.getByRole('link', { name: /Білокопитенко/ }).click();
  const acts = page.locator('.client-head-acts');
  await acts.getByRole('button', { name: 'Поповнити' }).waitFor();
  const tops = await acts.evaluate((row) =>
    [...row.children].flatMap((one) => (one.checkVisibility() ? [one.getBoundingClientRect().top] : [])),
  );
  expect(new Set(tops.map(Math.round)).size).toBe(1);
  const [above, below] = await Promise.all([acts.boundingBox(), page.locator('.client-card').boundingBox()]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  expect((above?.x ?? 0) + (above?.width ?? 0)).toBeLessThanOrEqual(1366);
  expectNoComplaints();
  await context.close();
});

it('puts the state of a price to the edge of its row on a phone', async () => {
  const { page, context, expectNoComplaints } = await visitor(browser, 'desk');
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await app.platform.database.db.selectFrom('tariffs').select('id').executeTakeFirstOrThrow();
  await openAs(page, `/admin-panel/tariffs/show/${id}`);
  const row = page.locator('.price-history tbody tr').first();
  await row.waitFor();
  const [edge, state] = await Promise.all([row.boundingBox(), row.locator('.state').boundingBox()]);
  expect(state?.x).toBe(edge?.x);
  expectNoComplaints();
  await context.close();
});

it('keeps a line of the client’s head in sight on a laptop, and all of it where there is room', async () => {
  const { page } = desk;
  const { id } = await confirmedCustomer(app, {
    name: 'ТОВ «Лінія»',
    phone: '501112233',
  });
  const topOf = (selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const scrolled = async (height: number) => {
    await page.setViewportSize({ width: 1366, height });
    await openAs(page, `/admin-panel/clients/show/${id}`);
    await page.locator('.client-timeline[aria-busy=false]').waitFor();
    // Higher than any window, whatever happened to the client.
    await page.locator('.overview').evaluate((element) => (element.style.minHeight = '2000px'));
    await page.evaluate(() => scrollTo(0, 300));
  };
  await scrolled(768);
  const line = page.locator('.client-strip-line');
  await line.waitFor();
  expect(await topOf('.client-strip-line')).toBe(0);
  expect(await topOf('.client-head')).toBeLessThan(0);
  for (const text of ['ТОВ «Лінія»', '0,00', '50 111 22 33']) {
    expect((await line.innerText()).replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(text);
  }
  expect((await line.boundingBox())?.height).toBeLessThan(64);
  await page.evaluate(() => scrollTo(0, 0));
  await line.waitFor({ state: 'detached' });
  await scrolled(900);
  expect(await topOf('.client-head')).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
});
