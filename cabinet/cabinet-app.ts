import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { healthCheckPath, protocolVersion, signInPath } from '#contract/cabinets/cabinet.ts';
import { localeOf, type Locale } from '#contract/kernel/variants.ts';
import { entitlementsReader, type CurrentEntitlements } from './platform/current-entitlements.ts';
import { type Instance, movingReason } from './host/host-registry.ts';
import { BodyTooLarge, headerOf, hostName, json, readForm, refusal, seeOther, type Reply } from './http.ts';
import type { CabinetView } from './pages/cabinet-layout.ts';
import type { Contacts } from './pages/contacts.ts';
import { languageCookie, languageOf } from './pages/language-cookie.ts';
import { messageReplies, withHeaders } from './pages/message-replies.ts';
import { isHeard, type PlatformClient } from './platform/platform-client.ts';
import { afterSignIn } from './shop/rights.ts';
import { fileLimits, shop, shopRoutes } from './shop/shop.ts';
import { sessionCookie, wayBackCookie } from './sign-in/session-cookie.ts';
import type { Session } from './sign-in/session-store.ts';
import type { SignInLimit } from './sign-in/sign-in-limit.ts';
import type { CabinetStore } from './store/cabinet-store.ts';
import type { StorePool } from './store/store-pool.ts';
import { translator } from './texts.ts';
import type { UsageReporter } from './platform/usage-reporter.ts';

interface Deps {
  stores: StorePool;
  platform: PlatformClient;
  /** Undefined where nothing is reported. */
  reporter?: UsageReporter;
  publicUrl: string;
  /** Who sells, for strangers at a closed cabinet. */
  contacts?: () => Promise<Contacts>;
  scheme: 'http' | 'https';
  signIns: SignInLimit;
  productName: string;
  /** The product's version, for the health check. */
  version?: string;
  defaultLocale: Locale;
  now: () => Date;
  log: Logger;
}

interface Visit {
  request: IncomingMessage;
  url: URL;
  instance: Instance;
  token: string | undefined;
  session: Session | undefined;
  locale: Locale;
}

type SignedIn = Visit & { token: string; session: Session };

/** The form of the platform's tickets; the platform is asked about nothing else. */
const ticketShape = /^[\w-]{43}$/;
const routes: Record<string, readonly string[]> = {
  [healthCheckPath]: ['GET', 'HEAD'],
  [signInPath]: ['GET'],
  '/sign-out': ['POST'],
  '/language': ['POST'],
  ...shopRoutes,
};
/** Long enough to find the password, or to have a new one sent. */
const wayBackSeconds = 1800;
/** Browsers drop longer cookies. */
const longestWayBack = 1000;

/** What answering for cabinets takes. */
interface App extends Deps {
  /** Where customers sign in. */
  login: string;
  cookie: ReturnType<typeof sessionCookie>;
  /** The page that somebody asked for before they signed in. */
  wayBack: ReturnType<typeof wayBackCookie>;
  currentEntitlements: ReturnType<typeof entitlementsReader>;
  replies: ReturnType<typeof messageReplies>;
}

/** Answers for one cabinet under its own host name (`docs/cabinet-protocol.md`). */
export function cabinetApp(deps: Deps) {
  const app: App = {
    ...deps,
    login: `${deps.publicUrl}/client/login`,
    cookie: sessionCookie(deps.scheme),
    wayBack: wayBackCookie(deps.scheme),
    currentEntitlements: entitlementsReader(deps),
    replies: messageReplies(deps),
  };
  const health = { status: 'ok', version: deps.version, protocol: protocolVersion };

  return async function answer(request: IncomingMessage, url: URL, instance: Instance): Promise<Reply> {
    const visit = visitOf(app, request, url, instance);
    if (instance.state === 'suspended') return suspended(app, visit);
    if (!app.stores.isSound(instance.client_id)) return databaseBroken(app, visit);
    const methods = routes[url.pathname];
    if (!methods) return unknownPath(app, visit);
    if (!methods.includes(request.method ?? '')) {
      return refusal(405, 'method_not_allowed', { allow: methods.join(', ') });
    }
    if (url.pathname === healthCheckPath) return json(200, health, readableByPlatform(app));
    if (url.pathname === signInPath) return signIn(app, visit);
    if (!isSignedIn(visit)) return toLoginAndBack(app, visit);
    return request.method === 'POST' ? change(app, visit) : show(app, visit);
  };
}

function visitOf(app: App, request: IncomingMessage, url: URL, instance: Instance): Visit {
  const token = app.cookie.read(request);
  const { client_id } = instance;
  const session =
    token && app.stores.isSound(client_id)
      ? app.stores.use(client_id, (store) => store.findSession(token, app.now()))
      : undefined;
  const locale = session?.locale ?? languageOf(request, app.defaultLocale);
  return { request, url, instance, token, session, locale };
}

