import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { personIn } from '#contract/accounts/person-cookie.ts';
import { brandedPalettes, tokensOf } from '#contract/company/accent.ts';
import type { PageBranding } from '#contract/company/branding.ts';
import { themeRules } from '#contract/company/theme.ts';
import { locales, variants } from '#contract/kernel/variants.ts';
import type { WebConfig } from '#contract/company/web-config.ts';
import type { Config } from '#server/kernel/config.ts';
import { builtPages } from './built-pages.ts';
import { customerPages } from './customer-page.ts';
import { askedLocale, languageOffer } from './language-offer.ts';
import { cookieLocale } from '#server/http/unavailable-page.ts';
import type { Db } from '#server/db/tables.ts';
import { readBrand } from '#server/branding/read-branding.ts';
import { publicTariffRows } from '#server/tariffs/tariff-store.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';

const builtEntry = fileURLToPath(new URL('../../dist/ssr/entry-server.js', import.meta.url));

const shownSettings = [
  'registration_open',
  'read_only',
  'resend_interval_seconds',
  'support_email',
  'support_phone',
  'company_details',
] as const;

interface WebAppDeps {
  config: Config;
  settings: SettingsService;
  db: Db;
}

/**
 * The built pages with their CSP, and `/config.json` (DESIGN sections 3, 4 and 13).
 */
export async function serveWebApp(app: FastifyInstance, { config, settings, db }: WebAppDeps): Promise<void> {
  const readConfig = () => webConfigOf({ config, settings, db });
  app.get('/config.json', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return readConfig();
  });

  if (!existsSync(path.join(builtPages, 'index.html'))) return;
  const page = await readFile(path.join(builtPages, 'index.html'), 'utf8');
  const { defaultLocale } = variants[config.variant];
  const pages = await customerPages(page, { pages: builtPages, entry: builtEntry });
  const files = await filesIn(builtPages);
  // One route for all of them: a route for each would be a quarter of the processor time of a start.
  await app.register(fastifyStatic, {
    root: builtPages,
    serve: false,
    preCompressed: true,
    setHeaders: setFileHeaders,
  });
  // The browser's router leads from an unknown address to /404, as the specification has it.
  app.get('/*', async (request, reply) => {
    const asked = (request.params as { '*': string })['*'];
    if (files.has(asked)) return reply.sendFile(asked);
    // The decoded path: `/%61pi/` is not a page either.
    if (/^api(\/|$)/.test(asked)) return reply.callNotFound();
    const offersLanguage = languageOffered.test(`/${asked}`);
    if (offersLanguage && askedLocale(request, reply)) return reply.redirect(withoutLanguage(request.url));
    const nonce = randomBytes(16).toString('base64');
    const locale = cookieLocale(request.headers.cookie) ?? defaultLocale;
    const webConfig = await readConfig();
    const written = await pages.write({
      address: new URL(`http://page.invalid${request.url}`),
      locale,
      config: webConfig,
      person: personIn(request.headers.cookie),
      nonce,
    });
    const html = (written?.html ?? page)
      .replace('name="csp-nonce" content=""', `name="csp-nonce" content="${nonce}"`)
      .replace('<div id="root"', (root) => (offersLanguage ? languageOffer(request, locale).text : '') + root)
      .replace(/<title>[^<]*/, () => `<title>${titleOf(written?.heading, config)}`)
      .replace(/<link rel="icon"[^>]*>/, () => iconLink(webConfig.branding))
      .replace(
        '</head>',
        () => `${accentStyle(webConfig.branding, nonce)}${jsonElement('config', webConfig)}</head>`,
      );
    const [encoding, body] = await compressed(html, request.headers['accept-encoding']);
    if (encoding) void reply.header('content-encoding', encoding);
    return reply
      .status(pages.isPage(`/${asked}`) ? 200 : 404)
      .header('content-security-policy', pagePolicy(config, nonce, written?.script ?? ''))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(body);
  });
}

