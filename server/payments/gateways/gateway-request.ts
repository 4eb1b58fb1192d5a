import { gatewayAnswerBytes, GatewayError, gatewayTimeoutMs } from './driver.ts';

export interface GatewayAnswer {
  status: number;
  body: string;
}

/**
 * One call to a gateway's API: bounded in time and in what is read, redirects not followed.
 *
 * @throws GatewayError `timeout`, `unreachable` or `unreadable`, and nothing else.
 */
export async function askGateway(url: string, init: RequestInit = {}): Promise<GatewayAnswer> {
  const { host } = new URL(url);
  const signal = AbortSignal.timeout(gatewayTimeoutMs);
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal });
    return { status: response.status, body: await boundedText(response, host) };
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    if (signal.aborted) throw new GatewayError('timeout', `no answer from ${host} in ${gatewayTimeoutMs} ms`);
    throw new GatewayError('unreachable', `${host}: ${causeOf(error)}`);
  }
}

/** The answer's JSON object. */
export function jsonOf({ status, body }: GatewayAnswer, host: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>; // a JSON object's keys are text
    }
  } catch {
    // Told below, whatever it is.
  }
  throw new GatewayError('unreadable', `${host} answered ${status} without a JSON object`);
}

async function boundedText(response: Response, host: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > gatewayAnswerBytes) {
      throw new GatewayError('unreadable', `${host} answered more than ${gatewayAnswerBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** What went wrong below `fetch failed`. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error instanceof Error ? error.message : String(error);
}
