import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clientApi } from '#contract/routes/client.ts';
import { staffApi } from '#contract/routes/accounts/staff.ts';
import { type ClientSession, createHttpClient, HttpError } from '#web/providers/http-client.ts';

interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

let sent: Sent[];
let answers: (() => Response | Promise<Response>)[];

beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit & { headers: Record<string, string> }) => {
    sent.push({ url, method: init.method ?? 'GET', headers: init.headers, body: init.body?.toString() });
    init.signal?.throwIfAborted();
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    Response.json(body, { status, headers });
const unauthorized = json(401, {
  message: 'Log in',
  code: 'unauthorized',
  errors: [{ message: 'Log in', code: 'unauthorized' }],
});

function sessionOf({
  token = 'old' as string | null,
  successor = 'new' as string | null,
  expired = false,
} = {}) {
  const session = {
    current: token,
    refreshes: 0,
    losses: 0,
    token: () => session.current,
    isExpired: () => expired && session.refreshes === 0,
    async refresh() {
      session.refreshes += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      session.current = successor;
      return successor;
    },
    lost() {
      session.losses += 1;
      session.current = null;
    },
  };
  return session satisfies ClientSession;
}

function clientOf(session: ClientSession | null = null) {
  return createHttpClient({ apiUrl: '/api', locale: () => 'lt', session });
}

async function refusal(promise: Promise<unknown>): Promise<HttpError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HttpError);
  return error as HttpError; // checked on the line above
}

describe('a request', () => {
  test('carries language, bearer and JSON both ways', async () => {
    answers.push(json(200, { data: {} }));
    await clientOf(sessionOf()).request('POST', '/admin/auth/logout', { body: { a: 1 } });
    expect(sent[0]).toEqual({
      url: '/api/admin/auth/logout',
      method: 'POST',
      body: '{"a":1}',
      headers: {
        Accept: 'application/json',
        'Content-Language': 'lt',
        'Content-Type': 'application/json',
        Authorization: 'Bearer old',
      },
    });
  });

  test('fills the path and the query of a route of the contract', async () => {
    answers.push(json(200, { data: {} }));
    await clientOf().call(clientApi.client, { params: { id: 'a/b' } });
    expect(sent[0]?.url).toBe('/api/admin/clients/a%2Fb');
    expect(sent[0]?.headers).not.toHaveProperty('Authorization');
    expect(sent[0]?.headers).toHaveProperty('Content-Type', 'application/json');
    expect(sent[0]?.body).toBeUndefined();
    answers.push(json(200, { data: [], meta: { total: 0 } }));
    await clientOf().call(clientApi.clients, { query: new URLSearchParams({ 'sort[name]': 'asc' }) });
    expect(sent[1]?.url).toBe('/api/admin/clients?sort%5Bname%5D=asc');
  });

  test('sends no token with a login', async () => {
    answers.push(json(200, {}));
    await clientOf(sessionOf()).call(staffApi.login, { body: { email: 'a@b.co', password: 'x' } });
    expect(sent[0]?.headers).not.toHaveProperty('Authorization');
  });
});

