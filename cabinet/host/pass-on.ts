import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { readBytes, type Reply } from '../http.ts';

/** Where a cabinet is that this host does not have. */
export interface OtherHost {
  name: string;
  url: string;
}

/** Says that a request was passed on already, so that it is never passed on twice. */
export const passedOnHeader = 'x-cabinet-passed-on';

/** The host did not answer, or not in time. */
export class HostAway extends Error {}

/** The largest body of any form, a file of goods, with room for what is around it. */
const bodyLimit = 2 * 1024 * 1024;
const connectMs = 3000;
const answerMs = 30_000;

/** Of a connection, not of the message (RFC 9110, section 7.6.1). */
const ofConnection = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect'];

/** The whole body, which may have to be sent to two hosts one after the other. */
export function bodyToPassOn(request: IncomingMessage): Promise<Buffer> {
  return readBytes(request, bodyLimit);
}

/**
 * Sends a request to the host that has the cabinet, and answers as it does.
 * @throws HostAway when nobody was reached.
 */
export async function passOn(
  request: IncomingMessage,
  { name, url }: OtherHost,
  body: Buffer,
): Promise<Reply> {
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const target = sameAt(url, request.url ?? '/');
    const isHttps = target.protocol === 'https:';
    // The certificate is for the called name, whatever the Host header says.
    const called = target.hostname.replace(/^\[(.*)\]$/, '$1');
    const servername = isIP(called) === 0 ? called : '';
    const sent = (isHttps ? requestHttps : requestHttp)(target, {
      method: request.method ?? 'GET',
      agent: false,
      headers: headersOf(request, name, body),
      ...(isHttps && { servername }),
    });
    const impatience = setTimeout(() => sent.destroy(new Error('no connection in time')), connectMs);
    sent.on('socket', (socket) => socket.once('connect', () => clearTimeout(impatience)));
    sent.setTimeout(answerMs, () => sent.destroy(new Error('no answer in time')));
    sent.on('response', done);
    sent.on('error', (error) => fail(new HostAway(`${name}: ${error.message}`)));
    sent.on('close', () => clearTimeout(impatience));
    sent.end(body);
  });
  const { 'content-length': length, ...headers } = withoutConnection(response.headers);
  return {
    status: response.statusCode ?? 502,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ),
    body: '',
    file: { open: () => response, bytes: Number(length ?? 0) },
  };
}

/**
 * What was asked for, at another host. A target that names a host of its own, as `//elsewhere/` does, must not choose
 * whom we call.
 */
function sameAt(url: string, target: string): URL {
  const asked = new URL(target, 'http://cabinet');
  const there = new URL(url);
  there.pathname = asked.pathname;
  there.search = asked.search;
  return there;
}

function headersOf(request: IncomingMessage, name: string, body: Buffer): IncomingHttpHeaders {
  const { 'x-forwarded-for': before, ...headers } = withoutConnection(request.headers);
  const address = request.socket.remoteAddress ?? '';
  return {
    ...headers,
    'content-length': String(body.length),
    'x-forwarded-for': [before, address].filter(Boolean).join(', '),
    [passedOnHeader]: name,
  };
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name)));
}
