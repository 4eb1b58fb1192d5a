import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { healthAnswer, healthCheckPath } from '#contract/cabinets/cabinet.ts';
import { parseJson } from '#server/kernel/parse-json.ts';
import { checkedLookup, forbiddenAddress, isForbiddenLiteral } from './checked-address.ts';

/** Why nothing answered. `tls`: the certificate is not trusted. */
export type ProbeFailure =
  | 'bad_address'
  | 'forbidden_address'
  | 'unknown_name'
  | 'refused'
  | 'timeout'
  | 'tls'
  | 'unreachable';
/** `version`: the product's, when the health check gives one. */
export type ProbeResult =
  | { answered: true; status: number; version?: string }
  | { answered: false; reason: ProbeFailure };

const readLimit = 64 * 1024;

/**
 * Whether anything answers HTTP at a cabinet's health check: any status counts (specification, section 4). Follows
 * no redirect, reads 64 kB at most, never throws; `timeoutMs` holds for the whole of it. `lookup` replaces the
 * resolver; it isn't asked about an address that is a bare IP. `publicOnly` refuses addresses of private networks.
 */
export function probe(
  url: string,
  {
    timeoutMs,
    publicOnly = false,
    lookup = publicOnly ? checkedLookup() : localLookup,
  }: { timeoutMs: number; publicOnly?: boolean; lookup?: LookupFunction },
): Promise<ProbeResult> {
  const target = URL.parse(url);
  const send =
    target?.protocol === 'http:' ? requestHttp : target?.protocol === 'https:' ? requestHttps : undefined;
  if (!target || !send) return Promise.resolve({ answered: false, reason: 'bad_address' });
  if (publicOnly && isForbiddenLiteral(target)) {
    return Promise.resolve({ answered: false, reason: 'forbidden_address' });
  }
  target.pathname = target.pathname.replace(/\/$/, '') + healthCheckPath;

  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((done) => {
    // Only the status line counts, however the body ends.
    let answer: ProbeResult | undefined;
    const request = send(target, { agent: false, lookup, signal, headers: { accept: '*/*' } });
    request.on('response', (response) => {
      const seen = { answered: true as const, status: response.statusCode ?? 0 };
      answer = seen;
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > readLimit) request.destroy();
      });
      response.on('end', () => {
        const version = healthAnswer.safeParse(parseJson(body)).data?.version;
        answer = { ...seen, ...(version !== undefined && { version }) };
      });
      response.on('error', () => undefined);
    });
    let failure: ProbeFailure = 'unreachable';
    request.on('error', (error) => (failure = failureOf(error, signal)));
    request.on('close', () => done(answer ?? { answered: false, reason: failure }));
    request.end();
  });
}

/** Looks for this name whatever is asked for: what answers is then the place that it leads to. */
export function lookupAs(name: string, lookup: LookupFunction): LookupFunction {
  return (_asked, options, callback) => lookup(name, options, callback);
}

/** `*.localhost` is this machine (RFC 6761), but not every resolver knows that. */
export const localLookup: LookupFunction = (name, options, callback) => {
  if (name !== 'localhost' && !name.endsWith('.localhost')) return resolve(name, options, callback);
  if (options.all) return callback(null, [{ address: '127.0.0.1', family: 4 }]);
  callback(null, '127.0.0.1', 4);
};

function failureOf(error: NodeJS.ErrnoException, signal: AbortSignal): ProbeFailure {
  if (signal.aborted) return 'timeout';
  const code = error.code ?? '';
  if (code === forbiddenAddress) return 'forbidden_address';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_name';
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) return 'tls';
  return 'unreachable';
}
