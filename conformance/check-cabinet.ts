import { setTimeout as wait } from 'node:timers/promises';
import { healthAnswer, healthCheckPath, protocolVersion, signInPath } from '#contract/cabinets/cabinet.ts';
import { type PlayedCall, playedMark, type PlayedPlatform, playPlatform } from './played-platform.ts';
import { check, type Finding, type Point, point } from './point.ts';
import { askPage, cookieHeader, type Page } from './ask-page.ts';
import { parseJson } from '#server/kernel/parse-json.ts';
import { sessionChecks, sessionPoints } from './check-sessions.ts';

export interface ConformanceOptions {
  /** The platform's address in the product's configuration, where people log in. */
  publicUrl: string;
  /** With these the check plays the platform, at the API address in the product's configuration. */
  platform?: { clientId: string; secret: string; host: string; port: number } | undefined;
  timeoutMs?: number;
  /** How long to wait for a report of usage. */
  usageMs?: number;
  /** How long an ended session may still work. */
  endMs?: number;
}

const longestColleagueSession = 3600;

/** Checks what a product at an address lacks of the cabinet protocol, point by point. Never throws. */
export async function checkConformance(address: string, options: ConformanceOptions): Promise<Point[]> {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return [point(reachable, ['lacks', `"${address}" is no http(s) address`])];
  }
  const { timeoutMs = 5000, usageMs = 10_000, endMs = 30_000, platform, publicUrl } = options;
  const context = { url, timeoutMs, usageMs, endMs, publicUrl: publicUrl.replace(/\/$/, '') };
  const health = await page(context, healthCheckPath);
  if (health instanceof Error) return [point(reachable, ['lacks', health.message])];
  const outside = [
    point(reachable, 'ok'),
    ...healthPoints(health, context),
    ...(await strangerPoints(context)),
  ];
  if (!platform)
    return [
      ...outside,
      ...[...Object.values(insideChecks), ...sessionChecks].map((one) => point(one, 'unchecked')),
    ];
  const played = await playPlatform({ ...platform, publicUrl: context.publicUrl });
  try {
    return [...outside, ...(await insidePoints(context, played))];
  } finally {
    await played.close();
  }
}

interface Context {
  url: URL;
  timeoutMs: number;
  usageMs: number;
  endMs: number;
  publicUrl: string;
}

const reachable = check('reachable', 'Health check', 'The address answers');

function healthPoints({ status, headers, body }: Page, { publicUrl }: Context): Point[] {
  const origin = new URL(publicUrl).origin;
  const allowed = headers['access-control-allow-origin'];
  const said = healthAnswer.safeParse(parseJson(body)).data;
  const healthCheck = (key: string, title: string, finding: Finding) =>
    point(check(key, 'Health check', title), finding);
  return [
    healthCheck(
      'health_status',
      'A running cabinet answers its health check with 2xx',
      status >= 200 && status < 300 ? 'ok' : ['lacks', `GET ${healthCheckPath} is a ${status}`],
    ),
    healthCheck(
      'health_cors',
      'The page on which the customer waits may read the health check',
      allowed === origin || allowed === '*'
        ? 'ok'
        : ['lacks', `Access-Control-Allow-Origin is ${allowed ?? 'missing'}, not ${origin}`],
    ),
    healthCheck(
      'health_version',
      'The health check says which version runs',
      said?.version === undefined ? ['advice', 'no "version" in its JSON'] : 'ok',
    ),
    healthCheck(
      'health_protocol',
      'The health check says which protocol it speaks',
      said?.protocol === protocolVersion
        ? 'ok'
        : ['advice', `"protocol" is ${said?.protocol ?? 'missing'}, this is ${protocolVersion}`],
    ),
  ];
}

/** Without a session or a valid ticket a visitor must be sent to log in. */
async function strangerPoints(context: Context): Promise<Point[]> {
  const at = async (key: string, title: string, path: string) =>
    point(check(key, 'Tickets', title), leadsToLogin(await page(context, path), context));
  return [
    await at('stranger', 'Without a session its pages lead to the login', '/'),
    await at('no_ticket', `${signInPath} without a ticket leads to the login`, signInPath),
  ];
}

