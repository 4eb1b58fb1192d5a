import { randomUUID } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { signatureHeaders, signMessage } from '#contract/webhook-signature.ts';
import { DriverError, type CabinetDriver, type CabinetIdentity } from './driver.ts';
import { probe } from './probe.ts';

interface Options {
  /** Of the cabinet host, such as `http://127.0.0.1:8443`. */
  hostUrl: string;
  hostSecret: string;
  now: () => Date;
  timeoutMs?: number;
}

interface Call {
  method: 'PUT' | 'POST' | 'DELETE';
  /** Below the cabinet's own path. */
  path?: string;
  body?: Record<string, string>;
}

const answerLimit = 64 * 1024;

/**
 * The cabinet host of `cabinet/cabinet-host.ts`, in this process or another, by its signed management calls.
 */
export function embeddedDriver({ hostUrl, hostSecret, now, timeoutMs = 5000 }: Options): CabinetDriver {
  return {
    create: (cabinet, step) =>
      step === 'database'
        ? call(cabinet, { method: 'PUT', path: '/database', body: {} })
        : call(cabinet, {
            method: 'PUT',
            path: '/instance',
            body: { domain: cabinet.domain, secret: cabinet.secret },
          }),
    suspend: (cabinet, reason) => call(cabinet, { method: 'POST', path: '/suspend', body: { reason } }),
    resume: (cabinet) => call(cabinet, { method: 'POST', path: '/resume', body: {} }),
    destroy: (cabinet) => call(cabinet, { method: 'DELETE' }),
    probe: (cabinet) => probe(cabinet.url, { timeoutMs }),
  };

  async function call({ clientId }: CabinetIdentity, { method, path = '', body }: Call): Promise<void> {
    const text = body ? JSON.stringify(body) : '';
    const target = new URL(`/host/cabinets/${encodeURIComponent(clientId)}${path}`, hostUrl);
    const { status, answer } = await exchange(target, { method, text, headers: await signed(text) });
    if (status === 200) return;
    throw new DriverError('rejected', `${method} ${target.pathname}: ${status} ${codeOf(answer)}`.trim());
  }

  async function signed(body: string): Promise<Record<string, string>> {
    const id = `msg_${randomUUID()}`;
    const timestamp = Math.floor(now().getTime() / 1000);
    return {
      [signatureHeaders.id]: id,
      [signatureHeaders.timestamp]: String(timestamp),
      [signatureHeaders.signature]: await signMessage(hostSecret, { id, timestamp, body }),
    };
  }

  function exchange(
    target: URL,
    { method, text, headers }: { method: string; text: string; headers: Record<string, string> },
  ): Promise<{ status: number; answer: string }> {
    const signal = AbortSignal.timeout(timeoutMs);
    return new Promise((done, fail) => {
      const failed = (error: NodeJS.ErrnoException) => fail(driverError(error, signal));
      const request = requestHttp(
        target,
        {
          method,
          agent: false,
          signal,
          headers: {
            ...headers,
            // The host takes these calls under its own name only, whatever name leads to it.
            host: `localhost:${target.port}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          },
        },
        (response) => {
          let answer = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            answer += chunk;
            if (answer.length > answerLimit) request.destroy(new Error('the answer is too long'));
          });
          response.on('error', failed);
          response.on('end', () => done({ status: response.statusCode ?? 0, answer }));
        },
      );
      request.on('error', failed);
      request.end(text);
    });
  }

  function driverError(error: NodeJS.ErrnoException, signal: AbortSignal): DriverError {
    if (signal.aborted) return new DriverError('timeout', `no answer from ${hostUrl} in ${timeoutMs} ms`);
    const detail = `${hostUrl}: ${error.code ?? error.message}`;
    return new DriverError(error.code === 'ECONNREFUSED' ? 'refused' : 'unreachable', detail);
  }
}

/** The stable code of the host's refusal, if the answer is one. */
function codeOf(answer: string): string {
  return /"code":"([a-z_]{1,50})"/.exec(answer)?.[1] ?? '';
}
