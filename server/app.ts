import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { apiOf } from '#contract/api.ts';
import { openApi } from '#contract/openapi.ts';
import { variants } from '#contract/variants.ts';
import { auditRoutes } from '#server/audit/audit-routes.ts';
import { cabinetRoutes } from '#server/cabinets/cabinet-routes.ts';
import { cabinetSignatures, provisionerSignatures } from '#server/cabinets/cabinet-signature.ts';
import { findingRoutes } from '#server/cabinets/finding-routes.ts';
import { provisionerRoutes } from '#server/cabinets/provisioner-routes.ts';
import { clientCabinetRoutes } from '#server/clients/client-cabinet-routes.ts';
import { clientRoutes } from '#server/clients/client-routes.ts';
import { customerAccountRoutes } from '#server/clients/customer-account-routes.ts';
import { customerAuthRoutes } from '#server/clients/customer-auth-routes.ts';
import { serveHealth } from '#server/health.ts';
import { handleErrors, refuseAddress } from '#server/http/error-handler.ts';
import { identifyCallers, requestLocale } from '#server/http/identify.ts';
import { mountRoutes } from '#server/http/routes.ts';
import { newRequestId, secure } from '#server/http/security.ts';
import { serveWebApp } from '#server/http/web-app.ts';
import { mailRoutes } from '#server/mail/mail-routes.ts';
import type { Platform } from '#server/platform.ts';
import { reportRoutes } from '#server/reports/report-routes.ts';
import { offerRoutes } from '#server/settings/offer-routes.ts';
import { partnerRoutes } from '#server/settings/partner-routes.ts';
import { promoCodeRoutes } from '#server/settings/promo-code-routes.ts';
import { settingsRoutes } from '#server/settings/settings-routes.ts';
import { planRoutes } from '#server/subscriptions/plan-routes.ts';
import { tariffRoutes } from '#server/tariffs/tariff-routes.ts';
import { staffAuthRoutes } from '#server/users/staff-auth-routes.ts';
import { twoFactorRoutes } from '#server/users/two-factor-routes.ts';
import { userRoutes } from '#server/users/user-routes.ts';
import { savedViewRoutes } from '#server/views/saved-view-routes.ts';
import { version } from '#server/version.ts';
import { walletRoutes } from '#server/wallet/wallet-routes.ts';

/**
 * The HTTP side of a platform: every plugin and module in visible order.
 */
export async function buildApp(platform: Platform): Promise<FastifyInstance> {
  const { config, database, clock, log, settings } = platform;
  const { defaultLocale } = variants[config.variant];
  const api = apiOf(config.variant);
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
    // Longer than any address can be: what no route knows is a 404, however long.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 100_000 },
    frameworkErrors: (_error, request, reply) =>
      refuseAddress(request, reply, requestLocale(request, defaultLocale)),
  });

  handleErrors(app, { routes: api.routes, localeOf: (request) => requestLocale(request, defaultLocale) });
  await secure(app, config);
  identifyCallers(app, {
    clock,
    sessions: platform.sessions,
    defaultLocale,
    staffActor: platform.staff.actorOf,
    customerActor: platform.customers.actorOf,
    cabinetActor: cabinetSignatures({
      db: database.db,
      secrets: platform.secrets,
      entitlements: platform.entitlements,
    }),
    provisionerActor: provisionerSignatures({
      secret: config.cabinets.webhook?.secret,
      entitlements: platform.entitlements,
    }),
  });
  logRequests(app);

  mountRoutes(
    app,
    api.routes,
    [
      ...staffAuthRoutes(platform),
      ...twoFactorRoutes(platform),
      ...userRoutes(platform),
      ...tariffRoutes({ ...platform, api: api.tariffs }),
      ...clientRoutes({ ...platform, changing: api.clients }),
      ...walletRoutes(platform),
      ...planRoutes(platform),
      ...mailRoutes({
        ...platform,
        nextEvent: platform.plans.nextEvent,
        factsNow: platform.subscriptions.mailFacts,
      }),
      ...settingsRoutes(platform),
      ...partnerRoutes(platform),
      ...promoCodeRoutes(platform),
      ...offerRoutes(platform),
      ...auditRoutes(platform),
      ...savedViewRoutes(platform),
      ...reportRoutes(platform),
      ...customerAuthRoutes({ ...platform, api: api.customers }),
      ...customerAccountRoutes({ ...platform, api: api.customers }),
      ...cabinetRoutes({ ...platform, api: api.customers }),
      ...provisionerRoutes(platform),
      ...findingRoutes(platform),
      ...clientCabinetRoutes(platform),
    ],
    { isPanelReadOnly: () => settings.get('read_only') },
  );
  const description = openApi(api.routes, { title: config.productName, version });
  app.get('/api/openapi.json', async () => description);

  serveHealth(app, platform);
  await serveWebApp(app, { config, settings });
  return app;
}

/** One line a request, by route and never by address: addresses carry one-time tokens. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.caller && { actor: request.caller.actor.kind }),
      },
      'request',
    );
  });
}
