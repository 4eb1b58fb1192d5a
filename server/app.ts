import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { routes } from '#contract/api.ts';
import { openApi } from '#contract/http/openapi.ts';
import { variants } from '#contract/kernel/variants.ts';
import { announcementRoutes } from '#server/announcements/announcement-routes.ts';
import { cabinetAnnouncements } from '#server/announcements/read-announcements.ts';
import { auditRoutes } from '#server/audit-log/audit-routes.ts';
import { loginLockRoutes } from '#server/auth/login-guard/login-lock-routes.ts';
import { brandingRoutes, serveBrandingImages } from '#server/branding/branding-routes.ts';
import { bulkRoutes } from '#server/bulk/bulk-routes.ts';
import { cabinetRoutes } from '#server/cabinets/cabinet-routes.ts';
import { cabinetOf, provisionerOf } from '#server/cabinets/access/cabinet-signature.ts';
import { findingRoutes } from '#server/cabinets/comparison/finding-routes.ts';
import { hostRoutes } from '#server/cabinets/hosts/host-routes.ts';
import { provisionerRoutes } from '#server/cabinets/drivers/webhook/provisioner-routes.ts';
import { clientBulk } from '#server/clients/bulk/client-bulk.ts';
import { clientCabinetRoutes } from '#server/clients/client-cabinet-routes.ts';
import { clientNoteRoutes } from '#server/clients/client-note-routes.ts';
import { clientRoutes } from '#server/clients/client-routes.ts';
import { nextEventOf } from '#server/clients/plan/forecast-client.ts';
import { sessionOfToken } from '#server/auth/issue-session.ts';
import { personRoutes } from '#server/persons/person-routes.ts';
import { customerActor } from '#server/persons/resolve-caller.ts';
import { personPasskeyRoutes } from '#server/persons/passkey-routes.ts';
import { personTwoFactorRoutes } from '#server/persons/two-factor-routes.ts';
import { dataExportRoutes } from '#server/data-exports/data-export-routes.ts';
import { documentRoutes } from '#server/documents/document-routes.ts';
import { customerAccountRoutes } from '#server/customers/customer-account-routes.ts';
import { customerAuthRoutes } from '#server/customers/customer-auth-routes.ts';
import { type ProcessHealth, serveHealth } from '#server/processes/health.ts';
import { erasureRoutes } from '#server/erasures/erasure-routes.ts';
import { handleErrors, refuseAddress } from '#server/http/error-handler.ts';
import { identifyCallers, requestLocale } from '#server/http/identify.ts';
import { logRequests } from '#server/http/request-log.ts';
import { type Implementation, mountRoutes } from '#server/http/routes.ts';
import { boundedServer } from '#server/http/server-timeouts.ts';
import { createLargeBodies } from '#server/http/large-bodies.ts';
import { newRequestId, secure } from '#server/http/security.ts';
import { serveFront } from '#server/pages/front/front-routes.ts';
import { serveWebApp } from '#server/pages/web-app.ts';
import { templateRoutes } from '#server/mail/templates/template-routes.ts';
import { mailRoutes } from '#server/mail/log/mail-routes.ts';
import type { Platform } from '#server/platform.ts';
import { reportRoutes } from '#server/reports/report-routes.ts';
import { offerRoutes } from '#server/offer/offer-routes.ts';
import { partnerRoutes } from '#server/partners/partner-routes.ts';
import { clientFieldRoutes } from '#server/client-fields/field-routes.ts';
import { metricRoutes } from '#server/metrics/metric-routes.ts';
import { promoCodeRoutes } from '#server/promo-codes/promo-code-routes.ts';
import { settingsRoutes } from '#server/general-settings/settings-routes.ts';
import { alarmRoutes } from '#server/subscriptions/alarm-routes.ts';
import { discountRoutes } from '#server/clients/plan/discount-routes.ts';
import { planRoutes } from '#server/clients/plan/plan-routes.ts';
import { tariffRoutes } from '#server/tariffs/tariff-routes.ts';
import { staffActor } from '#server/users/staff-account.ts';
import { staffAuthRoutes } from '#server/users/staff-auth-routes.ts';
import { passkeyRoutes } from '#server/users/two-factor/passkey-routes.ts';
import { oidcRoutes } from '#server/users/oidc/oidc-routes.ts';
import { twoFactorRoutes } from '#server/users/two-factor/two-factor-routes.ts';
import { apiKeyRoutes } from '#server/users/api-keys/api-key-routes.ts';
import { actorOfKey } from '#server/users/api-keys/key-actor.ts';
import { roleRoutes } from '#server/users/roles/role-routes.ts';
import { userRoutes } from '#server/users/user-routes.ts';
import { savedViewRoutes } from '#server/saved-views/saved-view-routes.ts';
import { timelineRoutes } from '#server/timeline/timeline-routes.ts';
import { webhookRoutes } from '#server/webhooks/webhook-routes.ts';
import { tagRoutes } from '#server/tags/tag-routes.ts';
import { version } from '#server/kernel/version.ts';
import { matchingRoutes } from '#server/payments/matching/matching-routes.ts';
import { statementRoutes } from '#server/bank-statements/statement-routes.ts';
import { onlineRoutes } from '#server/payments/online/online-routes.ts';
import { paymentRoutes } from '#server/payments/list/payment-routes.ts';
import { walletRoutes } from '#server/payments/wallet-routes.ts';
import { currentMailFacts } from '#server/subscriptions/forecast-subscription.ts';

