import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { healthCheckPath, protocolVersion, signInPath } from '#contract/cabinets/cabinet.ts';
import { localeOf, negotiateLocale, type Locale } from '#contract/variants.ts';
import { entitlementsReader, type CurrentEntitlements } from './platform/current-entitlements.ts';
import { day } from './format.ts';
import { goodsActions } from './goods/goods-actions.ts';
import type { Instance } from './host/host-registry.ts';
import { headerOf, json, page, readBody, refusal, seeOther, type Reply } from './http.ts';
import type { CabinetView } from './pages/cabinet-layout.ts';
import { homePage } from './pages/home-page.ts';
import { messagePage } from './pages/message-page.ts';
import { isHeard, type PlatformClient } from './platform/platform-client.ts';
import { sessionCookie } from './sign-in/session-cookie.ts';
import type { Session } from './sign-in/session-store.ts';
import type { SignInLimit } from './sign-in/sign-in-limit.ts';
import type { StorePool } from './store/store-pool.ts';
import { translator } from './texts.ts';
import type { UsageReporter } from './platform/usage-reporter.ts';

interface Deps {
  stores: StorePool;
  platform: PlatformClient;
  /** Undefined where nothing is reported. */
  reporter?: UsageReporter;
  publicUrl: string;
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
  '/': ['GET', 'HEAD'],
  '/goods': ['GET', 'HEAD', 'POST'],
  '/goods/delete': ['POST'],
  '/goods/restore': ['POST'],
  '/goods/sell': ['POST'],
  '/goods.csv': ['GET'],
};
const openToLookers = ['/sign-out', '/language'];

