import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Locale } from '#contract/kernel/variants.ts';
import { cabinetApp } from '../cabinet-app.ts';
import { hostManagement } from './host-management.ts';
import { type HostRegistry, type Instance, openRegistry } from './host-registry.ts';
import { contentPolicy } from '../content-policy.ts';
import { BodyTooLarge, hostName, page, refusal, type Reply } from '../http.ts';
import { contactsReader } from '../pages/contacts.ts';
import { messageReplies } from '../pages/message-replies.ts';
import { scripts } from '../scripts.ts';
import { languageOf } from '../pages/language-cookie.ts';
import { messagePage } from '../pages/message-page.ts';
import { platformClient } from '../platform/platform-client.ts';
import { listen, replyWith } from '../reply-server.ts';
import { signInLimit } from '../sign-in/sign-in-limit.ts';
import { type HostTls, tlsServer } from './host-tls.ts';
import { type OtherHosts, otherHosts } from './other-hosts.ts';
import { runningVisits } from './running-visits.ts';
import { isDamage, isDiskFull } from '../store/sqlite-file.ts';
import { openStorePool, type StorePool } from '../store/store-pool.ts';
import { styles } from '../pages/styles.ts';
import { translator } from '../texts.ts';
import { usageReporter } from '../platform/usage-reporter.ts';

export interface CabinetHostOptions {
  dataDir: string;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Cabinets are `SLUG.DOMAIN`; one may have a domain of its customer's own too. */
  domain: string;
  scheme: 'http' | 'https';
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies?: readonly string[];
  /** Signs the platform's management calls; several while they are rotated. */
  hostSecret: string | readonly string[];
  /** Accepts the platform's calls by https here, and nowhere else. */
  tls?: HostTls | undefined;
  /** The platform runs in this same process, so no older protocol is ever accepted. */
  isPlatformOfThisVersion?: boolean;
  /** `apiUrl` with `/api`; `publicUrl` is where customers sign in. */
  platform: { apiUrl: string; publicUrl: string };
  /**
   * Why a cabinet that this host does not serve is suspended, when it was made elsewhere and its traffic is led here
   * meanwhile; undefined when it isn't.
   */
  suspendedElsewhere?(domain: string): Promise<{ clientId: string; reason: string } | undefined>;
  /** Where there are several hosts: who has a cabinet that is not here. */
  others?: OtherHosts | undefined;
  /** After each answer: its status, and how long it took. */
  answered?(method: string, status: number, seconds: number): void;
  productName: string;
  /** This program's version, for the health checks. */
  version?: string;
  /** For readers whose language isn't known. */
  locale: Locale;
  log: Logger;
  now: () => Date;
}

export interface CabinetHost {
  port: number;
  /** The port for the platform's calls; undefined where they use `port` as well. */
  tlsPort: number | undefined;
  /** Stops accepting, finishes running work, closes the databases. */
  close(): Promise<void>;
}

/**
 * Serves every cabinet of this machine by its host name, each from one SQLite file in `DATA_DIR/cabinets` (DESIGN
 * sections 2 and 6). Rejects with the error of `listen`, such as EADDRINUSE.
 */
export async function startCabinetHost(options: CabinetHostOptions): Promise<CabinetHost> {
  const { log } = options;
  const policy = contentPolicy({ styles, scripts }, new URL(options.platform.publicUrl).origin);
  const folder = join(options.dataDir, 'cabinets');
  let closing: Promise<void> | undefined;

  const timeouts = { requestTimeout: 30_000, headersTimeout: 15_000 };
  const server = createServer(timeouts);
  const secure = options.tls && tlsServer(options.tls, timeouts);
  const registry = openRegistry(folder);
  const { port, tlsPort } = await listenBoth().catch((error: unknown) => {
    server.close();
    secure?.close();
    registry.close();
    throw error;
  });
  const stores = openStorePool(folder);
  const { answerPlatform, answerPeople, reporter } = hostAnswers(options, registry, stores);
  const failed = (request: IncomingMessage, error: unknown) => failureOf(options, request, error);
  const isHttps = options.scheme === 'https';
  const answered = options.answered?.bind(options);
  const replies = [
    replyWith(server, { answer: secure ? answerPeople : answer, failed, policy, isHttps, answered, log }),
    ...(secure ? [replyWith(secure, { answer: answerPlatform, failed, policy, answered, log })] : []),
  ];
  return { port, tlsPort, close: () => (closing ??= close()) };

  async function listenBoth() {
    const { port: own } = await listen(server, options);
    if (!secure || !options.tls) return { port: own, tlsPort: undefined };
    const { port: other } = await listen(secure, { host: options.host, port: options.tls.port });
    return { port: own, tlsPort: other };
  }

  async function close(): Promise<void> {
    await Promise.all(replies.map((each) => each.close()));
    await reporter.close();
    stores.closeAll();
    registry.close();
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const url = URL.parse(request.url ?? '', 'http://cabinet');
    const isManaging = url?.pathname.startsWith('/host/') && isOwnName(hostName(request));
    return isManaging ? answerPlatform(request) : answerPeople(request);
  }
}