/** Builds the HTTP side of a platform: every plugin and module in visible order. */
export async function buildApp(platform: Platform, health: ProcessHealth): Promise<FastifyInstance> {
  const { config, db, clock, log, settings } = platform;
  const { defaultLocale } = variants[config.variant];
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 256 * 1024,
    ...boundedServer(),
    forceCloseConnections: 'idle',
    // The proxy sends no new requests by then; those over connections still open are answered as usual.
    return503OnClosing: false,
    // Longer than any address can be, so an unknown route is a 404 however long it is.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 100_000 },
    frameworkErrors: (_error, request, reply) =>
      refuseAddress(request, reply, requestLocale(request, defaultLocale)),
  });

  handleErrors(app, { routes, localeOf: (request) => requestLocale(request, defaultLocale) });
  health.draining.observe(app);
  const largeBodies = createLargeBodies();
  await secure(app, { ...config, largeBodies });
  identifyCallers(app, {
    clock,
    sessionOf: (token, now) => sessionOfToken(db, token, now),
    defaultLocale,
    staffActor: (session) => staffActor(db, session),
    keyActor: (token, caller, setHeader) => actorOfKey(platform, token, caller, setHeader),
    customerActor: (session) => customerActor(db, session),
    cabinetActor: (request, now) => cabinetOf(platform, request, now),
    provisionerActor: (request, now) =>
      provisionerOf({ db, secrets: config.cabinets.webhook?.secrets ?? [] }, request, now),
  });
  logRequests(app);

  mountRoutes(app, routes, implementationsOf(platform), {
    variant: config.variant,
    isPanelReadOnly: () => settings.get('read_only'),
    largeBodies,
  });
  // Made when somebody asks for it: otherwise it would be half of the processor time of a start.
  let description: ReturnType<typeof openApi> | undefined;
  app.get('/api/openapi.json', async () => {
    description ??= openApi(routes, { title: config.productName, version, variant: config.variant });
    return description;
  });

  serveHealth(app, platform, health);
  serveBrandingImages(app, platform);
  serveFront(app, platform);
  await serveWebApp(app, { config, settings, db });
  return app;
}

/** Every part's routes. */
function implementationsOf(platform: Platform): Implementation[] {
  return [
    ...staffAuthRoutes(platform),
    ...oidcRoutes(platform),
    ...twoFactorRoutes(platform),
    ...passkeyRoutes(platform),
    ...userRoutes(platform),
    ...roleRoutes(platform),
    ...apiKeyRoutes(platform),
    ...loginLockRoutes(platform),
    ...tariffRoutes(platform),
    ...metricRoutes(platform),
    ...clientFieldRoutes(platform),
    ...clientRoutes(platform),
    ...erasureRoutes(platform),
    ...bulkRoutes(platform, { clients: clientBulk(platform) }),
    ...clientNoteRoutes(platform),
    ...tagRoutes(platform),
    ...announcementRoutes(platform),
    ...timelineRoutes(platform),
    ...documentRoutes(platform),
    ...dataExportRoutes(platform),
    ...walletRoutes(platform),
    ...onlineRoutes(platform),
    ...paymentRoutes(platform),
    ...matchingRoutes(platform),
    ...statementRoutes(platform),
    ...planRoutes(platform),
    ...discountRoutes(platform),
    ...mailRoutes({
      ...platform,
      nextEvent: (caller, clientId) => nextEventOf(platform, caller, clientId),
      factsNow: (...asked) => currentMailFacts(platform.subscriptions, ...asked),
    }),
    ...templateRoutes(platform),
    ...settingsRoutes(platform),
    ...brandingRoutes(platform),
    ...partnerRoutes(platform),
    ...promoCodeRoutes(platform),
    ...offerRoutes(platform),
    ...webhookRoutes(platform),
    ...auditRoutes(platform),
    ...savedViewRoutes(platform),
    ...reportRoutes(platform),
    ...customerAuthRoutes(platform),
    ...customerAccountRoutes(platform),
    ...personRoutes(platform),
    ...personTwoFactorRoutes(platform),
    ...personPasskeyRoutes(platform),
    ...cabinetRoutes({
      ...platform,
      announcementsFor: (clientId, now) => cabinetAnnouncements(platform, clientId, now),
    }),
    ...provisionerRoutes(platform),
    ...findingRoutes(platform),
    ...hostRoutes(platform),
    ...alarmRoutes(platform),
    ...clientCabinetRoutes(platform),
  ];
}
