import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '#contract/kernel/variants.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { fitsItsWidth, openAsNewcomer, openBrowser, pickFromBar } from '#tests/support/browser/page.ts';
import { customerWithCabinet, type Person } from '#tests/support/people.ts';

/** Customers' pages on every width, with large letters, on paper and in another language (docs/decisions/0178). */
let app: TestApp;
let browser: Browser;
/** All of them are visited in one page: see openAsNewcomer. */
let page: Page;
let customer: Person;

beforeAll(async () => {
  app = await startApp({ PAYMENTS: 'test' });
  const { db } = app.platform.database;
  const said = { description: '', subtitle: '' };
  const translations = {
    uk: { name: 'Крамниця', ...said },
    lt: { name: 'Parduotuvė', ...said },
  };
  await db
    .updateTable('tariffs')
    .set({ price_month: 49_900, goods_quantity: 100, translations: JSON.stringify(translations) })
    .execute();
  const at = new Date();
  const guild = { code: 'guild', name: 'Спілка крамарів', kind: 'alliance' } as const;
  await db
    .insertInto('partners')
    .values({ id: randomUUID(), ...guild, created_at: at, updated_at: at })
    .execute();
  browser = await openBrowser();
  page = await browser.newPage({ reducedMotion: 'reduce' });
  await page.addInitScript(noteShifts);
  customer = await customerWithCabinet(app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const account = ['/account', '/account/wallet', '/account/profile', '/account/security'];
const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

interface Visit {
  width?: number;
  locale?: string;
  who?: Person | null;
}

async function open(
  path: string,
  { width = 1440, locale = 'uk', who = customer }: Visit = {},
): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' });
  const session = who && { tokenClient: who.token, expiresClient: String(Date.now() + 3_600_000) };
  await openAsNewcomer(page, site(path), { locale, stored: { ...session } });
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.locator('.waiting').waitFor({ state: 'detached' });
}

/** Runs in the page before its own scripts. */
function noteShifts(): void {
  Object.assign(window, { shifted: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') });
  }).observe({ type: 'layout-shift', buffered: true });
}
const shiftOf = () => page.evaluate(() => Number(Reflect.get(window, 'shifted')));

describe.each([1440, 1024, 768, 390])('at %d pixels', (width) => {
  it.each(account)('%s uses the width, moves nothing and leads back first', async (path) => {
    await open(path, { width });
    expect(await fitsItsWidth(page)).toBe(true);
    expect(await shiftOf()).toBeLessThanOrEqual(0.02);
    expect(await page.locator('main a').first().getAttribute('href')).toBe('/auth');
    const sheet = await page.locator('.sheet').boundingBox();
    const pages = await page.locator('.site-pages').boundingBox();
    if (!sheet || !pages) throw new Error('nothing is shown');
    expect(pages.y + pages.height).toBeLessThan(sheet.y);
    expect(sheet.width).toBeGreaterThan(width >= 1440 ? 1100 : width * 0.6);
  });
});

it.each([1280, 800, 390])(
  'prices, registration, account and cabinet have one frame at %d pixels',
  async (width) => {
    await open('/tariffs', { width, who: null });
    const prices = await frameOf();
    await open('/registration', { width, who: null });
    expect(await frameOf()).toEqual(prices);
    await open('/account', { width });
    const account = await frameOf();
    expect(account.logo).toEqual(prices.logo);
    expect(account.foot).toEqual(prices.foot);
    const { body } = await app.call('POST', '/api/cabinet/sign-in', { token: customer.token });
    await page.goto(body.data.url);
    const cabinet = await frameOf();
    expect([cabinet.logo, cabinet.foot]).toEqual([prices.logo, prices.foot]);
    expect(cabinet.bar).toEqual(account.bar);
    expect(await page.locator('.person summary').count()).toBe(1);
    // The way out is at hand without scrolling.
    await open('/account', { width });
    await page.locator('.person summary').click();
    const wayOut = page.locator('.person').getByRole('button', { name: 'Вийти' });
    expect((await wayOut.boundingBox())?.y).toBeLessThan(300);
  },
);

/** Where the parts of the frame are. */
const frameOf = () =>
  page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const [logo, bar, foot, end] = ['.brand', '.site-bar', '.site-foot', '.site-end'].map(box);
    return {
      logo: [logo?.left, logo?.top, logo?.width, logo?.height],
      bar: [bar?.left, bar?.width, end?.right, end?.top],
      foot: [foot?.left, foot?.width],
    };
  });