/** What the host answers to the platform and to people, and its reports of usage. */
function hostAnswers(options: CabinetHostOptions, registry: HostRegistry, stores: StorePool) {
  const { log, now } = options;
  const domain = options.domain.toLowerCase();
  const publicUrl = publicUrlOf(options);
  const platform = platformClient({ apiUrl: options.platform.apiUrl, now, log });
  const { hostSecret, isPlatformOfThisVersion = false } = options;
  const { track, idle } = runningVisits();
  const askOther = otherHosts(options);
  const manage = hostManagement({
    registry,
    stores,
    hostSecret,
    isPlatformOfThisVersion,
    idle,
    domain,
    now,
    log,
  });
  const reporter = usageReporter({
    stores,
    platform,
    now,
    log,
    schedule: registry.reports,
    instanceOf: registry.findByClient,
  });
  const contacts = contactsReader({ apiUrl: options.platform.apiUrl, publicUrl, now, log });
  const strangers = messageReplies({ productName: options.productName, publicUrl, contacts });
  const answerCabinet = cabinetApp({
    stores,
    platform,
    reporter,
    publicUrl,
    contacts,
    scheme: options.scheme,
    signIns: signInLimit({ trustedProxies: options.trustedProxies }),
    productName: options.productName,
    ...(options.version !== undefined && { version: options.version }),
    defaultLocale: options.locale,
    now,
    log,
  });
  return { answerPlatform, answerPeople, reporter };

  async function answerPlatform(request: IncomingMessage): Promise<Reply> {
    const url = URL.parse(request.url ?? '', 'http://cabinet');
    if (!url) return refusal(400, 'bad_request');
    if (isOwnName(hostName(request))) return manage(request, url);
    // Other hosts pass requests on to the address that the platform calls too.
    return options.others ? answerPeople(request) : refusal(404, 'not_found');
  }

  async function answerPeople(request: IncomingMessage): Promise<Reply> {
    const name = hostName(request);
    const url = URL.parse(request.url ?? '', 'http://cabinet');
    if (!url) return refusal(400, 'bad_request');
    if (isOwnName(name) && url.pathname.startsWith('/host/')) return refusal(404, 'not_found');
    const own = registry.findByDomain(name);
    if (own) return track(own.client_id, answerCabinet(request, url, own));
    const answer = await askOther(request, name);
    if (answer) return answer;
    const resting = await restingElsewhere(name);
    if (!resting && !name.endsWith(`.${domain}`)) return unknownHost(request, url.pathname);
    return answerCabinet(request, url, resting ?? nobodys(name));
  }

  async function unknownHost(request: IncomingMessage, path: string): Promise<Reply> {
    if (path.startsWith('/api/')) return refusal(404, 'not_found');
    return strangers.closed(languageOf(request, options.locale), 404);
  }

  async function restingElsewhere(name: string): Promise<Instance | undefined> {
    const resting = await options.suspendedElsewhere?.(name);
    if (!resting) return undefined;
    const { clientId, reason } = resting;
    return { client_id: clientId, domain: name, secret: '', state: 'suspended', reason };
  }
}

function failureOf(
  { locale, productName, log }: CabinetHostOptions,
  request: IncomingMessage,
  error: unknown,
): Reply {
  if (error instanceof BodyTooLarge) return refusal(413, 'body_too_large');
  log.error({ err: error, host: hostName(request), method: request.method }, 'cabinet request failed');
  if (request.url?.startsWith('/host/')) {
    if (isDiskFull(error)) return refusal(507, 'disk_full');
    return refusal(500, isDamage(error) ? 'database_damaged' : 'internal_error');
  }
  const t = translator(locale);
  return page(500, messagePage({ locale, productName, title: t('failed.title'), text: t('failed.text') }));
}

/** Without the slash that it may have been given with. */
function publicUrlOf({ platform }: CabinetHostOptions): string {
  return platform.publicUrl.replace(/\/$/, '');
}

/** Names that no cabinet has, under which the host itself answers; a page elsewhere can't make a browser send them. */
function isOwnName(name: string): boolean {
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]';
}

/** A name without a cabinet answers like a closed one, so that nobody can find out who was closed. */
function nobodys(domain: string): Instance {
  return { client_id: '', domain, secret: '', state: 'suspended', reason: null };
}
