import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import express from 'express';
import { platformAt } from './platform.js';
import { keepSessions } from './sessions.js';

/**
 * A product that Tenantry can sell: a list of notes for one customer. It is an example to start from: its notes are in
 * one JSON file, its sessions in memory. docs/cabinet-protocol.md explains every step.
 */
const env = (name, otherwise) => {
  const value = process.env[name] ?? otherwise;
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
};
const clientId = env('CABINET_CLIENT_ID');
const publicUrl = env('PUBLIC_URL').replace(/\/+$/, '');
const apiUrl = env('PLATFORM_API_URL').replace(/\/+$/, '');
const dataFile = env('DATA_FILE', './notes.json');
const isSecure = env('CABINET_URL', 'http://localhost').startsWith('https:');
const cookieName = isSecure ? '__Host-session' : 'session';
const loginUrl = `${publicUrl}/client/login`;
/** Who is signed in at the platform comes back from here at once. */
const enterUrl = `${loginUrl}?cabinet=${clientId}`;

const call = platformAt({ apiUrl, clientId, secret: env('CABINET_SECRET') });
const sessions = keepSessions();
let notes = readNotes();
let entitlements = null;
let askedAt = -Infinity;
let isKnown = true;
let lastVisit = null;

const app = express();
app.disable('x-powered-by');
app.use((_request, response, next) => {
  const platform = new URL(publicUrl).origin;
  response.set({
    'content-security-policy': `default-src 'none'; img-src ${platform}; form-action 'self' ${platform}; frame-ancestors 'none'; base-uri 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000' }),
  });
  next();
});

app.get('/api/system/health-check', (_request, response) => {
  response.set('access-control-allow-origin', new URL(publicUrl).origin);
  response.json({ status: 'ok', version: '1.0.0', protocol: 1 });
});

app.get('/sign-in', async (request, response) => {
  const { ticket } = request.query;
  if (typeof ticket !== 'string' || !/^[\w-]{43}$/.test(ticket)) return response.redirect(303, loginUrl);
  if (!mayAsk(request.socket.remoteAddress))
    return response.status(429).send(page('Too many tries. Wait a minute.'));
  const { status, body } = await call('POST', 'tickets', { ticket });
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (isRefused || (status === 200 && body.data.client_id !== clientId))
    return response.redirect(303, loginUrl);
  if (status !== 200) {
    // The ticket may still be good: the person can reload this page.
    return response.status(503).send(page('The platform does not answer. Reload this page in a moment.'));
  }
  const { token, seconds } = sessions.begin(body.data);
  response.cookie(cookieName, token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
    maxAge: seconds * 1000,
  });
  if (!body.data.acting_user) lastVisit = new Date().toISOString();
  reportSoon();
  response.redirect(303, '/');
});

app.use(express.urlencoded({ extended: false, limit: '16kb' }));
// Everything below is for people who are signed in.
app.use(async (request, response, next) => {
  const token = cookieOf(request);
  // A stranger causes no call.
  if (!sessions.find(token)) return response.redirect(303, enterUrl);
  await askEntitlements();
  const session = isKnown ? sessions.find(token) : undefined;
  if (!session) return response.redirect(303, enterUrl);
  if (!entitlements)
    return response.status(503).send(page('The platform does not answer. Reload this page in a moment.'));
  response.locals = { token, session, isReadOnly: session.read_only || entitlements.read_only };
  next();
});

app.get('/', (_request, response) => {
  response.send(home(response.locals));
});

app.post('/notes', (request, response) => {
  const text = String(request.body?.text ?? '')
    .trim()
    .slice(0, 1000);
  if (response.locals.isReadOnly)
    return response.status(403).send(page('This cabinet may only be viewed now.'));
  if (text !== '') writeNotes([...notes, text]);
  reportSoon();
  response.redirect(303, '/');
});

app.post('/logout', (_request, response) => {
  const { token, session } = response.locals;
  sessions.end(token);
  if (!session.acting_user) void endAtPlatform(session.session_id);
  response.redirect(303, loginUrl);
});

app.listen(Number(env('PORT', '3000')), env('HOST', '127.0.0.1'));

/** Asks what the tariff gives and which sessions ended, at most every five seconds; a stored answer serves an outage. */
async function askEntitlements() {
  if (entitlements && Date.now() - askedAt < 5000) return;
  askedAt = Date.now();
  const { status, body } = await call('GET', 'entitlements');
  if (status === 200) {
    entitlements = body.data;
    sessions.drop(entitlements);
  }
  // A cabinet that the platform no longer knows serves nobody.
  if (status === 200 || status === 401) isKnown = status === 200;
}

let reporting;
/** Reports usage a second after a change, then once a day; later when the platform does not answer. */
function reportSoon(afterMs = 1000, pauseMs = 5000) {
  clearTimeout(reporting);
  reporting = setTimeout(async () => {
    const isWelcome =
      entitlements?.metrics?.notes_count?.unit === 'count' &&
      entitlements.metrics.notes_count.period === 'now';
    const metrics = isWelcome ? { metrics: { notes_count: notes.length } } : {};
    let { status } = await call('POST', 'usage', { last_visit: lastVisit, ...metrics });
    if (status === 422) ({ status } = await call('POST', 'usage', { last_visit: lastVisit }));
    if (status === 200) reportSoon(86_400_000);
    else reportSoon(pauseMs, Math.min(pauseMs * 2, 3_600_000));
  }, afterMs);
  reporting.unref();
}

/** Ends the platform's session too, however often that has to be tried. */
async function endAtPlatform(sessionId, pauseMs = 5000) {
  const { status } = await call('POST', 'logout', { session_id: sessionId });
  if (status !== 200)
    setTimeout(() => void endAtPlatform(sessionId, Math.min(pauseMs * 2, 3_600_000)), pauseMs).unref();
}

const tries = new Map();
/** At most 60 tickets a minute from one address. */
function mayAsk(address) {
  const minute = Math.floor(Date.now() / 60_000);
  if (tries.get('minute') !== minute) tries.clear();
  tries.set('minute', minute);
  const count = (tries.get(`of ${address}`) ?? 0) + 1;
  tries.set(`of ${address}`, count);
  return count <= 60;
}

function readNotes() {
  try {
    return JSON.parse(readFileSync(dataFile, 'utf8')).notes;
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Whole or not at all: the file may be copied for a backup at any moment. */
function writeNotes(changed) {
  writeFileSync(`${dataFile}.new`, JSON.stringify({ notes: changed }));
  renameSync(`${dataFile}.new`, dataFile);
  notes = changed;
}

function home({ session, isReadOnly }) {
  const { branding, product_name, client, announcements = [], support, payment, currency } = entitlements;
  const { acting_user: acting, locale } = session;
  const textOf = (texts) => texts[locale] ?? texts.en ?? Object.values(texts)[0] ?? '';
  const picture = branding?.logo_url ?? branding?.mark_url;
  return page(client.name, [
    acting &&
      `<p>${escape(acting.name)} is working here as the client. <a href="${escape(publicUrl)}/admin-panel">Back to the panel</a></p>`,
    picture && `<img src="${escape(picture)}" alt="" height="32">`,
    `<p>${escape(product_name)}</p>`,
    `<h1>${escape(client.name)}</h1>`,
    ...announcements.map(
      ({ title, body }) => `<h2>${escape(textOf(title))}</h2><p>${escape(textOf(body))}</p>`,
    ),
    payment?.missing > 0 && !acting && !payment.by_card && dueText(payment, { currency, locale }),
    `<ul>${notes.map((note) => `<li>${escape(note)}</li>`).join('')}</ul>`,
    isReadOnly
      ? `<p>This cabinet may only be viewed now. <a href="${escape(publicUrl)}/account">To the account</a></p>`
      : '<form method="post" action="/notes"><label>Note <input name="text" maxlength="1000" required></label> <button>Add</button></form>',
    '<form method="post" action="/logout"><button>Sign out</button></form>',
    support?.email &&
      `<footer><a href="mailto:${escape(support.email)}">${escape(support.email)}</a></footer>`,
  ]);
}

/** What the balance lacks, and until when; `block_at` is set once the period is over. */
function dueText({ missing, due_at, block_at }, { currency, locale }) {
  const sum = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(missing / 100);
  const end = block_at ?? due_at;
  const until = end ? ` by ${new Date(end).toLocaleDateString(locale)}` : '';
  return `<p>Add ${sum} to your balance${until}. <a href="${escape(publicUrl)}/account/wallet">Top up</a></p>`;
}

function page(title, parts = [`<p>${escape(title)}</p>`]) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title><body>${parts.filter(Boolean).join('\n')}</body></html>`;
}

function escape(text) {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return String(text).replace(/[&<>"']/g, (character) => entities[character]);
}

function cookieOf(request) {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === cookieName)?.[1];
}
