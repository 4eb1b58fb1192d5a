import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ PRODUCT_NAME: 'Каса </script><b>' });
});
afterAll(() => app.close());

const page = async (path: string): Promise<string> => (await app.call('GET', path)).body;
const configIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="config">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');
const filesIn = (html: string) =>
  [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);

describe('a page', () => {
  it('carries the configuration that the address of its own gives, whatever is in it', async () => {
    const { body } = await app.call('GET', '/config.json');
    for (const path of ['/registration', '/login', '/nowhere']) {
      const html = await page(path);
      expect(configIn(html)).toEqual(body);
      expect(html).not.toContain('<b>');
    }
  });

  it('asks at once for every file of its first screen, each of them once and each there', async () => {
    const files = filesIn(await page('/registration?from=mail'));
    expect(new Set(files).size).toBe(files.length);
    for (const part of ['registration', 'customer', 'react', 'common']) {
      expect(files.some((file) => file?.includes(`/${part}-`))).toBe(true);
    }
    for (const file of files) expect((await app.call('GET', file ?? '')).status).toBe(200);
  });

  it('of the customers shows its frame before any script has run', async () => {
    const { body } = await app.call('GET', '/registration');
    expect(body).toContain('<header class="top"><a class="brand" href="/"><img src="/tenantry.svg"');
    expect(body).toContain('<span>Каса &lt;/script>&lt;b></span>');
    expect(await page('/admin-panel')).toContain('<div id="root"></div>');
  });

  it('of the staff asks for nothing of the customers', async () => {
    const files = filesIn(await page('/admin-panel'));
    expect(files.filter((file) => /registration|customer/.test(file ?? ''))).toEqual([]);
  });
});