const insideChecks = {
  badTicket: check('bad_ticket', 'Tickets', 'An unknown ticket leads to the login, without a session'),
  redeemed: check('ticket_redeemed', 'Tickets', 'A ticket is redeemed at the platform, once'),
  signed: check('signed', 'Signature', 'Every call is signed, new and on time'),
  protocol: check('signed_2', 'Signature', 'Its signatures are for one method and path alone (protocol 2)'),
  entered: check('entered', 'Tickets', 'A good ticket leads to a page without it in the address'),
  cookie: check('cookie', 'Tickets', 'The session is a cookie that scripts and other sites lack'),
  home: check('home', 'Tickets', 'The session opens the cabinet'),
  entitlements: check('entitlements', 'Entitlements', 'It asks what the tariff gives'),
  branding: check('branding', 'Entitlements', 'It shows the operator’s mark'),
  payment: check('payment', 'Entitlements', 'What is not paid leads to the payment'),
  foreign: check('foreign', 'Tickets', 'Another client’s ticket opens nothing'),
  acting: check('acting_user', 'Tickets', 'A colleague at work as the client is named, with a way back'),
  actingTime: check('acting_time', 'Tickets', 'The session of a colleague ends within an hour'),
  outage: check('outage', 'Tickets', 'A silent platform is said, and not taken for a refusal'),
  usage: check('usage', 'Usage', 'It reports what is used'),
  metrics: check('usage_metrics', 'Usage', 'Metrics that it reports by key are those of the entitlements'),
};

/** With the platform played: what a person with a ticket experiences, and what the product reports. */
async function insidePoints(context: Context, platform: PlayedPlatform): Promise<Point[]> {
  const signIn = (ticket: string) => page(context, `${signInPath}?ticket=${encodeURIComponent(ticket)}`);
  const bad = await signIn('a-ticket-that-nobody-gave');
  const entered = await signIn(platform.ticketFor({}));
  const redeemed = platform.calls.filter(({ path }) => path === 'tickets');
  const home = await homeOf(context, entered);
  const foreign = await signIn(
    platform.ticketFor({ client_id: '00000000-0000-7000-8000-000000000000', name: 'Somebody else' }),
  );
  const colleague = { id: '00000000-0000-7000-8000-00000000c0de', name: 'Colleague of the Check' };
  const acting = await signIn(platform.ticketFor({ acting_user: colleague }));
  const actingHome = await homeOf(context, acting);
  const outage = await platform.broken(() => signIn(platform.ticketFor({})));
  const { calls } = platform;
  await usageOf(platform, context.usageMs);
  const ends = await sessionPoints({
    platform,
    signIn,
    visit: (path, cookie) => page(context, path, cookie),
    ...context,
  });

  return [
    point(insideChecks.badTicket, leadsToLogin(bad, context)),
    point(insideChecks.redeemed, redemption(redeemed.length, platform)),
    point(insideChecks.signed, signatures(platform)),
    point(insideChecks.protocol, protocols(platform)),
    point(insideChecks.entered, entrance(entered)),
    point(insideChecks.cookie, cookieSafety(entered, context)),
    point(insideChecks.home, opened(home)),
    point(
      insideChecks.entitlements,
      calls.some(({ path }) => path === 'entitlements') ? 'ok' : ['lacks', 'it never asked'],
    ),
    point(insideChecks.branding, branded(home)),
    point(insideChecks.payment, leadsToPayment(home, context)),
    point(insideChecks.foreign, leadsToLogin(foreign, context)),
    point(insideChecks.acting, colleagueNamed(actingHome, { name: colleague.name, ...context })),
    point(insideChecks.actingTime, colleagueTime(acting)),
    point(insideChecks.outage, outageFinding(outage, context)),
    point(insideChecks.usage, usageReported(platform)),
    point(insideChecks.metrics, metricsReported(platform)),
    ...ends,
  ];
}

