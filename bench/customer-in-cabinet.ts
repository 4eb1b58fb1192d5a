import { request } from 'node:http';
import { call, tokenOf } from '#tests/support/http.ts';
import { registration } from '#tests/support/people.ts';
import type { ServerProcess } from '#tests/support/processes/process.ts';
import { until } from '#tests/support/until.ts';
import type { Figure } from './figure.ts';
import { emptyDataDir, startOwn } from './support/own-server.ts';

const servers = 3;
const customersEach = 3;

/**
 * Machine time from sending the registration to the first page of the customer's own cabinet, through the API, with
 * the link that the server prints; and the same from starting the program on an empty folder.
 */
export async function* customerInCabinet(): AsyncGenerator<Figure> {
  const fromStart: number[] = [];
  const fromRegistration: number[] = [];
  for (let turn = 0; turn < servers; turn += 1) {
    await using dataDir = await emptyDataDir();
    const began = performance.now();
    const server = await startOwn(dataDir.path);
    for (let customer = 0; customer < customersEach; customer += 1) {
      fromRegistration.push(await timeOf(() => becomeCustomer(server)));
      if (customer === 0) fromStart.push(performance.now() - began);
    }
    await server.kill('SIGTERM');
  }
  const goal = { unit: 'ms', goal: 5000 } as const;
  yield { what: 'registration to the first page of the cabinet', samples: fromRegistration, ...goal };
  yield { what: 'first start of the program to the same', samples: fromStart, ...goal };
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

async function becomeCustomer(server: ServerProcess): Promise<void> {
  const body = registration();
  await post('/auth/register', { body });
  const hash = await until('the link', () => {
    const line = server.said().find((candidate) => candidate.startsWith(`confirm ${body.email} `));
    return line && tokenOf(line);
  });
  const { access_token: token } = await post('/auth/confirm', { body: { hash } });
  await until('the cabinet', async () => {
    const { body: state } = await call(`${server.url}/api/cabinet/status`, 'GET', { token });
    return state.data.status === 'active';
  });
  const { data } = await post('/cabinet/sign-in', { token });
  await enter(new URL(data.url));

  async function post(path: string, options: { body?: unknown; token?: string }) {
    const answer = await call(`${server.url}/api${path}`, 'POST', options);
    if (answer.status >= 300)
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** Opens the ticket, then the page that it leads to. */
async function enter(ticket: URL): Promise<void> {
  const redirected = await visit(ticket);
  const [cookie = ''] = redirected.cookies;
  if (redirected.status !== 303) throw new Error(`the ticket: ${redirected.status}`);
  const home = await visit(new URL('/', ticket), cookie.split(';', 1)[0]);
  if (home.status !== 200 || !home.html.includes('<html')) throw new Error(`the cabinet: ${home.status}`);
}

/** With node:http, which can send the cabinet's host name without asking DNS for it. */
function visit(url: URL, cookie?: string): Promise<{ status: number; cookies: string[]; html: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: url.host, accept: 'text/html', ...(cookie && { cookie }) };
    const asked = request(
      { host: '127.0.0.1', port: url.port, path: url.pathname + url.search, headers, timeout: 10_000 },
      (answer) => {
        let html = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (html += chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, cookies: answer.headers['set-cookie'] ?? [], html }),
        );
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`no answer from ${url.host}`)));
    asked.on('error', reject);
    asked.end();
  });
}
