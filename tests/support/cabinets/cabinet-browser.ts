import { request } from 'node:http';
import type { TestApp } from '#tests/support/app.ts';

/** A browser at a cabinet of the embedded host, with one cookie; it follows no redirects. */
export async function enterCabinet(app: TestApp, url: string) {
  const { hostname, pathname, search } = new URL(url);
  const first = await ask('GET', pathname + search);
  const cookie = first.cookie;
  return {
    get: (path: string) => ask('GET', path, { cookie }),
    post: (path: string, form: Record<string, string> = {}) => ask('POST', path, { cookie, form }),
  };

  function ask(
    method: string,
    path: string,
    { cookie: sent, form }: { cookie?: string; form?: Record<string, string> } = {},
  ): Promise<{ status: number; location: string | undefined; cookie: string; body: string }> {
    const host = `${hostname}:${app.cabinetPort}`;
    const headers = {
      host,
      ...(sent && { cookie: sent }),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${host}` }),
    };
    return new Promise((done, fail) => {
      const options = { host: '127.0.0.1', port: app.cabinetPort, path, method, headers, agent: false };
      const asked = request(options, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
            body,
          }),
        );
      });
      asked.on('error', fail);
      asked.end(form && new URLSearchParams(form).toString());
    });
  }
}
