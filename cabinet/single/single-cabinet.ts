import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { cabinetApp } from '../cabinet-app.ts';
import { contentPolicy } from '../content-policy.ts';
import { BodyTooLarge, page, refusal, type Reply } from '../http.ts';
import { scripts } from '../scripts.ts';
import type { ServingConfig } from './own-config.ts';
import { messagePage } from '../pages/message-page.ts';
import { styles } from '../pages/styles.ts';
import { platformClient } from '../platform/platform-client.ts';
import { listen, replyWith } from '../reply-server.ts';
import { signInLimit } from '../sign-in/sign-in-limit.ts';
import { openStorePool } from '../store/store-pool.ts';
import { translator } from '../texts.ts';
import { schedulePerProcess, usageReporter } from '../platform/usage-reporter.ts';

/**
 * One cabinet in its own process, under any host name: for drivers that run each cabinet separately
 * (`deploy/k8s-driver/`). Makes its database if it is missing.
 */
export async function startSingleCabinet(
  config: ServingConfig,
  { log, now, version }: { log: Logger; now: () => Date; version?: string },
): Promise<{ port: number; close(): Promise<void> }> {
  const { CABINET_CLIENT_ID: clientId, CABINET_URL: url, PUBLIC_URL: publicUrl } = config;
  const { PRODUCT_NAME: productName, CABINET_LOCALE: defaultLocale } = config;
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const stores = openStorePool(config.DATA_DIR);
  if (!stores.exists(clientId)) stores.create(clientId);
  const { protocol, hostname } = new URL(url);
  const scheme = protocol === 'https:' ? 'https' : 'http';
  const instance = {
    client_id: clientId,
    domain: hostname,
    secret: config.CABINET_SECRET,
    state: 'active' as const,
    reason: null,
  };
  const platform = platformClient({ apiUrl: config.PLATFORM_API_URL, now, log });
  const reporter = usageReporter({
    stores,
    platform,
    now,
    log,
    schedule: schedulePerProcess(clientId, now()),
    instanceOf: () => instance,
  });
  const answerCabinet = cabinetApp({
    stores,
    platform,
    reporter,
    scheme,
    signIns: signInLimit({ trustedProxies: config.TRUST_PROXY }),
    publicUrl,
    productName,
    defaultLocale,
    now,
    log,
    ...(version !== undefined && { version }),
  });
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000 });
  const policy = contentPolicy({ styles, scripts }, new URL(publicUrl).origin);
  const replies = replyWith(server, { answer, failed, policy, isHttps: scheme === 'https', log });
  const { port } = await listen(server, { host: config.HOST, port: config.PORT });

  return {
    port,
    async close() {
      await replies.close();
      await reporter.close();
      stores.closeAll();
    },
  };

  async function answer(request: IncomingMessage): Promise<Reply> {
    const target = URL.parse(request.url ?? '', 'http://cabinet');
    return target ? answerCabinet(request, target, instance) : refusal(400, 'bad_request');
  }

  function failed(request: IncomingMessage, error: unknown): Reply {
    if (error instanceof BodyTooLarge) return refusal(413, 'body_too_large');
    log.error({ err: error, method: request.method }, 'cabinet request failed');
    const t = translator(defaultLocale);
    const texts = { title: t('failed.title'), text: t('failed.text') };
    return page(500, messagePage({ locale: defaultLocale, productName, ...texts }));
  }
}
