import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { signatureHeaders, signMessage } from '#contract/webhook-signature.ts';
import { DriverError, type DriverFailure } from './driver.ts';

interface Options {
  /** Of the cabinet host, such as `http://127.0.0.1:8443`. */
  hostUrl: string;
  hostSecret: string;
  now: () => Date;
  timeoutMs: number;
}

interface Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  body?: Record<string, string>;
  /** Instead of a body in JSON; its digest is what is signed. */
  file?: { open(): Readable; bytes: number; sha256: string };
}

const answerLimit = 64 * 1024;
/** A database may take longer than a word, but no packet may. */
const fileTimeoutMs = 10 * 60_000;

/** Signed management calls to a cabinet host (`docs/cabinet-protocol.md`, "The embedded host"). */
export function embeddedHostClient({ hostUrl, hostSecret, now, timeoutMs }: Options) {
  return {
    /** The answer as text; throws a DriverError unless it is a 200. */
    async call(call: Call): Promise<string> {
      const limit = call.file ? fileTimeoutMs : timeoutMs;
      return exchange(call, limit, (response) => shortText(response));
    },

    /** Hands the answer's body over as it comes. */
    async download(call: Call, take: (stream: Readable) => Promise<void>): Promise<void> {
      await exchange(call, fileTimeoutMs, take);
    },
  };

  async function exchange<Result>(
    call: Call,
    limitMs: number,
    take: (response: IncomingMessage) => Promise<Result>,
  ): Promise<Result> {
    const target = new URL(call.path, hostUrl);
    const body = call.body ? JSON.stringify(call.body) : '';
    const headers = await headersOf(call, body, target);
    const signal = AbortSignal.timeout(limitMs);
    try {
      const response = await send(target, { method: call.method, headers, signal, body, file: call.file });
      if (response.statusCode === 200) return await take(response);
      const code = codeOf(await shortText(response));
      throw new DriverError(
        reasonOf(response.statusCode ?? 0),
        `${call.method} ${target.pathname}: ${response.statusCode} ${code}`.trim(),
      );
    } catch (error) {
      throw error instanceof DriverError ? error : driverError(error, signal, limitMs);
    }
  }

  function send(
    target: URL,
    {
      method,
      headers,
      signal,
      body,
      file,
    }: {
      method: string;
      headers: Record<string, string | number>;
      signal: AbortSignal;
      body: string;
      file: Call['file'];
    },
  ): Promise<IncomingMessage> {
    return new Promise((done, fail) => {
      const request = requestHttp(target, { method, agent: false, signal, headers }, done);
      request.setTimeout(timeoutMs, () => request.destroy(new Silence()));
      request.on('error', fail);
      if (file) pipeline(file.open(), request).catch(fail);
      else request.end(body);
    });
  }

  async function headersOf({ file }: Call, body: string, target: URL) {
    const id = `msg_${randomUUID()}`;
    const timestamp = Math.floor(now().getTime() / 1000);
    return {
      // The host takes these calls under its own name only, whatever name leads to it.
      host: `localhost:${target.port}`,
      'content-type': file ? 'application/vnd.sqlite3' : 'application/json',
      'content-length': file ? file.bytes : Buffer.byteLength(body),
      ...(file && { 'content-sha256': file.sha256 }),
      [signatureHeaders.id]: id,
      [signatureHeaders.timestamp]: String(timestamp),
      [signatureHeaders.signature]: await signMessage(hostSecret, {
        id,
        timestamp,
        body: file?.sha256 ?? body,
      }),
    };
  }

  function driverError(error: unknown, signal: AbortSignal, limitMs: number): DriverError {
    if (signal.aborted) return new DriverError('timeout', `no answer from ${hostUrl} in ${limitMs} ms`);
    if (error instanceof Silence)
      return new DriverError('timeout', `no answer from ${hostUrl} in ${timeoutMs} ms`);
    const { code, message } = error as NodeJS.ErrnoException; // node's requests fail with nothing else
    return new DriverError(
      code === 'ECONNREFUSED' ? 'refused' : 'unreachable',
      `${hostUrl}: ${code ?? message}`,
    );
  }
}

class Silence extends Error {}

function reasonOf(status: number): DriverFailure {
  if (status === 507) return 'quota';
  return status >= 500 ? 'failed' : 'rejected';
}

async function shortText(response: IncomingMessage): Promise<string> {
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > answerLimit) response.destroy(new Error('the answer is too long'));
  });
  return text(response);
}

/** The stable code of the host's refusal, if the answer is one. */
function codeOf(answer: string): string {
  return /"code":"([a-z_]{1,50})"/.exec(answer)?.[1] ?? '';
}