/** What the pages of the browser need to know, as it is now. */
async function webConfigOf({ config, settings, db }: WebAppDeps): Promise<WebConfig> {
  const { defaultLocale, currency, timeZone } = variants[config.variant];
  const [{ accent, logo, markUrl, footer }, known, tariffs] = await Promise.all([
    readBrand({ db, config }),
    settings.getAll(shownSettings),
    publicTariffRows(db),
  ]);
  return {
    apiUrl: config.apiUrl,
    productName: config.productName,
    logoName: config.logoName,
    variant: config.variant,
    locales: [...locales],
    defaultLocale,
    currency,
    timeZone,
    cabinetPort: config.cabinets.port,
    registrationOpen: known.registration_open,
    choosesTariff: tariffs.length > 1,
    seller: known.company_details.name,
    readOnly: known.read_only,
    resendIntervalSeconds: known.resend_interval_seconds,
    supportEmail: known.support_email,
    supportPhone: known.support_phone,
    branding: { accent, logo, markUrl, footer },
    staffSignIn: config.oidc ? { name: config.oidc.name, only: config.oidc.isOnly } : null,
  };
}

/** Where strangers begin. */
const languageOffered = /^\/(auth|registration(\/alliance)?|client\/login)?$/;

/** The same page, once its language is kept: what it was asked with stays. */
function withoutLanguage(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://page.invalid');
  searchParams.delete('lang');
  const rest = searchParams.toString();
  return pathname + (rest && `?${rest}`);
}

/** The paths of the files in a folder and below, as addresses name them. */
async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
  return new Set(paths.map((file) => file.split(path.sep).join('/')));
}

/** The operator's mark is the page's icon. */
function iconLink({ markUrl }: PageBranding): string {
  const type = markUrl.endsWith('.png') ? 'image/png' : 'image/svg+xml';
  return `<link rel="icon" href="${markUrl}" type="${type}" />`;
}

/** The operator's accent, over the theme that the build wrote into the page's style. */
function accentStyle({ accent }: PageBranding, nonce: string): string {
  if (accent === null) return '';
  const { light, dark } = brandedPalettes(accent);
  return `<style nonce="${nonce}">${themeRules({ light: tokensOf(light), dark: tokensOf(dark) })}</style>`;
}

function setFileHeaders(response: { header(name: string, value: string): unknown }, file: string): void {
  const isHashed = file.includes(`${path.sep}assets${path.sep}`);
  response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  // The file may be the compressed one.
  if (!/\.(png|svg)(\.br|\.gz)?$/.test(file)) return;
  // Cabinets and mail programs show the logo, and have names of their own.
  response.header('cross-origin-resource-policy', 'cross-origin');
  // The same for the page and its icon, asked for once.
  response.header('cache-control', 'public, max-age=300');
}

/** Compresses in a format that the browser accepts, quickly, because each page is made for its visit. */
async function compressed(
  html: string,
  accepted = '',
): Promise<[encoding: string | null, body: string | Buffer]> {
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return ['br', await promisify(brotliCompress)(html, { params })];
  }
  return /\bgzip\b/.test(accepted) ? ['gzip', await promisify(gzip)(html)] : [null, html];
}

/** The same as in `src/ui/customer/kit/screen.tsx`. */
function titleOf(heading = '', { productName }: Config): string {
  const product = productName.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return heading === '' ? product : `${heading} · ${product}`;
}

/** Data in the page. It is no script to a browser, so the CSP does not apply; no text in it can end the element. */
function jsonElement(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** Allows only our own scripts and styles; the wait screen may ask cabinets whether they answer. */
function pagePolicy({ apiUrl, cabinets }: Config, nonce: string, script: string): string {
  const inPage = script && ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const api = apiUrl.startsWith('/') ? '' : ` ${new URL(apiUrl).origin}`;
  const cabinetHosts = `${cabinets.scheme}://*.${cabinets.domain}:${cabinets.port}`;
  return [
    "default-src 'none'",
    `script-src 'self'${inPage}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${api} ${cabinetHosts}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
