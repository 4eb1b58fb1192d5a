import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Locale } from '#contract/variants.ts';
import { cabinetApp } from './cabinet-app.ts';
import { hostManagement } from './host-management.ts';
import { type Instance, openRegistry } from './host-registry.ts';
import { BodyTooLarge, contentPolicy, hostName, page, refusal, type Reply } from './http.ts';
import { messagePage } from './pages/message-page.ts';
import { platformClient } from './platform-client.ts';
import { listen, replyWith } from './reply-server.ts';
import { isDamage, isDiskFull } from './sqlite-file.ts';
import { openStorePool } from './store-pool.ts';
import { styles } from './pages/styles.ts';
import { translator } from './texts.ts';
import { usageReporter } from './usage-reporter.ts';

export interface CabinetHostOptions {
  dataDir: string;
  host: string;
  /** 0 takes any free one. */
  port: number;
  /** Cabinets are `SLUG.DOMAIN`. */
  domain: string;
  scheme: 'http' | 'https';
  /** Signs the platform's management calls. */
  hostSecret: string;
  /** `apiUrl` with `/api`; `publicUrl` is where customers sign in. */
  platform: { apiUrl: string; publicUrl: string };
  /**
   * Why the cabinet of a name that this host does not serve rests, when it is made elsewhere and its traffic led here
   * meanwhile; undefined when it doesn't.
   */
  suspendedElsewhere?(domain: string): Promise<{ clientId: string; reason: string } | undefined>;
  productName: string;
  /** Of this program, for the health checks. */
  version?: string;
  /** For readers whose language isn't known. */
  locale: Locale;
  log: Logger;
  now: () => Date;
}

export interface CabinetHost {
  port: number;
  /** Stops accepting, finishes what runs, closes the databases. */
  close(): Promise<void>;
}

/**
 * Serves every cabinet of this machine by its host name, from one SQLite file a cabinet in `DATA_DIR/cabinets`
 * (DESIGN sections 2 and 6). Rejects with the error of `listen`, such as EADDRINUSE.
 */
export async function startCabinetHost(options: CabinetHostOptions): Promise<CabinetHost> {
  const { dataDir, platform, productName, locale, log, now } = options;
  const domain = options.domain.toLowerCase();
  const publicUrl = platform.publicUrl.replace(/\/$/, '');
  const policy = contentPolicy(styles, new URL(publicUrl).origin);
  const folder = join(dataDir, 'cabinets');
  let closing: Promise<void> | undefined;

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000 });
  const registry = openRegistry(folder);
  const { port } = await listen(server, options).catch((error: unknown) => {
    registry.close();
    throw error;
  });
  const stores = openStorePool(folder);
  const client = platformClient({ apiUrl: platform.apiUrl, now, log });
  const manage = hostManagement({ registry, stores, hostSecret: options.hostSecret, domain, now, log });
  const reporter = usageReporter({
    stores,
    platform: client,
    now,
    log,
    schedule: registry.reports,
    instanceOf: registry.findByClient,
  });
  const answerCabinet = cabinetApp({
    stores,
    platform: client,
    reporter,
    publicUrl,
    scheme: options.scheme,
    productName,
    ...(options.version !== undefined && { version: options.version }),
    defaultLocale: locale,
    now,
    log,
  });

  const replies = replyWith(server, { answer, failed, policy, log });
  return { port, close: () => (closing ??= close()) };

  async function close(): Promise<void> {
    await replies.close();
    await reporter.close();
    stores.closeAll();
    registry.close();
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const name = hostName(request);
    const url = URL.parse(request.url ?? '', 'http://cabinet');
    if (!url) return refusal(400, 'bad_request');
    if (isOwnName(name) && url.pathname.startsWith('/host/')) return manage(request, url);
    if (!name.endsWith(`.${domain}`)) return unknownHost(url.pathname);
    const instance = registry.findByDomain(name) ?? (await restingElsewhere(name));
    return instance ? answerCabinet(request, url, instance) : unknownHost(url.pathname);
  }

  async function restingElsewhere(name: string): Promise<Instance | undefined> {
    const resting = await options.suspendedElsewhere?.(name);
    if (!resting) return undefined;
    const { clientId, reason } = resting;
    return { client_id: clientId, domain: name, secret: '', state: 'suspended', reason };
  }

  function unknownHost(path: string): Reply {
    if (path.startsWith('/api/')) return refusal(404, 'not_found');
    const t = translator(locale);
    return page(
      404,
      messagePage({
        locale,
        productName,
        title: t('unknownHost.title'),
        text: t('unknownHost.text'),
        action: { label: t('signIn'), href: `${publicUrl}/client/login` },
      }),
    );
  }

  function failed(request: IncomingMessage, error: unknown): Reply {
    if (error instanceof BodyTooLarge) return refusal(413, 'body_too_large');
    log.error({ err: error, host: hostName(request), method: request.method }, 'cabinet request failed');
    if (request.url?.startsWith('/host/')) {
      if (isDiskFull(error)) return refusal(507, 'disk_full');
      return refusal(500, isDamage(error) ? 'database_damaged' : 'internal_error');
    }
    const t = translator(locale);
    return page(500, messagePage({ locale, productName, title: t('failed.title'), text: t('failed.text') }));
  }
}

/** Names that are no cabinet's, under which the host itself answers; a page elsewhere can't make a browser send them. */
function isOwnName(name: string): boolean {
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]';
}
