import { ApiException } from '@kubernetes/client-node';
import { parseJson } from '#server/kernel/parse-json.ts';
import { DriverError, isGatewayAnswer } from '#server/cabinets/drivers/driver.ts';

/** The longest wait that a server may ask for. */
const longestWaitMs = 10_000;

/** What Kubernetes answers instead of an object. */
export interface Status {
  message: string;
  reason: string;
  causes: { reason: string; message: string; field: string }[];
}

/** A failure of the API server in plain words, for administrators. `what`: the object concerned. */
export function driverErrorOf(error: unknown, what: string): DriverError {
  if (error instanceof DriverError) return error;
  if (error instanceof ApiException) return refusal(error.code, statusOf(error), what);
  const code = networkCode(error);
  if (code === 'timeout')
    return new DriverError('timeout', `${what}: the API server did not answer in time`, { away: true });
  if (code === 'ECONNREFUSED')
    return new DriverError('refused', `${what}: no API server listens there`, { away: true });
  return new DriverError('unreachable', `${what}: ${code}`, { away: true });
}

/** Whether the same call may succeed a moment later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ApiException) return [429, 500, 502, 503, 504].includes(error.code);
  return (
    !(error instanceof DriverError) && !['timeout', 'ECONNREFUSED', 'ENOTFOUND'].includes(networkCode(error))
  );
}

/** How long the server asks to wait; undefined when it says nothing. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof ApiException)) return undefined;
  const headers: Record<string, string | undefined> = error.headers;
  const seconds = headers['retry-after'];
  return seconds && /^\d+$/.test(seconds) ? Math.min(Number(seconds) * 1000, longestWaitMs) : undefined;
}

export function statusOf(error: ApiException<unknown>): Status {
  const body = typeof error.body === 'string' ? parseJson(error.body) : undefined;
  const { message, reason, details } = Object(body) as Record<string, unknown>; // every field is checked
  const causes = (details as { causes?: unknown } | undefined)?.causes;
  return {
    message: typeof message === 'string' ? message : String(error.body ?? '').slice(0, 300),
    reason: typeof reason === 'string' ? reason : '',
    causes: Array.isArray(causes)
      ? causes.map((cause) => ({
          reason: String(cause?.reason ?? ''),
          message: String(cause?.message ?? ''),
          field: String(cause?.field ?? ''),
        }))
      : [],
  };
}

function refusal(code: number, { message }: Status, what: string): DriverError {
  if (code === 401) {
    return new DriverError('not_permitted', `the cluster does not know the platform's account: ${message}`);
  }
  if (code === 403) return forbidden(message, what);
  if (code === 404) return new DriverError('failed', `${what} is gone, or what it belongs to: ${message}`);
  if (code === 409) return new DriverError('conflict', `${what}: ${message}`);
  if (code === 429) return new DriverError('rejected', `the API server is too busy for ${what}: ${message}`);
  if (isGatewayAnswer(code)) {
    return new DriverError('unreachable', `the API server is away (${code}) for ${what}: ${message}`, {
      away: true,
    });
  }
  if (code >= 500) return new DriverError('failed', `the API server failed at ${what} (${code}): ${message}`);
  return new DriverError('template_invalid', `the cluster does not take ${what}: ${message}`);
}

function forbidden(message: string, what: string): DriverError {
  if (/exceeded quota/.test(message)) return new DriverError('quota', `no room for ${what}: ${message}`);
  if (/being terminated/.test(message)) {
    return new DriverError('conflict', `${what}: its namespace is still being deleted`);
  }
  return new DriverError('not_permitted', `the platform's account may not do this with ${what}: ${message}`);
}

/** `timeout`, the system's code, or the message. */
function networkCode(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError' || at.name === 'AbortError') return 'timeout';
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return error instanceof Error ? error.message : String(error);
}
