import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { startCabinets } from './cabinets.js';

/**
 * A provisioner for `CABINET_DRIVER=webhook`: makes each cabinet a folder with its data and a process on this machine,
 * and passes requests on to it by host name. docs/cabinet-protocol.md, "Provisioner", explains every step.
 */
const env = (name, otherwise) => {
  const value = process.env[name] ?? otherwise;
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
};
const secret = env('CABINET_WEBHOOK_SECRET');
const port = Number(env('PORT', '4000'));
/** Where the platform reaches this service, for copies. */
const ownUrl = env('OWN_URL', `http://127.0.0.1:${port}`).replace(/\/+$/, '');
const folder = path.resolve(env('DATA_DIR', './cabinets'));
mkdirSync(folder, { recursive: true });

const stateFile = path.join(folder, 'state.json');
/** Cabinets by client id, and what became of operations: it survives a restart. */
const state = existsSync(stateFile)
  ? JSON.parse(readFileSync(stateFile, 'utf8'))
  : { cabinets: {}, finished: {} };
const cabinets = startCabinets({
  command: [
    process.execPath,
    path.resolve(env('CABINET_PROGRAM', `${import.meta.dirname}/../express-cabinet/cabinet.js`)),
  ],
  publicUrl: env('PUBLIC_URL'),
  apiUrl: env('PLATFORM_API_URL'),
});
for (const cabinet of Object.values(state.cabinets))
  if (cabinet.instance === 'active') await cabinets.start(cabinet);

const running = new Map();
const copies = new Map();

const server = createServer(async (request, response) => {
  try {
    const url = new URL(request.url, ownUrl);
    if (url.pathname === '/provision') return await provision(request, response);
    if (url.pathname.startsWith('/copies/')) return sendCopy(url.pathname.slice('/copies/'.length), response);
    serve(request, response);
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
    if (!response.headersSent) reply(response, 500, { status: 'failed', message: 'unexpected' });
  }
});
server.listen(port, env('HOST', '127.0.0.1'));
for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, async () => {
    await cabinets.stopAll();
    process.exit(0);
  });
}

async function provision(request, response) {
  const body = await text(request);
  if (!isSigned(request, body)) return reply(response, 401, { message: 'unauthorized' });
  const call = JSON.parse(body);
  // The platform's message id is the operation: a call can't be sent again as another one.
  if (call.operation !== request.headers['webhook-id'])
    return reply(response, 401, { message: 'unauthorized' });
  if (call.type === 'cabinet.list') return reply(response, 200, list(call.after));
  reply(response, 200, await once(call));
}

/** Protocol 2: the signature covers method and path too. Any of several may be right, while a secret is changed. */
function isSigned({ method, url, headers }, body) {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const right = Buffer.from(`v2,${macOf(`${id}.${timestamp}.${method}.${url}.${body}`)}`);
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === right.length && timingSafeEqual(signature, right));
}

function macOf(content) {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret;
  return createHmac('sha256', key).update(content).digest('base64');
}

/** Does an operation once: a repeat, even at the same time or after a restart, gets the first answer. */
function once(call) {
  const { operation } = call;
  const known = state.finished[operation];
  if (known) return known;
  const work =
    running.get(operation) ??
    act(call)
      .catch((error) => ({ status: 'failed', message: error.message }))
      .then((result) => {
        state.finished[operation] = result;
        store();
        return result;
      })
      .finally(() => running.delete(operation));
  running.set(operation, work);
  return work;
}

