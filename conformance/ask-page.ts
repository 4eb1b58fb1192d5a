import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { localLookup } from '#server/cabinets/drivers/probe.ts';

export interface Page {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The redirect's target, resolved. */
  location: URL | undefined;
  /** The `Set-Cookie` headers that set something. */
  cookies: string[];
}

const readLimit = 1024 * 1024;

/** Sends one request like a browser, without following redirects; throws with the system's code. */
export function askPage(
  url: URL,
  { cookie, timeoutMs }: { cookie?: string | undefined; timeoutMs: number },
): Promise<Page> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { accept: 'text/html,*/*', ...(cookie && { cookie }) };
  return new Promise((done, fail) => {
    const request = send(url, { agent: false, lookup: localLookup, signal, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > readLimit) request.destroy(new Error('more than 1 MB'));
      });
      response.on('error', fail);
      response.on('end', () => done(pageOf(url, response.statusCode ?? 0, response.headers, body)));
    });
    request.on('error', (error) => fail(signal.aborted ? new Error(`no answer in ${timeoutMs} ms`) : error));
    request.end();
  });
}

/** The header that a browser would send back. */
export function cookieHeader({ cookies }: Page): string {
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

function pageOf(url: URL, status: number, headers: IncomingHttpHeaders, body: string): Page {
  const cookies = (headers['set-cookie'] ?? []).filter(
    (cookie) => !/^[^=]*=;|max-age=0(;|$)/i.test(cookie) && !/^[^=]*=$/.test(cookie),
  );
  const location =
    headers.location === undefined ? undefined : (URL.parse(headers.location, url) ?? undefined);
  return { status, headers, body, location, cookies };
}
