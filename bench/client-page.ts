import type { Page } from 'playwright-core';
import type { Figure } from './figure.ts';
import { launch, signIn } from './support/panel.ts';
import { filledServer } from './support/filled-server.ts';

const opened = 12;

/**
 * From the press on a client in the list until the client's page can be used: name, facts and history are there. A
 * panel that is open already, in a real Chromium, among 10,000 clients (issue of the desk: 300 ms).
 */
export async function* clientPage(): AsyncGenerator<Figure> {
  await using filled = await filledServer(10_000);
  const browser = await launch();
  try {
    const remembered = await signIn(filled.server.url);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, remembered);
    const list = `http://localhost:${filled.server.port}/admin-panel/clients`;
    const samples: number[] = [];
    await page.goto(list);
    for (let turn = 0; turn < opened; turn += 1) {
      await page.locator('tr.ant-table-row a').first().waitFor();
      await page.waitForLoadState('networkidle');
      samples.push(await openRow(page, turn));
      await page.waitForLoadState('networkidle');
      await page.goBack();
    }
    yield { what: 'a client’s page, the first of a visit', samples: samples.slice(0, 1), unit: 'ms' };
    yield {
      what: 'a client’s page, opened from the list',
      samples: samples.slice(1),
      unit: 'ms',
      goal: 300,
    };
  } finally {
    await browser.close();
  }
}

/** Presses the link of a row, and waits by frames of the browser until its page is whole. */
function openRow(page: Page, row: number): Promise<number> {
  return page.evaluate(
    (index) =>
      new Promise<number>((resolve) => {
        const link = [...document.querySelectorAll<HTMLElement>('tr.ant-table-row')][index]?.querySelector(
          'a',
        );
        const name = link?.textContent ?? '';
        const began = performance.now();
        link?.click();
        const look = () => {
          const isNamed = document.querySelector('main h1')?.textContent?.includes(name) ?? false;
          const history = document.querySelector('.client-timeline[aria-busy=false]');
          if (isNamed && history && !document.querySelector('main .ant-skeleton'))
            resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        look();
      }),
    row,
  );
}
