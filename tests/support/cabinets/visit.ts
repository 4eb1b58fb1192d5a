import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Visit {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A request for a cabinet at one of the hosts, whichever a proxy chose. */
export function visit(
  { port }: { port: number },
  domain: string,
  { path: asked = '/api/system/health-check', ...options }: VisitOptions = {},
): Promise<Visit> {
  return new Promise((done, fail) => {
    const headers = { host: domain, ...options.headers };
    const sent = request(
      { host: '127.0.0.1', port, path: asked, method: options.method ?? 'GET', headers, agent: false },
      (response) => {
        text(response).then(
          (body) => done({ status: response.statusCode ?? 0, headers: response.headers, body }),
          fail,
        );
      },
    );
    sent.on('error', fail);
    sent.end(options.body);
  });
}

interface VisitOptions {
  path?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