async function signIn(app: App, { request, url, instance, token, locale }: Visit): Promise<Reply> {
  const ticket = url.searchParams.get('ticket') ?? '';
  if (!ticketShape.test(ticket)) return seeOther(app.login);
  const seconds = app.signIns.take(request, app.now());
  if (seconds > 0) return app.replies.tooManySignIns(locale, seconds);
  const answer = await app.platform.redeemTicket(credentialsOf(instance), ticket);
  if (answer.kind === 'silent')
    return app.replies.platformSilent(locale, { action: signInPath, fields: { ticket } });
  if (answer.kind === 'refused' || answer.data.client_id !== instance.client_id) return seeOther(app.login);
  const started = app.stores.use(instance.client_id, (store) =>
    store.startSession(answer.data, { now: app.now(), replaces: token }),
  );
  const cookies = [app.cookie.of(started.token, started.maxAge), app.wayBack.of('', 0)];
  return seeOther(ownPage(app.wayBack.read(request)) ?? afterSignIn(answer.data), {
    'set-cookie': [...cookies, languageCookie(answer.data.locale, app.scheme, started.maxAge)],
  });
}

/** To the login, from which the person comes back with a ticket to the page that they asked for. */
function toLoginAndBack(app: App, { request, url, instance }: Visit): Reply {
  // A script can follow nobody there.
  if (headerOf(request, 'sec-fetch-dest') === 'empty') return refusal(401, 'signed_out');
  const page = request.method === 'GET' ? ownPage(url.pathname + url.search) : undefined;
  // Who is signed in there as a member of this client comes back at once.
  const login = `${app.login}?cabinet=${instance.client_id}`;
  if (page === undefined || page === '/' || page.length > longestWayBack) return seeOther(login);
  return seeOther(login, { 'set-cookie': app.wayBack.of(page, wayBackSeconds) });
}

async function show(app: App, visit: SignedIn): Promise<Reply> {
  const { url, instance, session, locale } = visit;
  const current = await app.currentEntitlements(credentialsOf(instance));
  if (!current) return app.replies.platformSilent(locale, { action: url.pathname });
  const going = stillSignedIn(app, visit);
  if (!going) return toLoginAndBack(app, visit);
  const elsewhere = underOwnDomain(app, visit, current.entitlements);
  if (elsewhere !== undefined) return seeOther(elsewhere);
  if (!session.acting_user) {
    app.stores.use(instance.client_id, (store) => store.noteVisit(app.now()));
    app.reporter?.noteChange(instance.client_id);
  }
  return shopOf(app, going, viewOf(app, going, current)).show(url);
}

/** The same page under the customer's own domain, when it was asked for under another name. */
function underOwnDomain(
  { scheme }: App,
  { request, url, instance }: Visit,
  { own_domain: own }: CurrentEntitlements['entitlements'],
): string | undefined {
  if (own === null || hostName(request) === own) return undefined;
  // It has been taken away since the platform was asked.
  if (instance.own_domain !== undefined && instance.own_domain !== own) return undefined;
  const port = /:\d+$/.exec(request.headers.host ?? '')?.[0] ?? '';
  return `${scheme}://${own}${port}${url.pathname}${url.search}`;
}

async function change(app: App, visit: SignedIn): Promise<Reply> {
  const { request, url, instance, token, session, locale } = visit;
  const fileLimit = fileLimits[url.pathname];
  const sent = await readForm(request, { fileLimit }).catch((error: unknown) => {
    if (fileLimit === undefined || !(error instanceof BodyTooLarge)) throw error;
    return 'too_large' as const;
  });
  if (sent === 'too_large') return app.replies.fileTooLarge(locale, url.pathname);
  if (!sent) return refusal(415, 'form_expected');
  const { form, file } = sent;
  if (!isFromOwnPage(app, request, form, token)) return app.replies.forbidden(locale, 'foreign');
  if (url.pathname === '/sign-out') return signOut(app, visit);
  if (url.pathname === '/language') {
    const chosen = localeOf(form.get('locale')) ?? locale;
    app.stores.use(instance.client_id, (store) => store.changeLanguage(token, chosen));
    return seeOther(ownPage(form.get('back')) ?? '/', { 'set-cookie': languageCookie(chosen, app.scheme) });
  }
  if (session.read_only) return app.replies.forbidden(locale, 'lookOnly');
  const current = await app.currentEntitlements(credentialsOf(instance));
  if (!current) return app.replies.platformSilent(locale, { action: '/' });
  const going = stillSignedIn(app, visit);
  if (!going) return toLogin(app);
  if (current.entitlements.read_only) return app.replies.forbidden(locale, 'expired');
  app.reporter?.noteChange(instance.client_id);
  return shopOf(app, going, viewOf(app, going, current)).change(url.pathname, form, file);
}