async function act(call) {
  const { client_id: id, domain, own_domain: ownDomain = null, url, secret: cabinetSecret } = call.cabinet;
  // It becomes a folder's name.
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new Error('the client has no id');
  const cabinet = state.cabinets[id];
  const dataFile = path.join(folder, id, 'notes.json');
  switch (call.type) {
    case 'cabinet.create': {
      const asked = { id, domain, ownDomain, url, secret: cabinetSecret, dataFile };
      if (call.step === 'database') {
        if (!existsSync(dataFile)) {
          const content = call.backup ? await fetchBackup(call.backup) : '{"notes":[]}';
          mkdirSync(path.dirname(dataFile), { recursive: true });
          writeFileSync(dataFile, content);
        }
        state.cabinets[id] = { instance: 'none', ...cabinet, ...asked };
      } else {
        if (!existsSync(dataFile)) throw new Error('the database is missing');
        const instance = cabinet?.instance === 'suspended' ? 'suspended' : 'active';
        state.cabinets[id] = { ...cabinet, ...asked, instance };
        // A new secret reaches the cabinet by a restart.
        if (instance === 'active') await cabinets.start(state.cabinets[id]);
      }
      return { status: 'done' };
    }
    case 'cabinet.suspend':
      if (!cabinet) throw new Error('there is no such cabinet');
      await cabinets.stop(id);
      cabinet.instance = 'suspended';
      return { status: 'done' };
    case 'cabinet.resume':
      if (!cabinet) throw new Error('there is no such cabinet');
      await cabinets.start(cabinet);
      cabinet.instance = 'active';
      return { status: 'done' };
    case 'cabinet.domain':
      if (!cabinet) throw new Error('there is no such cabinet');
      cabinet.ownDomain = ownDomain;
      return { status: 'done' };
    case 'cabinet.backup':
      if (!existsSync(dataFile)) throw new Error('there are no data');
      return { status: 'done', backup: copyOf(readFileSync(dataFile)) };
    case 'cabinet.destroy':
      await cabinets.stop(id);
      rmSync(path.dirname(dataFile), { recursive: true, force: true });
      delete state.cabinets[id];
      return { status: 'done' };
    default:
      throw new Error(`${call.type} is not known here`);
  }
}

/** Fetches the data to start with from the platform, and checks that they are whole. */
async function fetchBackup({ url, bytes, sha256 }) {
  const id = `msg_${randomUUID()}`;
  const timestamp = Math.floor(Date.now() / 1000);
  const { pathname, search } = new URL(url);
  const two = macOf(`${id}.${timestamp}.GET.${pathname}${search}.`);
  const one = macOf(`${id}.${timestamp}.`);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v2,${two} v1,${one}`,
  };
  const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(20_000) });
  if (!answer.ok) throw new Error(`the backup is a ${answer.status}`);
  const content = Buffer.from(await answer.arrayBuffer());
  if (content.length !== bytes || hashOf(content) !== sha256)
    throw new Error('the backup did not come whole');
  return content;
}

/** Keeps a copy at a secret address for an hour. */
function copyOf(content) {
  const token = randomBytes(32).toString('base64url');
  copies.set(token, content);
  setTimeout(() => copies.delete(token), 3_600_000).unref();
  return { url: `${ownUrl}/copies/${token}`, bytes: content.length, sha256: hashOf(content) };
}

function sendCopy(token, response) {
  const content = copies.get(token);
  if (!content) return reply(response, 404, { message: 'not found' });
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(content);
}

function list(after) {
  const found = Object.values(state.cabinets).filter(({ id }) => id > (after ?? ''));
  const sorted = found.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, 200);
  return {
    status: 'done',
    cabinets: sorted.map(({ id, domain, instance, dataFile }) => ({
      client_id: id,
      database: existsSync(dataFile),
      instance,
      domain,
    })),
  };
}

/** Answers for a cabinet by its host name. A suspended one and an unknown name are a 503 alike. */
function serve(request, response) {
  const name = (request.headers.host ?? '').replace(/:\d+$/, '');
  const cabinet = Object.values(state.cabinets).find(
    ({ domain, ownDomain }) => domain === name || ownDomain === name,
  );
  if (cabinet?.instance === 'active') return cabinets.pass(cabinet.id, request, response);
  if (request.url.startsWith('/api/'))
    return reply(response, 503, { message: 'suspended', code: 'suspended' });
  const account = `${env('PUBLIC_URL').replace(/\/+$/, '')}/account`;
  response.writeHead(503, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><title>Suspended</title><p>This cabinet is suspended. <a href="${account}">To the account</a></p>`,
  );
}

/** Whole or not at all. */
function store() {
  const operations = Object.entries(state.finished);
  state.finished = Object.fromEntries(operations.slice(-10_000));
  writeFileSync(`${stateFile}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${stateFile}.new`, stateFile);
}

function hashOf(content) {
  return createHash('sha256').update(content).digest('hex');
}

function reply(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
