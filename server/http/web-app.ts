import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { locales, variants } from '#contract/variants.ts';
import type { WebConfig } from '#contract/web-config.ts';
import type { Config } from '#server/config.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';

export const builtPages = fileURLToPath(new URL('../../dist/web', import.meta.url));

interface WebAppDeps {
  config: Config;
  settings: SettingsService;
  isReady(): Promise<Record<'database' | 'migrations' | 'jobs', boolean>>;
}

/**
 * The built pages with their CSP, `/config.json`, `/healthz` and `/readyz` (DESIGN sections 3, 4 and 13).
 */
export async function serveWebApp(
  app: FastifyInstance,
  { config, settings, isReady }: WebAppDeps,
): Promise<void> {
  app.get('/config.json', async (_request, reply): Promise<WebConfig> => {
    void reply.header('cache-control', 'no-store');
    const variant = variants[config.variant];
    return {
      apiUrl: config.apiUrl,
      productName: config.productName,
      logoName: config.logoName,
      variant: config.variant,
      locales: [...locales],
      defaultLocale: variant.defaultLocale,
      currency: variant.currency,
      timeZone: variant.timeZone,
      cabinetPort: config.cabinets.port,
      registrationOpen: await settings.get('registration_open'),
      readOnly: await settings.get('read_only'),
      resendIntervalSeconds: await settings.get('resend_interval_seconds'),
      supportEmail: await settings.get('support_email'),
      supportPhone: await settings.get('support_phone'),
    };
  });

  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const parts = await isReady();
    const ready = Object.values(parts).every(Boolean);
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...parts });
  });

  if (!existsSync(path.join(builtPages, 'index.html'))) return;
  const page = await readFile(path.join(builtPages, 'index.html'), 'utf8');
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
    return reply.send(page.replace('name="csp-nonce" content=""', `name="csp-nonce" content="${nonce}"`));
  });
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
