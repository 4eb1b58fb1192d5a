import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import * as z from 'zod';
import {
  entitlements,
  ticketAnswer,
  type Entitlements,
  type TicketAnswer,
  type Usage,
} from '#contract/cabinets/cabinet.ts';
import { signatureHeaders, signRequest } from '#contract/cabinets/webhook-signature.ts';

/** The caller: a cabinet by its client's id, with its own secret. */
export interface Credentials {
  clientId: string;
  secret: string;
}

/**
 * `refused`: the platform said no (4xx); `isUnknown`: it does not know this cabinet (401). `silent`: no answer in
 * time, a server error, or an answer that can't be read.
 */
export type PlatformAnswer<Data> =
  | { kind: 'ok'; data: Data }
  | { kind: 'refused'; isUnknown: boolean }
  | { kind: 'silent' };

/** Whether the call need not be repeated. A 401 may be temporary, for example because of a wrong clock. */
export function isHeard(answer: PlatformAnswer<unknown>): boolean {
  return answer.kind === 'ok' || (answer.kind === 'refused' && !answer.isUnknown);
}

export type PlatformClient = ReturnType<typeof platformClient>;

interface Options {
  /** With `/api`. */
  apiUrl: string;
  now: () => Date;
  log: Logger;
  timeoutMs?: number;
}

/**
 * The calls of API.md, "Cabinets to the platform", signed as `docs/cabinet-protocol.md` says. Never throws.
 */
export function platformClient({ apiUrl, now, log, timeoutMs = 4000 }: Options) {
  return {
    redeemTicket: (credentials: Credentials, ticket: string): Promise<PlatformAnswer<TicketAnswer>> =>
      call(credentials, {
        method: 'POST',
        path: 'tickets',
        body: JSON.stringify({ ticket }),
        schema: ticketAnswer,
      }),

    /** Ends the platform's session that a session here came from. */
    logOut: (credentials: Credentials, sessionId: string): Promise<PlatformAnswer<object>> =>
      call(credentials, {
        method: 'POST',
        path: 'logout',
        body: JSON.stringify({ session_id: sessionId }),
        schema: z.object({}),
      }),

    reportUsage: (credentials: Credentials, usage: Usage): Promise<PlatformAnswer<object>> =>
      call(credentials, { method: 'POST', path: 'usage', body: JSON.stringify(usage), schema: z.object({}) }),

    readEntitlements: (credentials: Credentials): Promise<PlatformAnswer<Entitlements>> =>
      call(credentials, { method: 'GET', path: 'entitlements', schema: entitlements }),
  };

  async function call<Data>(
    credentials: Credentials,
    { method, path, body, schema }: { method: string; path: string; body?: string; schema: z.ZodType<Data> },
  ): Promise<PlatformAnswer<Data>> {
    try {
      const url = new URL(`${apiUrl}/cabinet-api/${path}`);
      const response = await fetch(url, {
        method,
        headers: await headersOf(credentials, { method, path: url.pathname, body }),
        ...(body !== undefined && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (isRefusal(response.status)) {
        await response.body?.cancel();
        log.warn({ client_id: credentials.clientId, path, status: response.status }, 'the platform refused');
        return { kind: 'refused', isUnknown: response.status === 401 };
      }
      if (response.status !== 200) throw new Error(`the platform answered ${response.status}`);
      return { kind: 'ok', data: z.object({ data: schema }).parse(await response.json()).data };
    } catch (error) {
      log.warn({ client_id: credentials.clientId, path, err: error }, 'the platform does not answer');
      return { kind: 'silent' };
    }
  }

  async function headersOf(
    { clientId, secret }: Credentials,
    { method, path, body }: { method: string; path: string; body: string | undefined },
  ) {
    const id = `msg_${randomUUID()}`;
    const timestamp = Math.floor(now().getTime() / 1000);
    return {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      [signatureHeaders.cabinet]: clientId,
      [signatureHeaders.id]: id,
      [signatureHeaders.timestamp]: String(timestamp),
      [signatureHeaders.signature]: await signRequest(secret, {
        id,
        timestamp,
        method,
        path,
        body: body ?? '',
      }),
    };
  }
}

/** 408 and 429 mean "try again" and are no refusals. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
