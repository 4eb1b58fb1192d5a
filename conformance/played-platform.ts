import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Entitlements,
  logoutInput,
  type TicketAnswer,
  ticketInput,
  usageInput,
} from '#contract/cabinets/cabinet.ts';
import { signatureHeaders } from '#contract/cabinets/webhook-signature.ts';
import { newToken } from '#server/keys/secrets.ts';
import { parseJson } from '#server/kernel/parse-json.ts';
import { headerOf, sendJson, serveCheck, signatureJudge } from './check-server.ts';

export interface PlayedCall {
  path: 'tickets' | 'entitlements' | 'usage' | 'logout' | 'unknown';
  /** The session that a logout names. */
  session?: string | undefined;
  /** Why the platform would have refused it; empty when it follows the page. */
  wrong: string[];
  /** The protocol of its signature; 0 for none. */
  protocol: number;
  /** Fields of the body that are unknown or have a wrong form. */
  faulty: string[];
  /** The metrics that a report gives by their keys. */
  metrics: string[];
}

type EndedSessions = Pick<
  Entitlements,
  'sessions_valid_from' | 'persons' | 'acting_users_ended' | 'sessions_ended'
>;
const nothingEnded: EndedSessions = {
  sessions_valid_from: null,
  persons: [],
  acting_users_ended: [],
  sessions_ended: [],
};

/** Those of a new installation and one of the operator's own: a report of any other is refused, as the platform does. */
const offeredMetrics: Entitlements['metrics'] = {
  monthly_turnover: { unit: 'money', period: 'month', name: { en: 'Monthly turnover' } },
  goods_count: { unit: 'count', period: 'now', name: { en: 'Goods' } },
  cash_registers: { unit: 'count', period: 'now', name: { en: 'Cash registers' } },
  storage_bytes: { unit: 'bytes', period: 'now', name: { en: 'Storage' } },
};

interface Options {
  clientId: string;
  secret: string;
  host: string;
  port: number;
  publicUrl: string;
}

interface Played extends Options {
  tickets: Map<string, TicketAnswer>;
  calls: PlayedCall[];
  ended: EndedSessions;
  isBroken: boolean;
  signatureOf: ReturnType<typeof signatureJudge>;
}

/**
 * Plays the platform's side of the cabinet protocol for one product, and records the calls (`docs/cabinet-
 * protocol.md`, "Conformance").
 */
export async function playPlatform(options: Options) {
  const { clientId, secret } = options;
  const played: Played = {
    ...options,
    tickets: new Map(),
    calls: [],
    ended: nothingEnded,
    isBroken: false,
    signatureOf: signatureJudge(secret),
  };
  const server = await serveCheck(options, (request, response, body) =>
    answer(played, request, response, body),
  );
  return {
    calls: played.calls,
    port: server.port,
    /** A ticket that works once. */
    ticketFor(person: Partial<TicketAnswer>): string {
      const ticket = newToken();
      played.tickets.set(ticket, {
        client_id: clientId,
        name: 'Conformance Check',
        locale: 'en',
        person: { id: clientId, name: 'Conformance Check', email: 'check@platform.example', role: 'owner' },
        acting_user: null,
        read_only: false,
        session_id: randomUUID(),
        signed_in_at: new Date().toISOString(),
        ...person,
      });
      return ticket;
    },
    /** From now on entitlements report these ended sessions, and not the earlier ones. */
    end(change: Partial<EndedSessions>): void {
      played.ended = { ...nothingEnded, ...change };
    },
    /** Answers 500 to everything while this runs. */
    async broken<Result>(act: () => Promise<Result>): Promise<Result> {
      played.isBroken = true;
      try {
        return await act();
      } finally {
        played.isBroken = false;
      }
    },
    close: server.close,
  };
}
export type PlayedPlatform = Awaited<ReturnType<typeof playPlatform>>;

