import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { palettes } from '#contract/company/theme.ts';
import { emailKinds } from '#contract/entities/email.ts';
import { mailContent, type MailSender } from '#server/mail/mail-content.ts';
import { mailHtml } from '#server/mail/mail-html.ts';
import { mailPlainText } from '#server/mail/mail-plain-text.ts';
import { sampleMail } from '#server/mail/templates/sample-values.ts';
import { openBrowser } from '#tests/support/browser/page.ts';

/** Every email with its examples, as a phone and a narrow pane of a mail program draw it, in light and dark. */
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  await page.route('**/*.png', (route) => route.fulfill({ body: pixel, contentType: 'image/png' }));
});
afterAll(() => browser.close());

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const sender: MailSender = {
  product: 'Tenantry',
  currency: 'UAH',
  timeZone: 'Europe/Kyiv',
  publicUrl: 'https://panel.example',
  supportEmail: 'help@panel.example',
  supportPhone: '+380 44 000 00 00',
  brand: { palettes, logo: null, markUrl: 'https://panel.example/mark.png', footer: null },
  seller: { name: 'ТОВ «Каса Онлайн»', address: '01001, Київ, вул. Садова, 1' },
  signature: null,
};
/** A try of own words has no text of its own. */
const kinds = emailKinds.filter((kind) => kind !== 'template_test');

it.each(['uk', 'de'] as const)(
  'fits, and can be read and pressed, in %s',
  { timeout: 300_000 },
  async (locale) => {
    const faults: string[] = [];
    for (const kind of kinds) {
      const content = mailContent(sampleMail(kind, locale), sender, { token: 'abc_DEF-123' });
      if (mailPlainText(content).trim().length < 100) faults.push(`${kind}: no plain text`);
      const found = await faultsOf(await mailHtml(content));
      const isPressed = content.blocks.some(({ type }) => type === 'button');
      const buttons = await page.evaluate(() => document.querySelectorAll('td > a').length);
      if (isPressed !== buttons > 0) found.push('its buttons are not found');
      faults.push(...found.map((fault) => `${kind}: ${fault}`));
    }
    expect(faults).toEqual([]);
  },
);

async function faultsOf(html: string): Promise<string[]> {
  await page.setContent(html);
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await page.evaluate(axeFaults)).map((fault) => `${colorScheme}, ${fault}`));
  }
  for (const width of [640, 360]) {
    await page.setViewportSize({ width, height: 740 });
    found.push(...(await page.evaluate(shapeFaults)));
  }
  return found;
}

async function axeFaults(): Promise<string[]> {
  const { violations } = await window.axe.run({ runOnly: ['color-contrast', 'image-alt', 'link-name'] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html: markup }) => `${id} ${markup.slice(0, 120)}`),
  );
}

/** What is wrong with how an email is laid out; runs in the page. */
function shapeFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const preheader =
    document.body.firstElementChild?.textContent?.replaceAll(/[\u034f\u200c\u00a0]/g, '') ?? '';
  const low = [...document.querySelectorAll('td > a')].filter((button) => {
    const { backgroundColor } = getComputedStyle(button.parentElement ?? button);
    return backgroundColor !== 'rgba(0, 0, 0, 0)' && button.getBoundingClientRect().height < 44;
  });
  return [
    ...(scrollWidth > clientWidth ? [`scrolls sideways at ${clientWidth} pixels`] : []),
    ...(preheader.trim().length < 20 ? ['no preheader'] : []),
    ...(document.querySelector('img') === null ? ['no logo'] : []),
    ...low.map((button) => `a low button: ${button.textContent}`),
  ];
}
