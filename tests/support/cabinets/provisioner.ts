import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type ProvisionerCall,
  provisionerCall,
  provisionerListCall,
} from '#contract/cabinets/provisioner.ts';
import { isSignedBy, signatureHeaders, signMessage } from '#contract/cabinets/webhook-signature.ts';

export const provisionerSecret = 'the-secret-of-the-provisioner-in-tests';

/** How a test's provisioner answers a call; by default it does the work and says so. */
export type Behaviour = (call: ProvisionerCall, response: ServerResponse, usual: () => void) => unknown;

/**
 * An operator's provisioner over real HTTP, with its cabinets: it stores what it made, answers a repeated operation
 * like the first time, and serves health checks by host name.
 */
export async function startProvisioner(port: number) {
  const cabinets = new Map<
    string,
    {
      domain: string;
      ownDomain: string | null;
      database: boolean;
      state: 'none' | 'active' | 'suspended';
    }
  >();
  const finished = new Map<string, object>();
  const calls: ProvisionerCall[] = [];
  let behaviour: Behaviour = (_call, _response, usual) => usual();
  let isLax: { signature?: boolean; clock?: boolean; list?: boolean } = {};
  const backup = Buffer.from('the data of one cabinet');

  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://127.0.0.1:${port}`;

  return {
    url: `${own}/provision`,
    cabinets,
    calls,
    behave: (next: Behaviour) => void (behaviour = next),
    /** Things that it does not check or do; `list`: it keeps no list. */
    neglect: (what: typeof isLax) => void (isLax = what),
    /** Does the work without answering. */
    work,
    /** Calls the platform back. */
    async callBack(
      url: string,
      result: object,
      { id = `msg_${Math.random()}`, secret = provisionerSecret } = {},
    ) {
      const body = JSON.stringify(result);
      const headers = { 'content-type': 'application/json', ...(await signed(body, id, secret)) };
      return fetch(url, { method: 'POST', body, headers });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };

  async function signed(body: string, id: string, secret = provisionerSecret) {
    const timestamp = Math.floor(Date.now() / 1000);
    return {
      [signatureHeaders.id]: id,
      [signatureHeaders.timestamp]: String(timestamp),
      [signatureHeaders.signature]: await signMessage(secret, { id, timestamp, body }),
    };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', own);
    if (pathname === '/backup') return void response.end(backup);
    if (pathname !== '/provision') return serveCabinet(request, response);
    const body = await text(request);
    const header = (name: string) => String(request.headers[name] ?? '');
    const isSigned = await isSignedBy(provisionerSecret, {
      id: header(signatureHeaders.id),
      timestamp: Number(header(signatureHeaders.timestamp)),
      body,
      signature: header(signatureHeaders.signature),
      now: isLax.clock ? new Date(Number(header(signatureHeaders.timestamp)) * 1000) : new Date(),
    });
    const asked: unknown = JSON.parse(body);
    const list = provisionerListCall.safeParse(asked).data;
    const call = list ?? provisionerCall.parse(asked);
    if ((!isSigned && !isLax.signature) || call.operation !== header(signatureHeaders.id))
      return void response.writeHead(401).end();
    if (call.type === 'cabinet.list') {
      return isLax.list ? void response.writeHead(404).end() : json(response, 200, listAfter(call.after));
    }
    calls.push(call);
    behaviour(call, response, () => {
      void takeBackup(call).then((isTaken) => {
        if (isTaken) return json(response, 200, work(call));
        json(response, 200, { status: 'failed', message: 'the backup did not come whole' });
      });
    });
  }

  /** Fetches the data for a new database; true also when there are none. */
  async function takeBackup(call: ProvisionerCall): Promise<boolean> {
    if (call.type !== 'cabinet.create' || !call.backup || finished.has(call.operation)) return true;
    if (cabinets.get(call.cabinet.client_id)?.database) return true;
    const { url, sha256 } = call.backup;
    const answered = await fetch(url, { headers: await signed('', `msg_${randomUUID()}`) });
    const content = Buffer.from(await answered.arrayBuffer());
    return createHash('sha256').update(content).digest('hex') === sha256;
  }

  function listAfter(after: string | null): object {
    const found = [...cabinets].map(([client_id, { domain, database, state }]) => ({
      client_id,
      domain,
      database,
      instance: state,
    }));
    const sorted = found.sort((a, b) => (a.client_id < b.client_id ? -1 : 1));
    return {
      status: 'done',
      cabinets: sorted.filter(({ client_id }) => client_id > (after ?? '')).slice(0, 3),
    };
  }

  function work(call: ProvisionerCall): object {
    const known = finished.get(call.operation);
    if (known) return known;
    const { client_id, domain, own_domain: ownDomain } = call.cabinet;
    const cabinet = cabinets.get(client_id) ?? { domain, ownDomain, database: false, state: 'none' as const };
    cabinets.set(client_id, cabinet);
    let result: object = { status: 'done' };
    switch (call.type) {
      case 'cabinet.create':
        if (call.step === 'database') cabinet.database = true;
        else cabinet.state = 'active';
        break;
      case 'cabinet.suspend':
        cabinet.state = 'suspended';
        break;
      case 'cabinet.resume':
        cabinet.state = 'active';
        break;
      case 'cabinet.domain':
        cabinet.ownDomain = ownDomain;
        break;
      case 'cabinet.destroy':
        cabinets.delete(client_id);
        break;
      case 'cabinet.backup': {
        const sha256 = createHash('sha256').update(backup).digest('hex');
        result = { status: 'done', backup: { url: `${own}/backup`, bytes: backup.length, sha256 } };
        break;
      }
    }
    finished.set(call.operation, result);
    return result;
  }

  function serveCabinet({ headers }: IncomingMessage, response: ServerResponse): void {
    const name = (headers.host ?? '').replace(/:\d+$/, '');
    const cabinet = [...cabinets.values()].find(({ domain, ownDomain }) =>
      [domain, ownDomain].includes(name),
    );
    if (!cabinet || cabinet.state === 'none') return void response.writeHead(404).end();
    json(response, cabinet.state === 'active' ? 200 : 503, { status: cabinet.state });
  }
}

export function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
