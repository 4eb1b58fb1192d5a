import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  signatureHeaders,
  signatureToleranceSeconds,
  signerOf,
} from '#contract/cabinets/webhook-signature.ts';

const bodyLimit = 256 * 1024;

/** Serves for the length of a check; an error ends the connection. */
export async function serveCheck(
  { host, port }: { host: string; port: number },
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => Promise<void>,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    textOf(request)
      .then((body) => answer(request, response, body))
      .catch(() => response.destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Lists for each message why the platform would refuse it; nothing when it is signed, new and on time. */
export function signatureJudge(secret: string) {
  const seen = new Set<string>();
  return async (request: IncomingMessage, body: string): Promise<{ faults: string[]; protocol: number }> => {
    const { headers, method = '', url: path = '' } = request;
    const one = (name: string) => headerOf(headers, name);
    const [id, timestamp] = [one(signatureHeaders.id), Number(one(signatureHeaders.timestamp) || NaN)];
    const signature = one(signatureHeaders.signature);
    const isRepeated = seen.has(id);
    seen.add(id);
    const isNow = Math.abs(Date.now() / 1000 - timestamp) <= signatureToleranceSeconds;
    const message = { id, timestamp, method, path, body, signature, now: new Date() };
    const signer = await signerOf([secret], message);
    const faults = [
      ...(id === ''
        ? [`no ${signatureHeaders.id}`]
        : isRepeated
          ? [`${signatureHeaders.id} came before`]
          : []),
      ...(isNow ? [] : [`${signatureHeaders.timestamp} is not now`]),
      ...(signer ? [] : [`${signatureHeaders.signature} does not fit the secret and the message`]),
    ];
    return { faults, protocol: signer?.protocol ?? 0 };
  };
}

export function headerOf(headers: IncomingMessage['headers'], name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > bodyLimit) throw new Error('the body is too long');
  }
  return text;
}