/** Signs out here and at the platform, where the person came from; a colleague's session at the platform goes on. */
async function signOut(app: App, { instance, token, session, locale }: SignedIn): Promise<Reply> {
  const { acting_user, platform_session } = session;
  if (platform_session === null || acting_user !== null) {
    app.stores.use(instance.client_id, (store) => store.endSession(token));
    return toLogin(app);
  }
  // Stored before it is sent: if the call is lost, it is repeated with the next report.
  app.stores.use(instance.client_id, (store) => store.signOut(token, platform_session));
  const answer = await app.platform.logOut(credentialsOf(instance), platform_session);
  if (isHeard(answer)) {
    app.stores.use(instance.client_id, (store) => store.noteToldSignOut(platform_session));
  } else app.reporter?.noteChange(instance.client_id);
  if (answer.kind !== 'silent')
    return seeOther(`${app.login}?signed-out`, { 'set-cookie': app.cookie.of('', 0) });
  const t = translator(locale);
  const action = { label: t('signOutAlone.there'), href: `${app.publicUrl}/account` };
  const texts = { title: t('signOutAlone.title'), text: t('signOutAlone.text'), action };
  return withHeaders(app.replies.message(502, locale, texts), { 'set-cookie': app.cookie.of('', 0) });
}

/** The visit with its session as the platform has it now: undefined when it has just ended. */
function stillSignedIn(app: App, visit: SignedIn): SignedIn | undefined {
  const find = (store: CabinetStore) => store.findSession(visit.token, app.now());
  const session = app.stores.use(visit.instance.client_id, find);
  return session && { ...visit, session, locale: session.locale };
}

function toLogin(app: App): Reply {
  return seeOther(app.login, { 'set-cookie': app.cookie.of('', 0) });
}

function shopOf(app: App, { instance }: SignedIn, view: CabinetView) {
  return shop({ stores: app.stores, clientId: instance.client_id, view });
}

/** The address of a page here that a link may lead to: no other site, nothing but GET. */
function ownPage(address: string | null | undefined): string | undefined {
  const url = address?.startsWith('/') ? URL.parse(address, 'http://cabinet') : null;
  if (url?.host !== 'cabinet' || !shopRoutes[url.pathname]?.includes('HEAD')) return undefined;
  return url.pathname + url.search;
}

function viewOf(
  app: App,
  { request, url, session, locale, token }: SignedIn,
  { entitlements, asOf }: CurrentEntitlements,
): CabinetView {
  return {
    here: url.pathname + url.search,
    isPhone: /Mobi/.test(request.headers['user-agent'] ?? ''),
    session,
    locale,
    t: translator(locale),
    defaultLocale: app.defaultLocale,
    publicUrl: app.publicUrl,
    formToken: formTokenOf(token),
    entitlements,
    asOf,
    now: app.now(),
    readOnly: session.read_only ? 'lookOnly' : entitlements.read_only ? 'expired' : undefined,
  };
}

/** The owner is told why, until when, and whom to ask; others learn nothing about it. */
async function suspended(app: App, visit: Visit): Promise<Reply> {
  const { url, instance, locale } = visit;
  const headers = url.pathname === healthCheckPath ? readableByPlatform(app) : {};
  if (instance.reason === movingReason) {
    const isRead = visit.request.method === 'GET';
    return app.replies.soonBack('moving', locale, { path: url.pathname, isRead, headers });
  }
  if (url.pathname.startsWith('/api/')) return refusal(503, 'suspended', headers);
  if (!isSignedIn(visit)) return app.replies.closed(locale);
  await app.currentEntitlements(credentialsOf(instance));
  const going = stillSignedIn(app, visit);
  if (!going) return app.replies.closed(locale);
  // Those of a deleted client are the last that were known.
  const { known } = app.stores.use(instance.client_id, (store) => store.readEntitlements());
  return app.replies.suspended(going.locale, { reason: instance.reason ?? '', entitlements: known });
}

function databaseBroken(app: App, { url, instance, locale }: Visit): Reply {
  const code = app.stores.exists(instance.client_id) ? 'database_damaged' : 'database_missing';
  app.log.error({ client_id: instance.client_id, code }, 'a cabinet has no database to answer from');
  const headers = url.pathname === healthCheckPath ? readableByPlatform(app) : {};
  if (url.pathname.startsWith('/api/')) return refusal(500, code, headers);
  return app.replies.failed(locale);
}

function unknownPath(app: App, visit: Visit): Reply | Promise<Reply> {
  const { request, url, locale } = visit;
  if (url.pathname.startsWith('/api/')) return refusal(404, 'not_found');
  if (request.method === 'GET' && isSignedIn(visit)) return show(app, visit);
  return app.replies.notFound(locale);
}

/**
 * Accepts a form only when the browser says that this site sent it. Browsers that send neither header (Origin is
 * `null` under our referrer policy) prove it by the form's token.
 */
function isFromOwnPage(app: App, request: IncomingMessage, form: URLSearchParams, token: string): boolean {
  const site = headerOf(request, 'sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = headerOf(request, 'origin');
  if (origin !== undefined && origin !== 'null') return origin === `${app.scheme}://${request.headers.host}`;
  return form.get('form_token') === formTokenOf(token);
}

function readableByPlatform(app: App): Record<string, string> {
  return { 'access-control-allow-origin': new URL(app.publicUrl).origin };
}

function isSignedIn(visit: Visit): visit is SignedIn {
  return visit.session !== undefined && visit.token !== undefined;
}

function credentialsOf({ client_id, secret }: Instance) {
  return { clientId: client_id, secret };
}

/** Reveals nothing about the session's token, and can't be made without it. */
function formTokenOf(token: string): string {
  return createHash('sha256').update(`form:${token}`).digest('base64url');
}
