import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '#tests/support/processes/ports.ts';

/** What a test's gateway knows about one payment. */
export interface PlayedOrder {
  reference: string;
  externalId: string;
  /** Minor units, as the platform asked. */
  amount: number;
  currency: string;
  saveCard: boolean;
  returnUrl: string;
  /** Of gateways that have one. */
  leaveUrl?: string;
  noticeUrl: string;
  state: 'open' | 'paid' | 'failed' | 'expired' | 'refunded';
  /** What was paid, when that is something else. */
  paid?: { amount?: number; currency?: string };
  refunded: number;
  /** What was sent back, by the platform's key; LiqPay knows none. */
  refunds: PlayedRefund[];
  /** What it answers to the next one; `succeeded` by default. */
  refundState?: PlayedRefund['state'];
  /** The saved card that it was charged to. */
  token?: string;
}

export interface PlayedRefund {
  key: string;
  amount: number;
  state: 'succeeded' | 'pending' | 'failed';
}

/** Sends money back, or doesn't. */
export function playRefund(order: PlayedOrder, key: string, amount: number): PlayedRefund {
  const refund = { key, amount, state: order.refundState ?? ('succeeded' as const) };
  order.refunds.push(refund);
  if (refund.state !== 'failed') order.refunded += amount;
  if (order.refunded >= order.amount) order.state = 'refunded';
  return refund;
}

export interface PlayedNotice {
  body: string;
  headers: Record<string, string>;
}

/**
 * `up`: as documented. `down`: every connection is cut. `broken`: 500. `forgetful`: acts, and cuts the connection before
 * it answers; it answers what only reads. `shut`: it doesn't know our key. `mute`: it refuses to be looked into, and acts. `endless`: answers without
 * end.
 */
export type Mood = 'up' | 'down' | 'broken' | 'forgetful' | 'shut' | 'mute' | 'endless';

export interface PlayedGateway {
  name: string;
  environment: Record<string, string>;
  orders: PlayedOrder[];
  /** Every request that came, by method and path. */
  asked: string[];
  be(mood: Mood): void;
  /** The next call is cut once this is done. */
  cutNext(after: () => Promise<unknown>): void;
  /** The card of this token is refused from now on. */
  refuseCard(token: string): void;
  /** The notice about a payment in its present state. */
  notice(order: PlayedOrder, now: Date): PlayedNotice | Promise<PlayedNotice>;
  close(): Promise<void>;
}

export interface PlayedCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface PlayedAnswer {
  status?: number;
  body: object;
}

interface Scene {
  orders: PlayedOrder[];
  refusedCards: Set<string>;
  own: string;
}

/** A gateway over real HTTP; `answer` is its API, by its published documentation, `shut` what it says to a wrong key. */
export async function playGateway(
  name: string,
  make: (scene: Scene) => {
    environment: Record<string, string>;
    shut: PlayedAnswer;
    answer(call: PlayedCall): PlayedAnswer;
    notice: PlayedGateway['notice'];
  },
): Promise<PlayedGateway> {
  const port = await freePort();
  const own = `http://127.0.0.1:${port}`;
  const scene: Scene = { orders: [], refusedCards: new Set(), own };
  const { environment, shut, answer, notice } = make(scene);
  const asked: string[] = [];
  let mood: Mood = 'up';
  let beforeCut: (() => Promise<unknown>) | undefined;
  const server = createServer((request, response) => void serve(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', own);
    const body = await text(request);
    const method = request.method ?? 'GET';
    asked.push(`${method} ${pathname}`);
    const work = beforeCut;
    if (work) {
      beforeCut = undefined;
      await work();
      return void request.socket.destroy();
    }
    if (mood === 'down') return void request.socket.destroy();
    if (mood === 'broken') return say(response, { status: 500, body: { error: 'internal' } });
    if (mood === 'shut') return say(response, shut);
    if (mood === 'endless') return void endless(response);
    if (mood === 'mute' && method === 'GET')
      return say(response, { status: 400, body: { error: { type: 'invalid_request_error' } } });
    const said = answer({ method, path: pathname, query: searchParams, headers: request.headers, body });
    if (mood === 'forgetful' && method !== 'GET') return void request.socket.destroy();
    say(response, said);
  }

  return {
    name,
    environment,
    orders: scene.orders,
    asked,
    be: (next) => void (mood = next),
    cutNext: (after) => void (beforeCut = after),
    refuseCard: (token) => void scene.refusedCards.add(token),
    notice,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function say(response: ServerResponse, { status = 200, body }: PlayedAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function endless(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = `"${'x'.repeat(64 * 1024)}",`;
  while (!response.destroyed) await new Promise((written) => response.write(chunk, written));
}
