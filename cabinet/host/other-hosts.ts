import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { type Locale, negotiateLocale } from '#contract/kernel/variants.ts';
import { headerOf, refusal, type Reply } from '../http.ts';
import { messageReplies, type SoonBack } from '../pages/message-replies.ts';
import { bodyToPassOn, HostAway, type OtherHost, passedOnHeader, passOn } from './pass-on.ts';

/** Where the cabinets are that this host does not have. */
export interface OtherHosts {
  /** Undefined when no other host has it. What is remembered is asked for again when `isStale`. */
  hostOf(domain: string, options?: { isStale: boolean }): Promise<OtherHost | undefined>;
}

interface Options {
  others?: OtherHosts | undefined;
  productName: string;
  locale: Locale;
  platform: { publicUrl: string };
  log: Logger;
}

/** A host that was taken for another one says so. */
const misdirected = 421;

/**
 * Passes requests on to the host that has the cabinet (docs/decisions/0213-several-cabinet-hosts.md); undefined when no
 * other has it. What can't be answered now says when to come back.
 */
export function otherHosts({ others, productName, locale: usual, platform, log }: Options) {
  const { soonBack } = messageReplies({ productName, publicUrl: platform.publicUrl });
  const readable = { 'access-control-allow-origin': new URL(platform.publicUrl).origin };

  return async function ask(request: IncomingMessage, name: string): Promise<Reply | undefined> {
    const other = await others?.hostOf(name);
    if (!other) return undefined;
    if (request.headers[passedOnHeader] !== undefined) return refusal(misdirected, 'not_here');
    const body = await bodyToPassOn(request);
    try {
      const answer = await passedOn(request, other, body);
      if (answer) return answer;
      const now = await others?.hostOf(name, { isStale: true });
      return now ? ((await passedOn(request, now, body)) ?? comeBack(request, 'moving')) : undefined;
    } catch (error) {
      if (!(error instanceof HostAway)) throw error;
      log.warn({ host: other.name, detail: error.message }, 'a cabinet host does not answer');
      return comeBack(request, 'away');
    }
  };

  /** Undefined when the cabinet is not there. */
  async function passedOn(
    request: IncomingMessage,
    host: OtherHost,
    body: Buffer,
  ): Promise<Reply | undefined> {
    const answer = await passOn(request, host, body);
    if (answer.status !== misdirected) return answer;
    answer.file?.open().resume();
    return undefined;
  }

  function comeBack(request: IncomingMessage, why: SoonBack): Reply {
    const url = URL.parse(request.url ?? '', 'http://cabinet');
    const acceptLanguage = headerOf(request, 'accept-language');
    return soonBack(why, negotiateLocale({ acceptLanguage }, usual), {
      path: url?.pathname ?? '/',
      isRead: request.method === 'GET',
      headers: readable,
    });
  }
}