async function answer(
  played: Played,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const [, path] = /\/cabinet-api\/(tickets|entitlements|usage|logout)$/.exec(request.url ?? '') ?? [];
  const known = path as PlayedCall['path'] | undefined; // one of those that the expression takes
  const signed = await played.signatureOf(request, body);
  const wrong = known
    ? [...faultsOf(request, played.clientId), ...signed.faults]
    : [`there is no ${request.method} ${request.url}`];
  const input: unknown = parseJson(body);
  const usage = known === 'usage' ? usageInput.safeParse(input) : undefined;
  const metrics = Object.keys(usage?.data?.metrics ?? {});
  const unknown = metrics.filter((key) => !Object.hasOwn(offeredMetrics, key));
  const faulty = [
    ...(usage?.error?.issues.map((issue) => issue.path.join('.') || issue.message) ?? []),
    ...unknown.map((key) => `metrics.${key}`),
  ];
  const session = known === 'logout' ? logoutInput.safeParse(input).data?.session_id : undefined;
  played.calls.push({ path: known ?? 'unknown', wrong, faulty, metrics, session, protocol: signed.protocol });
  if (played.isBroken)
    return sendJson(response, 500, { message: 'a fault of the check', code: 'internal_error' });
  if (!known) return sendJson(response, 404, { message: 'unknown', code: 'not_found' });
  if (wrong.length > 0) return sendJson(response, 401, { message: wrong.join('; '), code: 'unauthorized' });
  if (known === 'entitlements') return sendJson(response, 200, { data: entitlementsOf(played) });
  if (known === 'logout') return take(response, session !== undefined, {});
  if (usage) return take(response, faulty.length === 0, {});
  const ticket = ticketInput.safeParse(input).data?.ticket ?? '';
  const person = played.tickets.get(ticket);
  played.tickets.delete(ticket);
  return take(response, person !== undefined, person);
}

function take(response: ServerResponse, isTaken: boolean, data: unknown): void {
  if (!isTaken)
    return sendJson(response, 422, { message: 'not taken', code: 'validation_failed', errors: {} });
  sendJson(response, 200, { data });
}

function faultsOf({ headers, method, url }: IncomingMessage, clientId: string): string[] {
  const wanted = url?.endsWith('entitlements') ? 'GET' : 'POST';
  const cabinet = headerOf(headers, signatureHeaders.cabinet);
  const isJson = headerOf(headers, 'content-type').startsWith('application/json');
  return [
    ...(method === wanted ? [] : [`${method} instead of ${wanted}`]),
    ...(cabinet === clientId ? [] : [`${signatureHeaders.cabinet} is not the client's id`]),
    ...(method === 'POST' && !isJson ? ['no JSON'] : []),
  ];
}

/** The picture that a product shows if it follows the operator's look. */
export const playedMark = '/branding/mark-of-the-check.svg';
const playedColours = {
  accent: '#6d28d9',
  accent_hover: '#5b21b6',
  on_accent: '#ffffff',
  accent_soft: '#f1ecfd',
  link: '#6d28d9',
};

/** With a field that this page does not name yet: a cabinet ignores those. */
function entitlementsOf({ clientId, publicUrl, ended }: Played): Entitlements & { added_later: object } {
  return {
    added_later: { by: 'a newer platform' },
    features: ['conformance'],
    feature_names: { conformance: { en: 'Conformance' } },
    upgrades: [],
    limits: {
      monthly_turnover: null,
      goods_quantity: 5,
      goods_count: 5,
      cash_registers: null,
      storage_bytes: 1_000_000_000,
    },
    metrics: offeredMetrics,
    status: 'grace',
    ends_at: '2026-01-01T00:00:00.000Z',
    deletion_at: null,
    closes_at: null,
    read_only: false,
    client: { id: clientId, name: 'Conformance Check', type: 'legal', ident: '12345678' },
    own_domain: null,
    tariff: { id: clientId, name: { en: 'Conformance' } },
    discounts: [{ percent: 20, amount: null, periods_left: 3 }],
    balance: 0,
    payment: {
      missing: 49_900,
      due_at: '2026-01-01T00:00:00.000Z',
      block_at: '2099-01-08T00:00:00.000Z',
      by_card: false,
    },
    currency: 'UAH',
    time_zone: 'Europe/Kyiv',
    product_name: 'Conformance',
    platform_url: publicUrl,
    seller: '',
    support: { email: null, phone: null },
    logo_url: `${publicUrl}${playedMark}`,
    announcements: [
      {
        id: clientId,
        title: { en: 'Works on <Sunday>' },
        body: { en: 'From 2 to 3.' },
        from: '2026-01-01T00:00:00.000Z',
        to: null,
      },
    ],
    branding: {
      accent: '#6d28d9',
      colors: { light: playedColours, dark: playedColours },
      logo_url: null,
      logo_ratio: null,
      mark_url: `${publicUrl}${playedMark}`,
      footer: { en: 'Made for the check' },
    },
    members: [{ id: clientId, role: 'owner', locale: 'en' }],
    ...ended,
  };
}
