import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import * as z from 'zod';
import { id as uuid } from '#contract/kernel/primitives.ts';
import { signatureHeaders, signerOf } from '#contract/cabinets/webhook-signature.ts';
import { digestHeader, receiveCopy, sendCopy } from './host-files.ts';
import { type HostRegistry, movingReason } from './host-registry.ts';
import { headerOf, json, readBody, refusal, type Reply } from '../http.ts';
import type { StorePool } from '../store/store-pool.ts';

interface Deps {
  registry: HostRegistry;
  stores: StorePool;
  hostSecret: string | readonly string[];
  /** The platform runs in this same process, so it uses protocol 2 from the start. */
  isPlatformOfThisVersion: boolean;
  /** Whether all requests for a cabinet that had begun are answered; false if that takes too long. */
  idle(clientId: string): Promise<boolean>;
  /** Cabinets are `SLUG.DOMAIN`. */
  domain: string;
  now: () => Date;
  log: Logger;
}

const noFields = z.strictObject({});
const reason = z.string().regex(/^[a-z_]{1,50}$/);
const suspension = z.strictObject({ reason });
const calls = [
  'PUT database',
  'PUT instance',
  'POST suspend',
  'POST hold',
  'POST resume',
  'GET backup',
  'DELETE',
  'GET',
] as const;
type Call = (typeof calls)[number];

const inventoryPage = 1000;

/**
 * The platform's calls to the host, signed with the host's secret (`docs/cabinet-protocol.md`, "The embedded host").
 * Each can be repeated with the same result; a message that comes twice is refused.
 */
export function hostManagement(deps: Deps) {
  const { registry, stores, domain, log } = deps;
  const isSigned = signatureCheck(deps);
  const { inventory, stateOf } = hostState(deps);
  const { hold, resume } = openAndClosed(deps, stateOf);
  const instance = z.strictObject({
    domain: z.string().check(z.refine((name) => isCabinetDomain(name, domain))),
    secret: z.string().min(16).max(200),
    suspended: reason.optional(),
    own_domain: z
      .string()
      .max(253)
      .check(z.refine((name) => isOwnDomain(name, domain)))
      .optional(),
  });

  return async function manage(request: IncomingMessage, { pathname, searchParams }: URL): Promise<Reply> {
    // For a file, its digest is signed instead of the body.
    const isFile = headerOf(request, 'content-type') === 'application/vnd.sqlite3';
    const body = isFile ? (headerOf(request, digestHeader) ?? '') : await readBody(request);
    if (!(await isSigned(request, body))) return refusal(401, 'unauthorized');
    if (pathname === '/host/cabinets') return inventory(request, searchParams.get('after') ?? '');
    const [, clientId = '', noun] = /^\/host\/cabinets\/([^/]+)(?:\/([a-z]+))?$/.exec(pathname) ?? [];
    if (!uuid.safeParse(clientId).success) return refusal(404, 'not_found');
    const allowed = calls.filter((call) => call.split(' ')[1] === noun);
    const call = allowed.find((one) => one.split(' ')[0] === request.method);
    if (allowed.length === 0) return refusal(404, 'not_found');
    if (!call)
      return refusal(405, 'method_not_allowed', {
        allow: allowed.map((one) => one.split(' ')[0]).join(', '),
      });
    const reply =
      isFile && call === 'PUT database'
        ? await adopt(request, clientId.toLowerCase(), body)
        : await perform(call, clientId.toLowerCase(), parseJson(body));
    log.info({ client_id: clientId, call, status: reply.status }, 'cabinet management');
    return reply;
  };

  async function perform(call: Call, clientId: string, body: unknown): Promise<Reply> {
    switch (call) {
      case 'PUT database':
        return withBody(noFields, body, () => {
          stores.create(clientId);
          return stateOf(clientId);
        });
      case 'PUT instance':
        return withBody(instance, body, (input) => {
          if (!stores.exists(clientId)) return refusal(409, 'database_missing');
          if (registry.register(clientId, input) === 'domain_taken') return refusal(409, 'domain_taken');
          return stateOf(clientId);
        });
      case 'POST suspend':
        return withBody(suspension, body, ({ reason }) =>
          registry.suspend(clientId, reason) ? stateOf(clientId) : refusal(404, 'not_found'),
        );
      case 'POST hold':
        return withBody(noFields, body, () => hold(clientId));
      case 'POST resume':
        return withBody(noFields, body, () => resume(clientId));
      case 'GET backup':
        return stores.exists(clientId) ? sendCopy(stores, clientId) : refusal(409, 'database_missing');
      case 'DELETE':
        // The registration first: a half-deleted cabinet must not answer.
        registry.remove(clientId);
        stores.destroy(clientId);
        return stateOf(clientId);
      case 'GET':
        return stateOf(clientId);
    }
  }

  async function adopt(request: IncomingMessage, clientId: string, sha256: string): Promise<Reply> {
    const isTaken = await receiveCopy(stores, clientId, { request, sha256 });
    return isTaken ? stateOf(clientId) : refusal(422, 'backup_damaged');
  }
}

