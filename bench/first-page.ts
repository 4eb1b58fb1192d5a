import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Figure } from './figure.ts';
import { emptyDataDir, startOwn } from './support/own-server.ts';
import { launch, signIn } from './support/panel.ts';

const visits = 5;
const slow4g = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const slowCpu = { rate: 4 };

interface Visit {
  /** In kB (1000 bytes), compressed: transferred with the answers' headers, and without them. */
  scriptKb: { transferred: number; content: number };
  /** Everything transferred, in the same kB. */
  allKb: number;
  requests: number;
  /** Until the page and all that it loads are there. */
  readyMs: number;
  /** From the start of the navigation until the awaited element is on the page. */
  shownMs: number;
  /** Until scripts have taken over the server-rendered page. */
  aliveMs: number;
  /**
   * For text typed and sent as soon as the page is shown: until it is in its field, and until the page says what is
   * wrong with it.
   */
  used?: { typedMs: number; answeredMs: number };
  /** Until anything at all is painted. */
  paintedMs: number;
  /** Cumulative layout shift: 0 is none. */
  shift: number;
  scripts: { url: string; text: string }[];
}

interface Looked {
  url: string;
  /** The selector of the element that makes the page usable. */
  awaited: string;
  /** Text typed into it and sent with Enter; it is wrong, so the page must answer something. */
  typed?: string;
  remembered?: Record<string, string>;
}

/**
 * First visits in a real Chromium: an empty cache, a slow 4G network (1.6 Mbit/s, 150 ms) and a 4× slower CPU, both
 * as DevTools emulate them. Throws when the customers' page loads anything of antd or refine.
 */
export async function* firstPage(): AsyncGenerator<Figure> {
  await using dataDir = await emptyDataDir();
  const server = await startOwn(dataDir.path);
  const browser = await launch();
  try {
    const site = `http://localhost:${server.port}`;
    const registration: Looked = { url: `${site}/registration`, awaited: 'form input[name=email]' };
    yield* figuresOf('/registration', await visitsOf(browser, registration, refuseAdminLibraries), {
      kB: 120,
      ms: 2000,
      requests: 10,
      shift: 0,
    });
    yield* usedFiguresOf('/registration', await visitsOf(browser, { ...registration, typed: 'a@b' }));
    const tariffs: Looked = { url: `${site}/tariffs`, awaited: 'main h1' };
    yield* frontFiguresOf('/tariffs', await visitsOf(browser, tariffs, refuseScripts));
    const remembered = await signIn(server.url);
    const list: Looked = { url: `${site}/admin-panel/clients`, awaited: 'main h1', remembered };
    yield* figuresOf('/admin-panel/clients', await visitsOf(browser, list), { kB: 500 });
  } finally {
    await browser.close();
  }
  await server.kill('SIGTERM');
}

interface Goals {
  kB: number;
  ms?: number;
  requests?: number;
  shift?: number;
}

function* figuresOf(page: string, seen: Visit[], goals: Goals): Generator<Figure> {
  const first = `${page}, first visit`;
  const samplesOf = (pick: (visit: Visit) => number) => seen.map(pick);
  const scripts = { unit: 'kB', goal: goals.kB } as const;
  yield {
    what: `${first}: JavaScript with headers`,
    samples: samplesOf((v) => v.scriptKb.transferred),
    ...scripts,
  };
  yield { what: `${first}: JavaScript alone`, samples: samplesOf((v) => v.scriptKb.content), ...scripts };
  yield {
    what: `${first}: requests`,
    samples: samplesOf((v) => v.requests),
    unit: 'requests',
    goal: goals.requests,
  };
  yield {
    what: `${first}: layout shift`,
    samples: samplesOf((v) => v.shift),
    unit: 'shift',
    goal: goals.shift,
  };
  yield {
    what: `${first}: anything painted, slow 4G, CPU 4×`,
    samples: samplesOf((v) => v.paintedMs),
    unit: 'ms',
  };
  yield {
    what: `${first}: visible, slow 4G, CPU 4×`,
    samples: samplesOf((v) => v.shownMs),
    unit: 'ms',
    goal: goals.ms,
  };
  yield {
    what: `${first}: scripts at work, slow 4G, CPU 4×`,
    samples: samplesOf((v) => v.aliveMs),
    unit: 'ms',
  };
}

/** A page of the server's own: everything that it loads, and when it can be read. */
function* frontFiguresOf(page: string, seen: Visit[]): Generator<Figure> {
  yield {
    what: `${page}, first visit: all bytes with headers`,
    samples: seen.map(({ allKb }) => allKb),
    unit: 'kB',
    goal: 250,
  };
  yield {
    what: `${page}, first visit: requests`,
    samples: seen.map(({ requests }) => requests),
    unit: 'requests',
  };
  yield {
    what: `${page}, first visit: ready, slow 4G, CPU 4×`,
    samples: seen.map(({ readyMs }) => readyMs),
    unit: 'ms',
    goal: 2000,
  };
}

/** Typed text must be there in time. The answer to it has to wait for the scripts and the form's rules. */
function* usedFiguresOf(page: string, seen: Visit[]): Generator<Figure> {
  const samplesOf = (pick: (used: NonNullable<Visit['used']>) => number) =>
    seen.flatMap(({ used }) => (used ? [pick(used)] : []));
  const slowly = 'slow 4G, CPU 4×';
  yield {
    what: `${page}, first visit: typed into and kept, ${slowly}`,
    samples: samplesOf((used) => used.typedMs),
    unit: 'ms',
    goal: 2000,
  };
  yield {
    what: `${page}, first visit: sent at once, answered, ${slowly}`,
    samples: samplesOf((used) => used.answeredMs),
    unit: 'ms',
  };
}

