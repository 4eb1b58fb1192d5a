import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  fitsItsWidth,
  openBrowser,
  type Visitor,
  visitor,
  pickFromBar,
} from '#tests/support/browser/page.ts';
import { enterCabinet } from '#tests/support/cabinets/cabinet-browser.ts';
import { startNameServer } from '#tests/support/cabinets/name-server.ts';
import { until } from '#tests/support/until.ts';
import { password, type Person, registeredCustomer, staffMember } from '#tests/support/people.ts';

/**
 * A customer with a phone chooses the name of the cabinet's address while she waits for the email, then puts the
 * cabinet under a domain of her own and works there (decisions 208 and 212). Each step continues the one before.
 */
let app: TestApp;
let dns: Awaited<ReturnType<typeof startNameServer>>;
let browser: Browser;
let owner: Person;
let phone: Visitor;
let attempt = 0;
/** A second try of the file's steps finds nothing of the first. */
const label = `kavarnia-${Date.now().toString(36)}`;
const ownName = `${label}.localhost`;

beforeAll(async () => {
  attempt += 1;
  dns = await startNameServer();
  app = await startApp({
    CABINET_DOMAIN: 'cabinets.localhost',
    CABINET_SCHEME: 'http',
    DNS_SERVERS: dns.address,
  });
  owner = await registeredCustomer(app, { name: `Кав’ярня Олени ${attempt}` });
  browser = await openBrowser();
  phone = await visitor(browser, 'phone', { expected: /\/api\/(auth|cabinet)\/|\.localhost/ });
});
afterAll(async () => {
  await browser.close();
  await app.close();
  await dns.close();
});

const site = (path: string) => `http://localhost:${app.platform.config.port}${path}`;
const healthStatus = async () => {
  const path = '/api/system/health-check';
  const cabinet = await enterCabinet(app, ownSite() + path);
  return (await cabinet.get(path)).status;
};
const ownSite = () => `http://${ownName}:${app.cabinetPort}`;

it('chooses the name of the address while she waits for the email', async () => {
  const { page } = phone;
  await page.goto(site('/client/login'));
  await page.locator('input[name=email]').fill(owner.email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/confirmation-reset-lt');
  await page.getByText('Адреса вашого кабінету:').waitFor();
  await page.getByRole('button', { name: 'Змінити', exact: true }).click();
  const input = page.locator('input[name=label]');
  await input.fill('Admin');
  await page.getByRole('button', { name: 'Зберегти адресу' }).click();
  await page.getByText('Цю адресу сервіс залишає для себе').first().waitFor();
  await input.fill(label);
  expect(await fitsItsWidth(page)).toBe(true);
  await page.getByRole('button', { name: 'Зберегти адресу' }).click();
  await page.getByText(`${label}.cabinets.localhost`).waitFor();
  await input.waitFor({ state: 'detached' });
});

it('is in the cabinet at that address after the confirmation', async () => {
  const { page } = phone;
  const hash = await app.linkTo(owner.email, 'confirm');
  await page.goto(site(`/confirm-registration/${hash}`));
  await page.waitForURL(({ hostname }) => hostname === `${label}.cabinets.localhost`);
});

it('asks for a domain of her own, and reads which records to set', async () => {
  const { page } = phone;
  await page.goto(site('/account/profile'));
  await page.getByRole('button', { name: 'Підключити домен' }).click();
  await page.locator('input[name=domain]').fill(ownName);
  await page.getByRole('button', { name: 'Підключити', exact: true }).click();
  await page.getByText('CNAME: веде до кабінету').waitFor();
  await page.getByText('Такої адреси в DNS ще немає').waitFor();
  expect(await fitsItsWidth(page)).toBe(true);
  const { token } = await app.platform.db
    .selectFrom('own_domains')
    .select('token')
    .where('client_id', '=', owner.id)
    .executeTakeFirstOrThrow();
  await page.getByText(token, { exact: true }).waitFor();
  dns.set(`${label}.cabinets.localhost`, { A: ['127.0.0.1'] });
  dns.set(ownName, { CNAME: `${label}.cabinets.localhost` });
  dns.set(`_cabinet.${ownName}`, { TXT: token });
  await page.getByRole('button', { name: 'Перевірити зараз' }).click();
  await page.getByText(`Ваш кабінет відкривається за адресою ${ownName}.`).waitFor();
});

it('works in the cabinet under her own name, led there from the old address too, and signs out', async () => {
  const { page } = phone;
  app.clock.advance(11); // The cabinet asks the platform again.
  const led = await page.goto(`http://${label}.cabinets.localhost:${app.cabinetPort}/goods`);
  const way: string[] = [];
  for (let from = led?.request().redirectedFrom(); from; from = from.redirectedFrom()) way.push(from.url());
  expect(way).toContain(`${ownSite()}/goods`);
  await page.goto(site('/auth'));
  await page.waitForURL(({ hostname }) => hostname === ownName);
  const cookies = await phone.context.cookies(ownSite());
  expect(cookies.map(({ name, domain }) => [name, domain])).toContainEqual(['cabinet_session', ownName]);
  await pickFromBar(page, 'person', 'Вийти');
  await page.waitForURL('**/client/login?signed-out**');
});

it('finds it closed under that name while it is suspended', async () => {
  const { page } = phone;
  const staff = await staffMember(app);
  const put = (status: string) =>
    app.call('PUT', `/api/admin/clients/${owner.id}`, { token: staff.token, body: { status } });
  expect((await put('blocked')).status).toBe(200);
  await until('the cabinet to know it', async () => (await healthStatus()) === 503);
  await page.goto(ownSite());
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).hostname).toBe(ownName);
  expect((await put('active')).status).toBe(200);
  await until('the cabinet to know it', async () => (await healthStatus()) === 200);
});

it('goes back to the old address when she removes the domain', async () => {
  const { page } = phone;
  await page.goto(site('/client/login?redirect=%2Faccount%2Fprofile'));
  await page.locator('input[name=email]').fill(owner.email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/account/profile');
  await page.getByRole('button', { name: 'Прибрати домен' }).click();
  await page.getByText('Кабінет одразу повернеться на адресу').waitFor();
  await page.getByRole('button', { name: 'Прибрати домен' }).click();
  await page.getByRole('button', { name: 'Підключити домен' }).waitFor();
  phone.expectNoComplaints();
});
