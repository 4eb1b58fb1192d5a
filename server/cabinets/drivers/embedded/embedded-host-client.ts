import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { DriverError, type DriverFailure, isGatewayAnswer } from '#server/cabinets/drivers/driver.ts';
import { signedHeaders } from '#server/cabinets/drivers/signed-headers.ts';

export interface Host {
  /** The address of the cabinet host, such as `http://127.0.0.1:8443`. */
  hostUrl: string;
  hostSecret: string | readonly string[];
  now: () => Date;
  timeoutMs: number;
}

interface Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  body?: Record<string, string | undefined>;
  /** Sent instead of a JSON body; its digest is what is signed. */
  file?: { open(): Readable; bytes: number; sha256: string };
}

const answerLimit = 64 * 1024;
/** A whole database may take this long; no single packet may. */
const fileTimeoutMs = 10 * 60_000;

/**
 * Makes a signed management call to a cabinet host (`docs/cabinet-protocol.md`, "The embedded host"); returns the
 * answer as text.
 * @throws DriverError unless it is a 200.
 */
export function callHost(host: Host, call: Call, { mostBytes = answerLimit } = {}): Promise<string> {
  return exchange(host, call, call.file ? fileTimeoutMs : host.timeoutMs, (answer) =>
    shortText(answer, mostBytes),
  );
}

/** The same, with the answer's body as a stream. */
export function downloadFromHost(
  host: Host,
  call: Call,
  take: (stream: IncomingMessage) => Promise<void>,
): Promise<void> {
  return exchange(host, call, fileTimeoutMs, take);
}

async function exchange<Result>(
  host: Host,
  call: Call,
  limitMs: number,
  take: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  const target = new URL(call.path, host.hostUrl);
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await send(host, call, target, signal);
    const status = response.statusCode ?? 0;
    if (status === 200) return await take(response);
    const code = codeOf(await shortText(response));
    throw new DriverError(reasonOf(status), `${call.method} ${target.pathname}: ${status} ${code}`.trim(), {
      away: isGatewayAnswer(status),
    });
  } catch (error) {
    if (error instanceof DriverError) throw error;
    throw signal.aborted ? silence(host, limitMs) : networkFailure(host, error);
  }
}

async function send(
  host: Host,
  { method, body: fields, file }: Call,
  target: URL,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { hostSecret, now, timeoutMs } = host;
  const body = fields ? JSON.stringify(fields) : '';
  const path = target.pathname + target.search;
  const message = { id: `msg_${randomUUID()}`, method, path, body: file?.sha256 ?? body, now: now() };
  const headers = {
    // The host accepts these calls only under this name, whatever name leads to it.
    host: `localhost:${target.port}`,
    'content-type': file ? 'application/vnd.sqlite3' : 'application/json',
    'content-length': file ? file.bytes : Buffer.byteLength(body),
    ...(file && { 'content-sha256': file.sha256 }),
    ...(await signedHeaders(hostSecret, message)),
  };
  return new Promise((done, fail) => {
    const isHttps = target.protocol === 'https:';
    const name = target.hostname.replace(/^\[(.*)\]$/, '$1');
    // The certificate is for the called name, whatever the Host header says.
    const servername = isIP(name) === 0 ? name : '';
    const options = { method, agent: false, signal, headers, ...(isHttps && { servername }) };
    const request = (isHttps ? requestHttps : requestHttp)(target, options, done);
    request.setTimeout(timeoutMs, () => request.destroy(silence(host, timeoutMs)));
    request.on('error', fail);
    if (file) pipeline(file.open(), request).catch(fail);
    else request.end(body);
  });
}

function silence({ hostUrl }: Host, ms: number): DriverError {
  return new DriverError('timeout', `no answer from ${hostUrl} in ${ms} ms`, { away: true });
}

function networkFailure({ hostUrl }: Host, error: unknown): DriverError {
  const { code, message } = error as NodeJS.ErrnoException; // Node's requests fail with nothing else.
  const reason = code === 'ECONNREFUSED' ? 'refused' : 'unreachable';
  return new DriverError(reason, `${hostUrl}: ${code ?? message}`, { away: true });
}

function reasonOf(status: number): DriverFailure {
  if (status === 507) return 'quota';
  if (isGatewayAnswer(status)) return 'unreachable';
  return status >= 500 ? 'failed' : 'rejected';
}

async function shortText(response: IncomingMessage, mostBytes = answerLimit): Promise<string> {
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostBytes) response.destroy(new Error('the answer is too long'));
  });
  return text(response);
}

/** The stable code of the host's refusal, if the answer has one. */
function codeOf(answer: string): string {
  return /"code":"([a-z_]{1,50})"/.exec(answer)?.[1] ?? '';
}
