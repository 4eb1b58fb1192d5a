import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { checkedLookup, forbiddenAddress, isForbiddenLiteral } from './checked-address.ts';
import { DriverError } from './driver.ts';
import { localLookup } from './probe.ts';

export interface OutsideCall {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** For the whole request. */
  timeoutMs: number;
  allowPrivate: boolean;
}

/**
 * Sends one request to an address that comes from outside, and hands its answer to `take`. Private addresses are
 * refused after the name was resolved, redirects are not followed. Fails only with a DriverError.
 */
export async function outsideRequest<Result>(
  { method, url, headers = {}, body, timeoutMs, allowPrivate }: OutsideCall,
  take: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  const target = URL.parse(url);
  const send =
    target?.protocol === 'https:' ? requestHttps : target?.protocol === 'http:' ? requestHttp : undefined;
  if (!target || !send) throw new DriverError('forbidden_address', 'not an http(s) address');
  if (!allowPrivate && isForbiddenLiteral(target))
    throw new DriverError('forbidden_address', target.hostname);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await new Promise<IncomingMessage>((done, fail) => {
      const lookup = allowPrivate ? localLookup : checkedLookup();
      const request = send(target, { method, headers, lookup, signal, agent: false }, done);
      request.on('error', fail);
      request.end(body);
    });
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400) {
      response.destroy();
      throw new DriverError('redirected', `${target.host} answered ${status}`);
    }
    return await take(response);
  } catch (error) {
    throw error instanceof DriverError ? error : failureOf(error, target, signal, timeoutMs);
  }
}

/** The answer as text; a DriverError when it is longer than `maxBytes`. */
export async function textOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk as Uint8Array); // no encoding is set
    size += bytes.length;
    if (size > maxBytes) {
      response.destroy();
      throw new DriverError('answer_too_long', `more than ${maxBytes} bytes`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function failureOf(error: unknown, { host }: URL, signal: AbortSignal, timeoutMs: number): DriverError {
  if (signal.aborted)
    return new DriverError('timeout', `no answer from ${host} in ${timeoutMs} ms`, { away: true });
  const { code, message } = error as NodeJS.ErrnoException; // Node's requests fail with nothing else.
  if (code === forbiddenAddress)
    return new DriverError('forbidden_address', `${host} leads to a refused address`);
  return new DriverError(code === 'ECONNREFUSED' ? 'refused' : 'unreachable', `${host}: ${code ?? message}`, {
    away: true,
  });
}
