import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Entitlements, type TicketAnswer, ticketInput, usageInput } from '#contract/cabinet.ts';
import { signatureHeaders } from '#contract/webhook-signature.ts';
import { newToken } from '#server/secrets.ts';
import { headerOf, parseJson, sendJson, serveCheck, signatureJudge } from './conformance-server.ts';

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

/**
 * Plays the platform's side of the cabinet protocol to one product, and notes what comes
 * (`docs/cabinet-protocol.md`, "Conformance").
 */
export async function playPlatform({ clientId, secret, host, port, publicUrl }: Options) {
  const tickets = new Map<string, TicketAnswer>();
  const signatureFaults = signatureJudge(secret);
  const calls: PlayedCall[] = [];
  let isBroken = false;

  const server = await serveCheck({ host, port }, answer);

  return {
    calls,
    port: server.port,
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
    close: server.close,
  };

  async function answer(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const [, path] = /\/cabinet-api\/(tickets|entitlements|usage)$/.exec(request.url ?? '') ?? [];
    const known = path as PlayedCall['path'] | undefined; // one of those that the expression takes
    const wrong = known ? await faultsOf(request, body) : [`there is no ${request.method} ${request.url}`];
    const input: unknown = parseJson(body);
    const usage = known === 'usage' ? usageInput.safeParse(input) : undefined;
    const faulty = usage?.error?.issues.map((issue) => issue.path.join('.') || issue.message) ?? [];
    calls.push({ path: known ?? 'unknown', wrong, faulty });
    if (isBroken) return sendJson(response, 500, { message: 'a fault of the check', code: 'internal_error' });
    if (!known) return sendJson(response, 404, { message: 'unknown', code: 'not_found' });
    if (wrong.length > 0) return sendJson(response, 401, { message: wrong.join('; '), code: 'unauthorized' });
    if (known === 'entitlements') return sendJson(response, 200, { data: entitlementsOf() });
    if (usage) return take(response, usage.success, {});
    const ticket = ticketInput.safeParse(input).data?.ticket ?? '';
    const person = tickets.get(ticket);
    tickets.delete(ticket);
    return take(response, person !== undefined, person);
  }

  function take(response: ServerResponse, isTaken: boolean, data: unknown): void {
    if (!isTaken)
      return sendJson(response, 422, { message: 'not taken', code: 'validation_failed', errors: {} });
    sendJson(response, 200, { data });
  }

  async function faultsOf(request: IncomingMessage, body: string): Promise<string[]> {
    const { headers, method, url } = request;
    const wanted = url?.endsWith('entitlements') ? 'GET' : 'POST';
    const cabinet = headerOf(headers, signatureHeaders.cabinet);
    const isJson = headerOf(headers, 'content-type').startsWith('application/json');
    return [
      ...(method === wanted ? [] : [`${method} instead of ${wanted}`]),
      ...(cabinet === clientId ? [] : [`${signatureHeaders.cabinet} is not the client's id`]),
      ...(await signatureFaults(request, body)),
      ...(method === 'POST' && !isJson ? ['no JSON'] : []),
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