/** What there is here: of one cabinet, and of all of them. */
function hostState({ registry, stores }: Deps) {
  return { inventory, stateOf };

  /** The clients with an instance or a database here, by id, in portions. */
  function inventory({ method }: IncomingMessage, after: string): Reply {
    if (method !== 'GET') return refusal(405, 'method_not_allowed', { allow: 'GET' });
    const instances = new Map(registry.all().map((one) => [one.client_id, one]));
    const databases = new Set(stores.owners());
    const ids = [...new Set([...instances.keys(), ...databases])].filter((id) => id > after).sort();
    return json(200, {
      data: ids.slice(0, inventoryPage).map((clientId) => ({
        client_id: clientId,
        database: databases.has(clientId),
        instance: instances.get(clientId)?.state ?? 'none',
        domain: instances.get(clientId)?.domain ?? null,
      })),
    });
  }

  function stateOf(clientId: string): Reply {
    const found = registry.findByClient(clientId);
    return json(200, {
      data: {
        database: stores.exists(clientId),
        instance: found?.state ?? 'none',
        domain: found?.domain ?? null,
        reason: found?.reason ?? null,
      },
    });
  }
}

function openAndClosed({ registry, idle, now }: Deps, stateOf: (clientId: string) => Reply) {
  return { hold, resume };

  /** Closes a cabinet for a move. What is still being answered may write, so it is waited for. */
  async function hold(clientId: string): Promise<Reply> {
    if (!registry.suspend(clientId, movingReason)) return refusal(404, 'not_found');
    return (await idle(clientId)) ? stateOf(clientId) : refusal(409, 'busy');
  }

  function resume(clientId: string): Reply {
    // The host before may have had a report to send.
    if (registry.findByClient(clientId)?.reason === movingReason) registry.reports.sooner(clientId, now());
    return registry.resume(clientId) ? stateOf(clientId) : refusal(404, 'not_found');
  }
}

/** Whether the platform sent a message, and for the first time. */
function signatureCheck({ registry, hostSecret, isPlatformOfThisVersion, now }: Deps) {
  return isSigned;

  /** Once the platform has used 2, a caller that uses 1 is not the platform. */
  function knowsTwo(): boolean {
    return isPlatformOfThisVersion || registry.hasSeenProtocolTwo();
  }

  async function isSigned(request: IncomingMessage, body: string): Promise<boolean> {
    const id = headerOf(request, signatureHeaders.id);
    const timestamp = headerOf(request, signatureHeaders.timestamp);
    const signature = headerOf(request, signatureHeaders.signature);
    if (!id || id.length > 200 || !timestamp || !/^\d{1,12}$/.test(timestamp) || !signature) return false;
    const message = { id, timestamp: Number(timestamp), body, signature, now: now() };
    const { method = '', url: path = '' } = request;
    const signer = await signerOf([hostSecret].flat(), { ...message, method, path });
    if (!signer || (signer.protocol === 1 && knowsTwo())) return false;
    if (signer.protocol === 2) registry.noteProtocolTwo();
    return registry.isFirst(id, now());
  }
}

function isCabinetDomain(name: string, domain: string): boolean {
  return (
    name.endsWith(`.${domain}`) && /^[a-z][a-z0-9-]{1,61}[a-z0-9]$/.test(name.slice(0, -domain.length - 1))
  );
}

/** Neither below the domain of cabinets nor a name of this host itself. */
function isOwnDomain(name: string, domain: string): boolean {
  return (
    /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.[a-z]([a-z0-9-]*[a-z0-9])$/.test(
      name,
    ) &&
    name !== domain &&
    !name.endsWith(`.${domain}`)
  );
}

function withBody<Input>(
  schema: z.ZodType<Input>,
  body: unknown,
  work: (input: Input) => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const parsed = schema.safeParse(body);
  return parsed.success ? work(parsed.data) : refusal(422, 'validation_failed');
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