/** An addition to version 1: the played subscription is not paid. */
function leadsToPayment(home: Page | Error | undefined, { publicUrl }: Context): Finding {
  if (home === undefined || home instanceof Error) return 'unchecked';
  const wallet = `${publicUrl}/account/wallet`;
  return home.body.includes(wallet) ? 'ok' : ['advice', `no link to ${wallet} in the grace period`];
}

/** An addition to version 1: without it a product can be sold, and looks like another one. */
function branded(home: Page | Error | undefined): Finding {
  if (home === undefined || home instanceof Error) return 'unchecked';
  return home.body.includes(playedMark) ? 'ok' : ['advice', 'no "branding.mark_url" in its first page'];
}

function redemption(count: number, { calls }: PlayedPlatform): Finding {
  if (count === 0) return ['lacks', `no POST cabinet-api/tickets came; ${calls.length} other calls did`];
  // One call for the bad ticket, one for the good one.
  return count <= 2 ? 'ok' : ['lacks', `two sign-ins made ${count} calls: a ticket is good once`];
}

function signatures({ calls }: PlayedPlatform): Finding {
  if (calls.length === 0) return ['lacks', 'no call came: is the product told this API address?'];
  const wrong = [...new Set(calls.flatMap((call) => call.wrong))];
  return wrong.length === 0 ? 'ok' : ['lacks', wrong.join('; ')];
}

function protocols({ calls }: PlayedPlatform): Finding {
  if (calls.every(({ wrong }) => wrong.length > 0)) return 'unchecked';
  const isOld = calls.some(({ wrong, protocol }) => wrong.length === 0 && protocol === 1);
  return isOld
    ? ['advice', 'a signature of protocol 1 alone could be sent with another method or path']
    : 'ok';
}

function usageReported({ calls }: PlayedPlatform): Finding {
  const reports = calls.filter(({ path }) => path === 'usage');
  const faulty = faultyFields(reports).filter((field) => !isMetric(field));
  if (faulty.length > 0) return ['lacks', `not as the page has it: ${faulty.join(', ')}`];
  return reports.length > 0 ? 'ok' : ['advice', 'nothing came during the check'];
}

/** Nothing is lacking where a product reports no metric by its key: the three first ones have fields of their own. */
function metricsReported({ calls }: PlayedPlatform): Finding {
  const faulty = faultyFields(calls).filter(isMetric);
  if (faulty.length > 0) return ['lacks', `not as the entitlements have them: ${faulty.join(', ')}`];
  return calls.some(({ metrics }) => metrics.length > 0) ? 'ok' : ['unchecked', 'no report had "metrics"'];
}

const faultyFields = (calls: readonly PlayedCall[]) => [...new Set(calls.flatMap(({ faulty }) => faulty))];
const isMetric = (field: string) => field === 'metrics' || field.startsWith('metrics.');

/** Waits for a report by a product that knows the metrics, or until the time is over. */
async function usageOf({ calls }: PlayedPlatform, ms: number): Promise<void> {
  const deadline = performance.now() + ms;
  const isReported = () => {
    const knows = calls.findIndex(({ path }) => path === 'entitlements');
    return knows >= 0 && calls.slice(knows).some(({ path }) => path === 'usage');
  };
  while (performance.now() < deadline && !isReported()) await wait(100);
}

function entrance(entered: Page | Error): Finding {
  if (entered instanceof Error) return ['lacks', entered.message];
  const { status, location } = entered;
  if (status < 300 || status > 399 || !location)
    return ['lacks', `it answers ${status} instead of leading on`];
  if (location.searchParams.has('ticket'))
    return ['lacks', `it leads to ${location.pathname} with the ticket`];
  return location.pathname.endsWith('/client/login') ? ['lacks', 'it leads to the login'] : 'ok';
}