describe('a refusal', () => {
  test('by field keeps the messages of each field', async () => {
    answers.push(
      json(422, {
        message: 'Check the fields',
        code: 'validation_failed',
        errors: { name: ['Too long', 'Odd'] },
      }),
    );
    const error = await refusal(clientOf().request('POST', '/x'));
    expect(error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: 'Check the fields',
      fields: { name: ['Too long', 'Odd'] },
    });
  });

  test("prefers the first of `errors` to the answer's own message, and keeps a payload beside it", async () => {
    answers.push(
      json(409, {
        message: 'The answer as a whole',
        code: 'email_taken',
        errors: [{ message: 'Conflict', code: 'email_taken', payload: ['This e-mail is taken'] }],
        request_id: 'r-1',
      }),
    );
    const error = await refusal(clientOf().request('POST', '/x'));
    expect(error).toMatchObject({
      code: 'email_taken',
      message: 'Conflict',
      payload: ['This e-mail is taken'],
      requestId: 'r-1',
    });
  });

  test('carries when to try again, the row as it is now and by whom, and whether the account is active', async () => {
    answers.push(
      json(429, { message: 'Wait', code: 'too_many_requests', errors: [] }, { 'Retry-After': '42' }),
      json(409, {
        message: 'Stale',
        code: 'stale',
        errors: [],
        current: { name: 'Now' },
        changed_by: 'Iryna',
        changed_by_id: 'i-1',
      }),
      json(403, { message: 'Closed', code: 'account_inactive', errors: [], active: false }),
    );
    const client = clientOf();
    expect((await refusal(client.request('GET', '/x'))).retryAfter).toBe(42);
    const stale = await refusal(client.request('GET', '/x'));
    expect([stale.current, stale.changedBy]).toEqual([{ name: 'Now' }, { id: 'i-1', name: 'Iryna' }]);
    expect((await refusal(client.request('GET', '/x'))).active).toBe(false);
  });

  test("that isn't our API's is an unknown error", async () => {
    answers.push(() => new Response('<html>Bad gateway</html>', { status: 502 }));
    expect(await refusal(clientOf().request('GET', '/x'))).toMatchObject({
      status: 502,
      code: 'unknown',
      message: 'errors.noMessage',
    });
  });

  test('without a message is an unknown error, by field it has the first one there', async () => {
    answers.push(
      json(500, { code: 'internal', errors: [{}] }),
      json(422, { errors: { name: ['Too long'] } }),
    );
    expect((await refusal(clientOf().request('GET', '/x'))).message).toBe('errors.noMessage');
    expect((await refusal(clientOf().request('POST', '/x'))).message).toBe('Too long');
  });

  test('without an answer is a lost network', async () => {
    expect(await refusal(clientOf().request('GET', '/x'))).toMatchObject({
      status: 0,
      code: 'network',
      message: 'errors.network',
    });
  });

  test("by the caller's own abort stays that abort", async () => {
    const abort = new AbortController();
    abort.abort(new Error('left the page'));
    await expect(clientOf().request('GET', '/x', { signal: abort.signal })).rejects.toThrow('left the page');
  });
});

describe('a token that is no longer good', () => {
  test('is refreshed once, and the request repeated', async () => {
    const session = sessionOf();
    answers.push(unauthorized, json(200, { data: 1 }));
    expect(await clientOf(session).request('GET', '/x')).toEqual({ data: 1 });
    expect(session.refreshes).toBe(1);
    expect(sent.map(({ headers }) => headers['Authorization'])).toEqual(['Bearer old', 'Bearer new']);
  });

  test('is refreshed once for several requests at a time', async () => {
    const session = sessionOf();
    answers.push(unauthorized, unauthorized, unauthorized, ...Array.from({ length: 3 }, () => json(200, {})));
    const client = clientOf(session);
    await Promise.all([
      client.request('GET', '/a'),
      client.request('GET', '/b'),
      client.request('GET', '/c'),
    ]);
    expect(session.refreshes).toBe(1);
  });

  test('is not refreshed when another tab has done so meanwhile', async () => {
    const session = sessionOf();
    answers.push(
      () => {
        session.current = 'from another tab';
        return unauthorized();
      },
      json(200, {}),
    );
    await clientOf(session).request('GET', '/x');
    expect(session.refreshes).toBe(0);
    expect(sent[1]?.headers['Authorization']).toBe('Bearer from another tab');
  });

  test('ends the session when it has no successor', async () => {
    const session = sessionOf({ successor: null });
    answers.push(unauthorized);
    expect((await refusal(clientOf(session).request('GET', '/x'))).status).toBe(401);
    expect(session.losses).toBe(1);
  });

  test('keeps the session while the network is away', async () => {
    const session = {
      ...sessionOf(),
      refresh: () => Promise.reject(new HttpError({ message: 'errors.network', code: 'network' })),
    };
    answers.push(unauthorized);
    expect((await refusal(clientOf(session).request('GET', '/x'))).code).toBe('network');
    expect(session.losses).toBe(0);
  });

  test('is refreshed before it is used, once past its time', async () => {
    const session = sessionOf({ expired: true });
    answers.push(json(200, {}));
    await clientOf(session).request('GET', '/x');
    expect(sent.map(({ headers }) => headers['Authorization'])).toEqual(['Bearer new']);
  });

  test('matters to no route that anyone may call', async () => {
    const session = sessionOf({ expired: true });
    answers.push(unauthorized);
    await refusal(clientOf(session).call(staffApi.sendReset, { body: { email: 'a@b.co' } }));
    expect(session.refreshes).toBe(0);
    expect(session.losses).toBe(0);
  });

  test('is not what a wrong password means', async () => {
    const session = sessionOf();
    answers.push(json(401, { message: 'No', code: 'invalid_credentials', errors: [] }));
    expect((await refusal(clientOf(session).request('POST', '/x'))).code).toBe('invalid_credentials');
    expect(session.refreshes).toBe(0);
  });
});