/** Answers for one cabinet under its own host name (`docs/cabinet-protocol.md`). */
export function cabinetApp(deps: Deps) {
  const { stores, platform, publicUrl, now, log } = deps;
  const login = `${publicUrl}/client/login`;
  const cookie = sessionCookie(deps.scheme);
  const currentEntitlements = entitlementsReader(deps);
  const health = { status: 'ok', version: deps.version, protocol: protocolVersion };

  return async function answer(request: IncomingMessage, url: URL, instance: Instance): Promise<Reply> {
    const visit = visitOf(request, url, instance);
    if (instance.state === 'suspended') return suspended(visit);
    if (!stores.isSound(instance.client_id)) return databaseBroken(visit);
    const methods = routes[url.pathname];
    if (!methods) return unknownPath(visit);
    if (!methods.includes(request.method ?? '')) {
      return refusal(405, 'method_not_allowed', { allow: methods.join(', ') });
    }
    if (url.pathname === healthCheckPath) return json(200, health, readableByPlatform());
    if (url.pathname === signInPath) return signIn(visit);
    if (!isSignedIn(visit)) return seeOther(login);
    return request.method === 'POST' ? change(visit) : show(visit);
  };

  function visitOf(request: IncomingMessage, url: URL, instance: Instance): Visit {
    const token = cookie.read(request);
    const { client_id } = instance;
    const session =
      token && stores.isSound(client_id)
        ? stores.use(client_id, (store) => store.findSession(token, now()))
        : undefined;
    const acceptLanguage = headerOf(request, 'accept-language');
    const locale = session?.locale ?? negotiateLocale({ acceptLanguage }, deps.defaultLocale);
    return { request, url, instance, token, session, locale };
  }

  async function signIn({ request, url, instance, token, locale }: Visit): Promise<Reply> {
    const ticket = url.searchParams.get('ticket') ?? '';
    if (!ticketShape.test(ticket)) return seeOther(login);
    const seconds = deps.signIns.take(request, now());
    if (seconds > 0) return tooManySignIns(locale, seconds);
    const answer = await platform.redeemTicket(credentialsOf(instance), ticket);
    if (answer.kind === 'silent') return platformSilent(locale, { action: signInPath, fields: { ticket } });
    if (answer.kind === 'refused' || answer.data.client_id !== instance.client_id) return seeOther(login);
    const started = stores.use(instance.client_id, (store) =>
      store.startSession(answer.data, { now: now(), replaces: token }),
    );
    return seeOther('/', { 'set-cookie': cookie.of(started.token, started.maxAge) });
  }

  async function show(visit: SignedIn): Promise<Reply> {
    const { url, instance, session, locale } = visit;
    const current = await currentEntitlements(credentialsOf(instance));
    if (!current) return platformSilent(locale, { action: url.pathname });
    if (hasEnded(visit)) return toLogin();
    if (!session.acting_user) {
      stores.use(instance.client_id, (store) => store.noteVisit(now()));
      deps.reporter?.noteChange(instance.client_id);
    }
    const view = viewOf(visit, current);
    if (url.pathname === '/goods.csv') return goodsOf(visit, view).export();
    if (url.pathname === '/goods') return goodsOf(visit, view).show(url.searchParams);
    return page(200, homePage(view));
  }

  async function change(visit: SignedIn): Promise<Reply> {
    const { request, url, instance, token, session, locale } = visit;
    const type = headerOf(request, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
    if (type !== 'application/x-www-form-urlencoded') return refusal(415, 'form_expected');
    const form = new URLSearchParams(await readBody(request));
    if (!isFromOwnPage(request, form, token)) return forbidden(locale, 'foreign');
    if (url.pathname === '/sign-out') return signOut(visit);
    if (url.pathname === '/language') {
      const chosen = localeOf(form.get('locale'));
      if (chosen) stores.use(instance.client_id, (store) => store.changeLanguage(token, chosen));
      return seeOther(form.get('back') === '/goods' ? '/goods' : '/');
    }
    if (session.read_only && !openToLookers.includes(url.pathname)) return forbidden(locale, 'lookOnly');
    const current = await currentEntitlements(credentialsOf(instance));
    if (!current) return platformSilent(locale, { action: '/' });
    if (hasEnded(visit)) return toLogin();
    if (current.entitlements.read_only) return forbidden(locale, 'expired');
    const goods = goodsOf(visit, viewOf(visit, current));
    deps.reporter?.noteChange(instance.client_id);
    switch (url.pathname) {
      case '/goods/delete':
        return goods.remove(form);
      case '/goods/restore':
        return goods.restore(form);
      case '/goods/sell':
        return goods.sell(form);
      default:
        return goods.add(form);
    }
  }

  /** Signs out here and at the platform, where the person came from; a colleague's session at the platform goes on. */
  async function signOut({ instance, token, session, locale }: SignedIn): Promise<Reply> {
    const { acting_user, platform_session } = session;
    if (platform_session === null || acting_user !== null) {
      stores.use(instance.client_id, (store) => store.endSession(token));
      return toLogin();
    }
    // Stored before it is sent: if the call is lost, it is repeated with the next report.
    stores.use(instance.client_id, (store) => store.signOut(token, platform_session));
    const answer = await platform.logOut(credentialsOf(instance), platform_session);
    if (isHeard(answer)) {
      stores.use(instance.client_id, (store) => store.noteToldSignOut(platform_session));
    } else deps.reporter?.noteChange(instance.client_id);
    if (answer.kind !== 'silent') return toLogin();
    const t = translator(locale);
    const action = { label: t('signOutAlone.there'), href: `${publicUrl}/account` };
    const texts = { title: t('signOutAlone.title'), text: t('signOutAlone.text'), action };
    return withHeaders(message(502, locale, texts), { 'set-cookie': cookie.of('', 0) });
  }

  /** Whether the platform has just said that this session has ended. */
  function hasEnded({ instance, token }: SignedIn): boolean {
    return stores.use(instance.client_id, (store) => store.findSession(token, now())) === undefined;
  }

  function toLogin(): Reply {
    return seeOther(login, { 'set-cookie': cookie.of('', 0) });
  }

  function goodsOf({ instance }: SignedIn, view: CabinetView) {
    return goodsActions({ stores, clientId: instance.client_id, view });
  }

  function viewOf(
    { url, session, locale, token }: SignedIn,
    { entitlements, asOf }: CurrentEntitlements,
  ): CabinetView {
    return {
      path: url.pathname === '/' ? '/' : '/goods',
      session,
      locale,
      t: translator(locale),
      defaultLocale: deps.defaultLocale,
      publicUrl,
      formToken: formTokenOf(token),
      entitlements,
      asOf,
      now: now(),
      readOnly: session.read_only ? 'lookOnly' : entitlements.read_only ? 'expired' : undefined,
    };
  }

  /** The owner is told why and until when; others learn nothing about it. */
  async function suspended(visit: Visit): Promise<Reply> {
    const { url, instance, locale } = visit;
    const headers = url.pathname === healthCheckPath ? readableByPlatform() : {};
    if (url.pathname.startsWith('/api/')) return refusal(503, 'suspended', headers);
    const t = translator(locale);
    const until = isSignedIn(visit) ? await deletionText(instance, locale) : undefined;
    if (!isSignedIn(visit) || hasEnded(visit)) {
      return message(503, locale, {
        title: t('closed.title'),
        text: t('closed.text'),
        more: t('closed.owner'),
        // Somebody signed in there is told at once; others sign in first.
        action: { label: t('closed.signIn'), href: `${publicUrl}/account` },
      });
    }
    const reason = instance.reason ?? '';
    const known = ['unpaid', 'blocked', 'deleted'].includes(reason) ? reason : 'other';
    return message(503, locale, {
      title: t('suspended.title'),
      text: [t(`suspended.why.${known}`), until].filter(Boolean).join(' '),
      more: t(`suspended.how.${known}`),
      // Somebody not signed in there signs in first.
      action:
        known === 'unpaid'
          ? { label: t('suspended.pay'), href: `${publicUrl}/account/wallet` }
          : { label: t('signIn'), href: login },
    });
  }

  /** Until when the data of an unpaid cabinet is kept, if known. */
  async function deletionText(instance: Instance, locale: Locale): Promise<string | undefined> {
    if (instance.reason !== 'unpaid' || !stores.isSound(instance.client_id)) return undefined;
    const current = await currentEntitlements(credentialsOf(instance));
    const { deletion_at, time_zone: timeZone } = current?.entitlements ?? {};
    if (!deletion_at || !timeZone) return undefined;
    return translator(locale)('suspended.until', { date: day(new Date(deletion_at), { locale, timeZone }) });
  }

  function databaseBroken({ url, instance, locale }: Visit): Reply {
    const code = stores.exists(instance.client_id) ? 'database_damaged' : 'database_missing';
    log.error({ client_id: instance.client_id, code }, 'a cabinet has no database to answer from');
    const headers = url.pathname === healthCheckPath ? readableByPlatform() : {};
    if (url.pathname.startsWith('/api/')) return refusal(500, code, headers);
    const t = translator(locale);
    return message(500, locale, { title: t('failed.title'), text: t('failed.text') });
  }

  function unknownPath({ url, locale }: Visit): Reply {
    if (url.pathname.startsWith('/api/')) return refusal(404, 'not_found');
    const t = translator(locale);
    const action = { label: t('toStart'), href: '/' };
    return message(404, locale, { title: t('notFound.title'), text: t('notFound.text'), action });
  }

  function platformSilent(locale: Locale, retry: { action: string; fields?: Record<string, string> }): Reply {
    const t = translator(locale);
    return message(502, locale, {
      title: t('platformSilent.title'),
      text: t('platformSilent.text'),
      retry: { label: t('tryAgain'), ...retry },
    });
  }

  function tooManySignIns(locale: Locale, seconds: number): Reply {
    const t = translator(locale);
    const reply = message(429, locale, { title: t('tooMany.title'), text: t('tooMany.text') });
    return withHeaders(reply, { 'retry-after': String(seconds) });
  }

  function forbidden(locale: Locale, reason: 'foreign' | 'lookOnly' | 'expired'): Reply {
    const t = translator(locale);
    const action = { label: t('toStart'), href: '/' };
    return message(403, locale, { title: t('forbidden.title'), text: t(`forbidden.${reason}`), action });
  }

  function message(
    status: number,
    locale: Locale,
    content: Omit<Parameters<typeof messagePage>[0], 'locale' | 'productName'>,
  ): Reply {
    return page(status, messagePage({ locale, productName: deps.productName, ...content }));
  }

  /**
   * Accepts a form only when the browser says that this site sent it. Browsers that send neither header (Origin is
   * `null` under our referrer policy) prove it by the form's token.
   */
  function isFromOwnPage(request: IncomingMessage, form: URLSearchParams, token: string): boolean {
    const site = headerOf(request, 'sec-fetch-site');
    if (site !== undefined) return site === 'same-origin';
    const origin = headerOf(request, 'origin');
    if (origin !== undefined && origin !== 'null')
      return origin === `${deps.scheme}://${request.headers.host}`;
    return form.get('form_token') === formTokenOf(token);
  }

  function readableByPlatform(): Record<string, string> {
    return { 'access-control-allow-origin': new URL(publicUrl).origin };
  }
}

function withHeaders(reply: Reply, headers: Record<string, string>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
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