it.each(['uk', 'en', 'ru', 'lt', 'de'])(
  'the registration in %s ends within one and a half screens of a phone',
  async (locale) => {
    await open('/registration', { width: 390, locale, who: null });
    const { y, height } = (await page.locator('button[type=submit]').boundingBox()) ?? { y: 0, height: 0 };
    expect(y).toBeGreaterThan(0);
    expect(y + height).toBeLessThanOrEqual(1.5 * 844);
  },
);

it.each([1280, 360])('short pages and those a link leads to move nothing at %d pixels', async (width) => {
  for (const path of [
    '/404',
    '/userfind',
    '/reset',
    '/registration/alliance',
    '/registration?partner=guild',
  ]) {
    await open(path, { width, who: null });
    expect(await shiftOf(), path).toBeLessThanOrEqual(0.02);
  }
});

describe.each(['a stranger', 'a customer'])('to %s', (who) => {
  it.each(['/registration', '/client/login', '/forgot-password', '/'])(
    '%s moves nothing on a phone when its scripts and answers come',
    async (path) => {
      const seen = { width: 390, locale: 'de', who: who === 'a stranger' ? null : customer };
      await open(path, seen);
      expect(await shiftOf()).toBeLessThanOrEqual(0.02);
      // Who has a session is told so by forms for strangers, and nobody else.
      const isForm = path === '/registration' || path === '/client/login';
      const wayOn = page.getByRole('link', { name: 'Zu meinem Arbeitsbereich' });
      if (isForm) expect(await wayOn.isVisible()).toBe(who === 'a customer');
    },
  );
});

it.each(['reduce', 'no-preference'] as const)(
  'turns nothing for who asks for less motion (%s)',
  async (reducedMotion) => {
    await open('/client/login', { who: null });
    await page.emulateMedia({ reducedMotion });
    const turning = await page.evaluate(() => {
      document.querySelector<HTMLElement>('button[type=submit]')?.setAttribute('data-busy', '');
      return document.getAnimations().length;
    });
    expect(turning > 0).toBe(reducedMotion === 'no-preference');
  },
);

it('names things in the language that was chosen, without a reload', async () => {
  await open('/account');
  await page.getByText('Крамниця').first().waitFor();
  await pickFromBar(page, 'languages', 'Lietuvių');
  await page.getByText('Parduotuvė').first().waitFor();
  expect(await page.getByText('Крамниця').count()).toBe(0);
});

const strangers = ['/registration', '/client/login', '/forgot-password', '/userfind', '/tariffs'];
const readers = ['uk', 'ru', 'lt', 'de'].flatMap((locale) => [
  { locale, reader: 'customer', paths: account },
  { locale, reader: 'stranger', paths: strangers },
]);
describe.each(readers)(
  'with letters twice as large on the narrowest phone, in $locale to a $reader',
  ({ locale, reader, paths }) => {
    const seen = { width: 360, locale, who: reader === 'customer' ? customer : null };
    it.each(paths)('%s cuts no word', async (path) => {
      await open(path, seen);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect(await page.evaluate(cutWords)).toEqual([]);
      expect(await fitsItsWidth(page)).toBe(true);
    });
  },
);

