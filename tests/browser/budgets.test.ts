import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullPermissions } from '#contract/kernel/permissions.ts';
import { locales } from '#contract/kernel/variants.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openAsNewcomer, openBrowser } from '#tests/support/browser/page.ts';
import { customerWithCabinet, type Person, staffMember } from '#tests/support/people.ts';

/**
 * What a first visit may load, compressed, in kB of 1000 bytes (GROWTH section 17, "A front"). How long it takes is
 * measured by `npm run bench -- first-page`.
 */
let app: TestApp;
let browser: Browser;
let page: Page;
let customer: Person;

beforeAll(async () => {
  app = await startApp({ PAYMENTS: 'test' });
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  customer = await customerWithCabinet(app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;

interface Loaded {
  kind: string;
  url: string;
  kB: number;
}

/** Everything that a browser without a cache loads for a page until nothing more is asked for. */
async function loadedBy(
  path: string,
  { locale, shown, stored = {} }: { locale: string; shown: string; stored?: Record<string, string> },
): Promise<Loaded[]> {
  const done: Promise<Loaded>[] = [];
  const note = (request: Request) => {
    if (request.url() === site('/config.json') && request.isNavigationRequest()) return;
    done.push(sizeOf(request));
  };
  page.on('requestfinished', note);
  await openAsNewcomer(page, site(path), { locale, stored });
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(await languageOf()).toBe(locale);
  page.off('requestfinished', note);
  return Promise.all(done);
}

async function sizeOf(request: Request): Promise<Loaded> {
  return {
    kind: request.resourceType(),
    url: request.url(),
    kB: (await request.sizes()).responseBodySize / 1000,
  };
}

const languageOf = () => page.locator('html').getAttribute('lang');
const sumOf = (loaded: readonly Loaded[], kind?: string) =>
  loaded.reduce((sum, one) => (kind === undefined || one.kind === kind ? sum + one.kB : sum), 0);

describe.each(locales)('in %s', (locale) => {
  it('/tariffs loads no script, and at most 250 kB in all', async () => {
    const loaded = await loadedBy('/tariffs', { locale, shown: 'h1' });
    expect(sumOf(loaded, 'document')).toBeGreaterThan(1);
    expect(sumOf(loaded, 'script')).toBe(0);
    expect(sumOf(loaded)).toBeLessThanOrEqual(250);
  });

  it('/registration loads at most 120 kB of scripts, by at most ten requests', async () => {
    const loaded = await loadedBy('/registration', { locale, shown: 'aside.start strong' });
    expect(sumOf(loaded, 'script')).toBeGreaterThan(50);
    expect(sumOf(loaded, 'script')).toBeLessThanOrEqual(120);
    // The logo is also the page's icon, and comes from the cache then.
    expect(new Set(loaded.map(({ url }) => url)).size).toBeLessThanOrEqual(10);
    // The style is in the page.
    expect(loaded.filter(({ kind }) => kind === 'stylesheet')).toEqual([]);
  });

  it.each([
    { path: '/account', shown: '.balance' },
    { path: '/account/wallet', shown: '.ledger, #history-title' },
    { path: '/account/profile', shown: '#bank-title' },
    { path: '/account/security', shown: '#sign-ins-title' },
  ])('$path loads at most 140 kB of scripts', async ({ path, shown }) => {
    const loaded = await loadedBy(path, {
      locale,
      shown,
      stored: { tokenClient: customer.token, expiresClient: String(Date.now() + 3_600_000) },
    });
    expect(sumOf(loaded, 'script')).toBeGreaterThan(50);
    expect(sumOf(loaded, 'script')).toBeLessThanOrEqual(140);
  });

  // How: docs/decisions/0215.
  it('the list of clients loads at most 500 kB of scripts', async () => {
    const { token } = await staffMember(app, { locale });
    const inAnHour = String(Date.now() + 3_600_000);
    const loaded = await loadedBy('/admin-panel/clients', {
      locale,
      shown: 'tr[data-row-key]',
      stored: { token, expires: inAnHour, session: inAnHour, permissions: JSON.stringify(fullPermissions) },
    });
    expect(sumOf(loaded, 'script')).toBeGreaterThan(200);
    expect(sumOf(loaded, 'script')).toBeLessThanOrEqual(500);
  });
});