async function visitsOf(browser: Browser, looked: Looked, check?: (visit: Visit) => void): Promise<Visit[]> {
  const seen: Visit[] = [];
  for (let turn = 0; turn < visits; turn += 1) {
    const visit = await visitOnce(browser, looked);
    check?.(visit);
    seen.push(visit);
  }
  return seen;
}

async function visitOnce(browser: Browser, { url, awaited, typed, remembered = {} }: Looked): Promise<Visit> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.addInitScript(noteWhenShown, { awaited, remembered });
    const devtools = await context.newCDPSession(page);
    const traffic = await watchTraffic(devtools);
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    await devtools.send('Network.emulateNetworkConditions', slow4g);
    await devtools.send('Emulation.setCPUThrottlingRate', slowCpu);
    await page.goto(url, { waitUntil: 'commit' });
    const shownMs = await timeOf(page, 'awaited');
    const used = typed === undefined ? undefined : await useAtOnce(page, awaited, typed);
    await page.waitForLoadState('networkidle');
    const isRendered = (await page.locator('#root').count()) > 0;
    const aliveMs = isRendered ? await timeOf(page, 'alive') : 0;
    const readyMs = await page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation');
      return entry ? entry.startTime + entry.duration : 0;
    });
    const paintedMs = await timeOf(page, 'first-contentful-paint');
    const shift = await page.evaluate(() =>
      performance
        .getEntriesByName('shift')
        .reduce((sum, entry) => sum + Number((entry as PerformanceMark).detail), 0),
    );
    return { shownMs, aliveMs, readyMs, used, paintedMs, shift, ...(await traffic.sum()) };
  } finally {
    await context.close();
  }
}

/** Types and sends at once, like somebody in a hurry. Throws when the text is lost. */
async function useAtOnce(page: Page, awaited: string, typed: string): Promise<Visit['used']> {
  await page.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.focus(), awaited);
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  const answeredMs = await timeOf(page, 'answered');
  const kept = await page.locator(awaited).inputValue();
  if (kept !== typed) throw new Error(`of “${typed}” the page kept “${kept}”`);
  return { typedMs: await timeOf(page, 'typed'), answeredMs };
}

/** When the entry with that name was made, in ms of the page's own clock; waits for it. */
async function timeOf(page: Page, name: string): Promise<number> {
  const found = await page.waitForFunction(
    (wanted) => performance.getEntriesByName(wanted)[0]?.startTime,
    name,
  );
  return Number(await found.jsonValue());
}

/** Runs in the page before its own scripts. */
function noteWhenShown({
  awaited,
  remembered,
}: {
  awaited: string;
  remembered: Record<string, string>;
}): void {
  for (const [key, value] of Object.entries(remembered)) localStorage.setItem(key, value);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      performance.mark('shift', { detail: 'value' in entry ? entry.value : 0 });
  }).observe({ type: 'layout-shift', buffered: true });
  const markWhen = (name: string, selector: string) => {
    if (document.querySelector(selector)?.checkVisibility()) performance.mark(name);
    else requestAnimationFrame(() => markWhen(name, selector));
  };
  markWhen('awaited', awaited);
  markWhen('alive', `#root:not([data-ssr]) ${awaited}`);
  markWhen('answered', '[aria-invalid=true]');
  addEventListener('input', () => performance.mark('typed'), { once: true });
}

async function watchTraffic(devtools: CDPSession) {
  const requested = new Set<string>();
  const scripts = new Map<string, string>();
  const transferred = new Map<string, number>();
  const content = new Map<string, number>();
  devtools.on('Network.requestWillBeSent', ({ request }) => {
    // By address: the page's icon is its logo, which is in the cache by then.
    if (request.url.startsWith('http')) requested.add(request.url);
  });
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) scripts.set(requestId, response.url);
  });
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    content.set(requestId, (content.get(requestId) ?? 0) + encodedDataLength),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    transferred.set(requestId, encodedDataLength),
  );
  await devtools.send('Network.enable');
  return {
    async sum() {
      const sumOf = (bytes: Map<string, number>) =>
        [...scripts.keys()].reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0) / 1000;
      const texts = [...scripts].map(async ([requestId, url]) => {
        const { body } = await devtools.send('Network.getResponseBody', { requestId });
        return { url, text: body };
      });
      return {
        requests: requested.size,
        allKb: [...transferred.values()].reduce((sum, bytes) => sum + bytes, 0) / 1000,
        scriptKb: { transferred: sumOf(transferred), content: sumOf(content) },
        scripts: await Promise.all(texts),
      };
    },
  };
}

function refuseScripts({ scripts }: Visit): void {
  if (scripts.length > 0) throw new Error(`a page without scripts loads ${scripts[0]?.url}`);
}

/** Names of chunks say little after bundling, so texts that antd and refine always contain are searched too. */
function refuseAdminLibraries({ scripts }: Visit): void {
  if (scripts.length === 0) throw new Error('no script was seen');
  const found = scripts.find(
    ({ url, text }) => /antd|refine/.test(url) || /ant-btn|antd|refinedev/.test(text),
  );
  if (found) throw new Error(`the customers’ page loads antd or refine: ${found.url}`);
}