it.each(locales)(
  'shows every page of the account on a phone, and breaks no step of large letters, in %s',
  async (locale) => {
    for (const width of [390, 360]) {
      await open('/account', { width, locale });
      const links = page.locator('.site-pages a');
      expect(await links.count()).toBe(5);
      for (const link of await links.all()) {
        const place = await link.boundingBox();
        expect(place && place.x >= 0 && place.x + place.width <= width).toBe(true);
      }
      expect(await page.locator('.site-pages').evaluate((row) => getComputedStyle(row).maskImage)).toBe(
        'none',
      );
    }
    await open('/registration', { width: 360, locale, who: null });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const broken = await page.locator('.sign-up-steps li').evaluateAll((steps) =>
      steps.flatMap((step) => {
        step.style.setProperty('overflow-wrap', 'normal');
        return step.scrollWidth > step.clientWidth ? [step.textContent] : [];
      }),
    );
    expect(broken).toEqual([]);
  },
);

/** Runs in the page: texts of which a part can't be seen. A list of choices is as long as its button is wide. */
function cutWords(): string[] {
  const window = { left: 0, right: document.documentElement.clientWidth };
  return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
    const isText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isText || !isSeen || element.closest('.unseen, select, .skip-link, .skip')) return [];
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    const isCut =
      left < window.left - 1 ||
      right > window.right + 1 ||
      (getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1);
    return isCut
      ? [`${element.className || element.tagName}: ${element.textContent.trim().slice(0, 60)}`]
      : [];
  });
}

it('prints what is read, without what is pressed', async () => {
  await open('/account/wallet');
  await page.emulateMedia({ media: 'print' });
  const shown = (selector: string) => page.locator(selector).first().isVisible();
  expect(await shown('.balance')).toBe(true);
  expect(await shown('.site-foot')).toBe(true);
  expect(await shown('.printed')).toBe(true);
  // On the first sheet, not behind an empty one.
  const sheet = await page.locator('.sheet').evaluate((place) => getComputedStyle(place).breakInside);
  expect(sheet).toBe('auto');
  for (const selector of ['.site-pages', '.account-back', '.site-end', '.button', '.site-foot ul', '.top-up'])
    expect(await shown(selector)).toBe(false);
});

it('signs out of the account with the cabinet, and says so', async () => {
  const leaving = await customerWithCabinet(app);
  await open('/404', { who: leaving });
  const { body } = await app.call('POST', '/api/cabinet/sign-in', { token: leaving.token });
  await page.goto(body.data.url);
  await pickFromBar(page, 'person', 'Вийти');
  await page.getByText('Ви вийшли з кабінету й облікового запису.').waitFor();
  expect(await page.getByText('Ви вже ввійшли.').isVisible()).toBe(false);
  await page.goto(site('/account'));
  await page.waitForURL('**/client/login?*');
});

it('signs out from the prices, but not by a link of another site', async () => {
  const leaving = await customerWithCabinet(app);
  await open('/account', { who: leaving });
  await page.goto(site('/client/login?sign-out'));
  await page.getByText('Ви вже ввійшли.').waitFor();
  await page.context().addCookies([{ name: 'person', value: 'Olena', url: site('/') }]);
  await page.goto(site('/tariffs'));
  await pickFromBar(page, 'person', 'Вийти');
  await page.getByText('Ви вийшли з кабінету й облікового запису.').waitFor();
  await page.goto(site('/account'));
  await page.waitForURL('**/client/login?*');
});

it('says at once that a link was cut, before anybody thinks of a password', async () => {
  await open('/reset#hash=rubbish', { who: null });
  await page.getByRole('heading', { name: 'Посилання не діє' }).waitFor();
  expect(await page.locator('input[type=password]').count()).toBe(0);
  await open('/confirm-registration/rubbish', { who: null });
  await page.getByRole('heading', { name: 'Посилання не діє' }).waitFor();
  expect(await page.getByRole('button', { name: 'Підтвердити пошту' }).count()).toBe(0);
});
