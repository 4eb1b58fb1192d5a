import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium } from '../../../scripts/find-chromium.ts';

/** What Playwright switches off for its own sake. The switch counts once, so it is repeated here. */
export const offForPlaywright = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];
/** Pages of the address bar, which nobody sees: each window loads them, for 0.8 s of the processor. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** The first browser of a test file; one a file, contexts are cheap. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium: run `node scripts/find-chromium.ts`');
  const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
  const off = `--disable-features=${[...offForPlaywright, ...addressBar].join()}`;
  return chromium.launch({
    executablePath,
    args: [...flags, '--disable-component-update', '--disable-sync', off],
  });
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Fails when a page complained: errors in the console, exceptions, requests that a CSP stopped. */
  expectNoComplaints(): void;
}

const sizes = { phone: { width: 360, height: 740 }, desk: { width: 1440, height: 900 } } as const;

/** A person with a separate browser. `expected`: addresses whose refusals are part of the story. */
export async function visitor(
  browser: Browser,
  size: keyof typeof sizes,
  { expected = /^$/ }: { expected?: RegExp } = {},
): Promise<Visitor> {
  const isPhone = size === 'phone';
  const context = await browser.newContext({
    viewport: sizes[size],
    // A dialog that grows during a click may miss the click.
    reducedMotion: 'reduce',
    ...(isPhone && { isMobile: true, hasTouch: true }),
  });
  context.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.location().url)) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  return { context, page, expectNoComplaints: () => expect(complaints).toEqual([]) };
}

/**
 * Opens an address as a browser does that was never here before: no cookie but the language, no storage but what is
 * given, no cache. A page that is used again costs a quarter of the processor time of a page in a new context, because
 * its process, and the code that it has compiled, stay.
 */
export async function openAsNewcomer(
  page: Page,
  address: string,
  { locale, stored = {} }: { locale: string; stored?: Record<string, string> },
): Promise<void> {
  const context = page.context();
  // A page of the same origin without scripts: what is left behind can't be written once more.
  await page.goto(new URL('/config.json', address).href);
  await page.evaluate(
    (values) => {
      sessionStorage.clear();
      localStorage.clear();
      Object.assign(localStorage, values);
    },
    { locale, ...stored },
  );
  await context.clearCookies();
  await context.addCookies([{ name: 'locale', value: locale, url: new URL('/', address).href }]);
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  // The process has a cache too, which this empties.
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  await session.detach();
  await page.goto(address);
}

/** True when nothing can be scrolled sideways. */
export function fitsItsWidth(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
}

/** Opens a list of the bar at the top, in any of the pages that a customer sees, and presses what is named. */
export async function pickFromBar(page: Page, list: 'languages' | 'person', name: string): Promise<void> {
  await page.locator(`.${list} summary`).click();
  await page.locator(`.${list} .site-list :is(a, button)`, { hasText: name }).click();
}