function cookieSafety(entered: Page | Error, { url }: Context): Finding {
  if (entered instanceof Error) return 'unchecked';
  const { cookies } = entered;
  if (cookies.length === 0) return ['lacks', 'no cookie was set'];
  const missing = [
    ...(cookies.every((cookie) => /; *httponly/i.test(cookie)) ? [] : ['HttpOnly']),
    ...(cookies.every((cookie) => /; *samesite=(lax|strict)/i.test(cookie)) ? [] : ['SameSite']),
    ...(url.protocol === 'http:' || cookies.every((cookie) => /; *secure/i.test(cookie)) ? [] : ['Secure']),
  ];
  return missing.length === 0 ? 'ok' : ['lacks', `without ${missing.join(', ')}`];
}

function opened(home: Page | Error | undefined): Finding {
  if (home === undefined) return ['lacks', 'there was no session to open it with'];
  if (home instanceof Error) return ['lacks', home.message];
  return home.status === 200 ? 'ok' : ['lacks', `it answers ${home.status}`];
}

function colleagueNamed(
  home: Page | Error | undefined,
  { name, publicUrl }: { name: string; publicUrl: string },
): Finding {
  if (home === undefined || home instanceof Error) return ['lacks', 'the cabinet did not open'];
  const missing = [
    ...(home.body.includes(name) ? [] : ['the name']),
    ...(home.body.includes(`${publicUrl}/admin-panel`) ? [] : [`a link to ${publicUrl}/admin-panel`]),
  ];
  return missing.length === 0 ? 'ok' : ['lacks', `the page lacks ${missing.join(' and ')}`];
}

function colleagueTime(acting: Page | Error): Finding {
  if (acting instanceof Error) return 'unchecked';
  const ages = acting.cookies.map((cookie) => Number(/max-age=(\d+)/i.exec(cookie)?.[1] ?? NaN));
  if (ages.length === 0) return ['lacks', 'there was no session'];
  if (ages.some(Number.isNaN))
    return ['advice', 'the cookie has no Max-Age: see that the session itself ends'];
  return Math.max(...ages) <= longestColleagueSession ? 'ok' : ['lacks', `it lasts ${Math.max(...ages)} s`];
}

function outageFinding(outage: Page | Error, { publicUrl }: Context): Finding {
  if (outage instanceof Error) return ['lacks', outage.message];
  if (outage.cookies.length > 0) return ['lacks', 'it let somebody in unasked'];
  if (outage.location?.href.startsWith(`${publicUrl}/client/login`)) {
    return ['advice', 'it leads to the login, where the person has come from'];
  }
  return outage.status >= 500 ? 'ok' : ['advice', `it answers ${outage.status}`];
}

/** Where the sign-in led, with the session that it gave; undefined when there is none. */
async function homeOf(context: Context, entered: Page | Error): Promise<Page | Error | undefined> {
  if (entered instanceof Error || !entered.location || entered.cookies.length === 0) return undefined;
  const { pathname, search } = entered.location;
  return page(context, pathname + search, cookieHeader(entered));
}

function leadsToLogin(answer: Page | Error, { publicUrl }: Context): Finding {
  if (answer instanceof Error) return ['lacks', answer.message];
  if (answer.cookies.length > 0) return ['lacks', 'it starts a session'];
  const login = `${publicUrl}/client/login`;
  if (answer.location?.href.startsWith(login)) return 'ok';
  const instead = answer.location ? `leads to ${answer.location.href}` : `answers ${answer.status}`;
  return ['lacks', `it ${instead} instead of leading to ${login}`];
}

async function page({ url, timeoutMs }: Context, path: string, cookie?: string): Promise<Page | Error> {
  try {
    const target = new URL(url);
    const { pathname, search } = new URL(path, url);
    target.pathname = url.pathname.replace(/\/$/, '') + pathname;
    target.search = search;
    return await askPage(target, { timeoutMs, cookie });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    return new Error(code ?? (error instanceof Error ? error.message : String(error)));
  }
}
