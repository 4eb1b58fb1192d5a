import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { type Entitlements, type TicketAnswer, ticketInput, usageInput } from '#contract/cabinet.ts';
import { isSignedBy, signatureHeaders } from '#contract/webhook-signature.ts';
import { newToken } from '#server/secrets.ts';

export interface PlayedCall {
  path: 'tickets' | 'entitlements' | 'usage' | 'unknown';
  /** What the platform would have refused it for; empty when it is as the page says. */
  wrong: string[];
  /** The fields of a body that the page does not know, or not so. */
  faulty: string[];
}

interface Options {
  clientId: string;
  secret: string;
  host: string;
  port: number;
  publicUrl: string;
}

const bodyLimit = 256 * 1024;

/**
 * Plays the platform's side of the cabinet protocol to one product, and notes what comes
 * (`docs/cabinet-protocol.md`, "Conformance").
 */
export async function playPlatform({ clientId, secret, host, port, publicUrl }: Options) {
  const tickets = new Map<string, TicketAnswer>();
  const seen = new Set<string>();
  const calls: PlayedCall[] = [];
  let isBroken = false;

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();

  return {
    calls,
    port: typeof address === 'object' && address ? address.port : port,
    /** A ticket that is good once. */
    ticketFor(person: Partial<TicketAnswer>): string {
      const ticket = newToken();
      tickets.set(ticket, {
        client_id: clientId,
        name: 'Conformance Check',
        locale: 'en',
        acting_user: null,
        read_only: false,
        ...person,
      });
      return ticket;
    },
    /** Answers 500 to everything meanwhile. */
    async broken<Result>(act: () => Promise<Result>): Promise<Result> {
      isBroken = true;
      try {
        return await act();
      } finally {
        isBroken = false;
      }
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const [, path] = /\/cabinet-api\/(tickets|entitlements|usage)$/.exec(request.url ?? '') ?? [];
    const known = path as PlayedCall['path'] | undefined; // one of those that the expression takes
    const wrong = known ? await faultsOf(request, body) : [`there is no ${request.method} ${request.url}`];
    const input: unknown = parsed(body);
    const usage = known === 'usage' ? usageInput.safeParse(input) : undefined;
    const faulty = usage?.error?.issues.map((issue) => issue.path.join('.') || issue.message) ?? [];
    calls.push({ path: known ?? 'unknown', wrong, faulty });
    if (isBroken) return send(response, 500, { message: 'a fault of the check', code: 'internal_error' });
    if (!known) return send(response, 404, { message: 'unknown', code: 'not_found' });
    if (wrong.length > 0) return send(response, 401, { message: wrong.join('; '), code: 'unauthorized' });
    if (known === 'entitlements') return send(response, 200, { data: entitlementsOf() });
    if (usage) return take(response, usage.success, {});
    const ticket = ticketInput.safeParse(input).data?.ticket ?? '';
    const person = tickets.get(ticket);
    tickets.delete(ticket);
    return take(response, person !== undefined, person);
  }

  function take(response: ServerResponse, isTaken: boolean, data: unknown): void {
    if (!isTaken) return send(response, 422, { message: 'not taken', code: 'validation_failed', errors: {} });
    send(response, 200, { data });
  }

  async function faultsOf({ headers, method, url }: IncomingMessage, body: string): Promise<string[]> {
    const one = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '');
    const [id, timestamp] = [one(signatureHeaders.id), Number(one(signatureHeaders.timestamp) || NaN)];
    const signature = one(signatureHeaders.signature);
    const wanted = url?.endsWith('entitlements') ? 'GET' : 'POST';
    const isRepeated = seen.has(id);
    seen.add(id);
    const isSigned = await isSignedBy(secret, { id, timestamp, body, signature, now: new Date() });
    return [
      ...(method === wanted ? [] : [`${method} instead of ${wanted}`]),
      ...(one(signatureHeaders.cabinet) === clientId
        ? []
        : [`${signatureHeaders.cabinet} is not the client's id`]),
      ...(id === ''
        ? [`no ${signatureHeaders.id}`]
        : isRepeated
          ? [`${signatureHeaders.id} came before`]
          : []),
      ...(Math.abs(Date.now() / 1000 - timestamp) <= 300 ? [] : [`${signatureHeaders.timestamp} is not now`]),
      ...(isSigned ? [] : [`${signatureHeaders.signature} does not fit the secret and the message`]),
      ...(method === 'POST' && !one('content-type').startsWith('application/json') ? ['no JSON'] : []),
    ];
  }

  function entitlementsOf(): Entitlements {
    return {
      features: ['conformance'],
      feature_names: { conformance: { en: 'Conformance' } },
      limits: { monthly_turnover: null, goods_quantity: 5 },
      status: 'active',
      ends_at: '2099-01-01T00:00:00.000Z',
      deletion_at: null,
      read_only: false,
      client: { id: clientId, name: 'Conformance Check', type: 'legal', ident: '12345678' },
      tariff: { id: clientId, name: { en: 'Conformance' } },
      balance: 0,
      currency: 'UAH',
      time_zone: 'Europe/Kyiv',
      product_name: 'Conformance',
      platform_url: publicUrl,
    };
  }
}
export type PlayedPlatform = Awaited<ReturnType<typeof playPlatform>>;

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > bodyLimit) throw new Error('the body is too long');
  }
  return text;
}
