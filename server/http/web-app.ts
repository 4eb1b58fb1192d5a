import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type Locale, locales, variants } from '#contract/variants.ts';
import type { WebConfig } from '#contract/web-config.ts';
import type { Config } from '#server/config.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';

export const builtPages = fileURLToPath(new URL('../../dist/web', import.meta.url));

interface WebAppDeps {
  config: Config;
  settings: SettingsService;
}

/**
 * The built pages with their CSP, and `/config.json` (DESIGN sections 3, 4 and 13).
 */
export async function serveWebApp(app: FastifyInstance, { config, settings }: WebAppDeps): Promise<void> {
  const { defaultLocale, currency, timeZone } = variants[config.variant];
  const readConfig = async (): Promise<WebConfig> => {
    const [registrationOpen, readOnly, resendIntervalSeconds, supportEmail, supportPhone] = await Promise.all(
      [
        settings.get('registration_open'),
        settings.get('read_only'),
        settings.get('resend_interval_seconds'),
        settings.get('support_email'),
        settings.get('support_phone'),
      ],
    );
    return {
      apiUrl: config.apiUrl,
      productName: config.productName,
      logoName: config.logoName,
      variant: config.variant,
      locales: [...locales],
      ...{ defaultLocale, currency, timeZone },
      cabinetPort: config.cabinets.port,
      ...{ registrationOpen, readOnly, resendIntervalSeconds, supportEmail, supportPhone },
    };
  };
  app.get('/config.json', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    return readConfig();
  });

  if (!existsSync(path.join(builtPages, 'index.html'))) return;
  const page = await readFile(path.join(builtPages, 'index.html'), 'utf8');
  const linksFor = await screenLinks(page, defaultLocale);
  const shell = customerShell(config);
  await app.register(fastifyStatic, {
    root: builtPages,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (response, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // The browser's router knows the pages; an address that none has becomes /404 there.
  app.get('/*', async (request, reply) => {
    if (request.url.startsWith('/api/') || request.url === '/api') return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    void reply
      .header('content-security-policy', pagePolicy(config, nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8');
    const links = linksFor(request.url.split('?', 1)[0] ?? '');
    const written = jsonElement('config', await readConfig());
    return reply.send(
      page
        .replace('name="csp-nonce" content=""', `name="csp-nonce" content="${nonce}"`)
        .replace('</head>', () => `${links}${written}</head>`)
        .replace('<div id="root">', () => `<div id="root">${links && shell}`),
    );
  });
}

interface ScreenFiles {
  screens: { path: string; modules: string[]; styles: string[] }[];
  texts: Record<Locale, string[]>;
}

/**
 * What the page of a path asks for at once, before any script has run: on a slow network each file that is known only
 * when another has been read costs a round trip. The texts are those of the language that a first visit gets.
 */
async function screenLinks(page: string, locale: Locale): Promise<(pathname: string) => string> {
  const file = await readFile(path.join(builtPages, 'screens.json'), 'utf8');
  const { screens, texts } = JSON.parse(file) as ScreenFiles; // our own build wrote it (vite.config.ts)
  const links = screens.map(({ path: pattern, modules, styles }) => ({
    pattern: new RegExp(pattern),
    tags: [
      ...styles.map((style) => `<link rel="stylesheet" crossorigin href="/${style}">`),
      ...[...modules, ...texts[locale]].map(
        (name) => `<link rel="modulepreload" crossorigin href="/${name}">`,
      ),
      // What the page itself asks for is not asked for twice.
    ].filter((tag) => !page.includes(tag.slice(tag.indexOf('"/'), -1))),
  }));
  return (pathname) => links.find(({ pattern }) => pattern.test(pathname))?.tags.join('') ?? '';
}

/**
 * The frame of a customer page, which stands on a slow phone's screen long before the scripts have come; the page that
 * they make has the same in the same place (`src/ui/customer/layout.tsx`). No words: the language is not known here.
 */
function customerShell({ logoName, productName }: Config): string {
  const logo = `<img src="/${encodeURIComponent(logoName)}.svg" alt="" width="32" height="32" fetchpriority="low">`;
  const brand = `<a class="brand" href="/">${logo}<span>${htmlText(productName)}</span></a>`;
  return `<div class="frame"><header class="top">${brand}</header></div>`;
}

function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Data in the page: no script to a browser, so the CSP has no say; no text in it can end the element. */
function jsonElement(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** Scripts and styles of our own alone; the wait screen asks cabinets whether they answer. */
function pagePolicy({ apiUrl, cabinets }: Config, nonce: string): string {
  const api = apiUrl.startsWith('/') ? '' : ` ${new URL(apiUrl).origin}`;
  const cabinetHosts = `${cabinets.scheme}://*.${cabinets.domain}:${cabinets.port}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
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
