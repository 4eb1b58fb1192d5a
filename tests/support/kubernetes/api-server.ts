import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applyTo, type Cluster, makeCluster, objectPath, type StoredObject } from './cluster.ts';
import { kinds } from './schemas.ts';

export interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  /** The body of a PATCH. */
  body: Record<string, unknown> | undefined;
}

/** A fault of a request: before the work is done or, with `afterwards`, after it. */
export type Fault =
  | { status: number; message?: string; retryAfter?: number; afterwards?: boolean }
  | { hang: true; afterwards?: boolean }
  | { cut: true; afterwards?: boolean };

export type PodServer = (request: IncomingMessage, response: ServerResponse, namespace: string) => void;

/** Simulates Kubernetes' API server over HTTP, for the kinds in `schemas.ts`. */
export async function startApiServer() {
  const cluster = makeCluster();
  const requests: ApiRequest[] = [];
  const faults: ((request: ApiRequest) => Fault | undefined)[] = [];
  const hooks: { pod: PodServer | undefined } = { pod: undefined };
  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => {
      answer(response, 500, failure(500, 'InternalError', String(error)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server's address is always this

  return {
    cluster,
    requests,
    /** Answers for the pods, through `pods/…/proxy`. */
    serve: (pod: PodServer) => (hooks.pod = pod),
    /** Checked at every request until it has given the fault `times` times. */
    fault(when: (request: ApiRequest) => boolean, fault: Fault, times = 1): void {
      let left = times;
      faults.push((request) => (left > 0 && when(request) && left-- > 0 ? fault : undefined));
    },
    /** A kubeconfig for this server. */
    async writeKubeconfig(file: string): Promise<string> {
      await writeFile(
        file,
        JSON.stringify({
          apiVersion: 'v1',
          kind: 'Config',
          clusters: [
            {
              name: 'test',
              cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true },
            },
          ],
          users: [{ name: 'test', user: { token: 'the token of the tests' } }],
          contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
          'current-context': 'test',
        }),
      );
      return file;
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://cluster');
    const isProxied = url.pathname.includes('/proxy/');
    const text = isProxied ? '' : await textOf(request);
    const seen: ApiRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: text ? JSON.parse(text) : undefined,
    };
    requests.push(seen);
    let fault: Fault | undefined;
    for (const ask of faults) fault ??= ask(seen);
    if (fault && !fault.afterwards) return fail(fault, response);
    if (request.headers.authorization !== 'Bearer the token of the tests') {
      return answer(response, 401, failure(401, 'Unauthorized', 'Unauthorized'));
    }
    if (isProxied) return proxy(request, response, url.pathname);
    if (seen.query.has('watch')) return watch(seen, response);
    const { status, body } = route(cluster, seen);
    if (fault) return fail(fault, response);
    answer(response, status, body);
  }

  function proxy(request: IncomingMessage, response: ServerResponse, path: string): void {
    const [, namespace = '', pod = ''] = /\/namespaces\/([^/]+)\/pods\/([^/:]+)/.exec(path) ?? [];
    if (!hooks.pod || !cluster.objects.has(`v1 Pod ${namespace}/${pod}`)) {
      return answer(response, 503, failure(503, 'ServiceUnavailable', 'no endpoints available'));
    }
    request.url = path.slice(path.indexOf('/proxy/') + '/proxy'.length);
    hooks.pod(request, response, namespace);
  }

  function watch({ path, query }: ApiRequest, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    const wanted = query.get('fieldSelector')?.replace('metadata.name=', '');
    // Like the real one, a watch without a version begins with the present state.
    const after = query.has('resourceVersion') ? Number(query.get('resourceVersion')) : -1;
    const stop = cluster.onChange(after, ({ stored, type }) => {
      const isOfPath = objectPath(stored).startsWith(`${path}/`);
      if (!isOfPath || stored.name !== wanted) return;
      response.write(`${JSON.stringify({ type, object: cluster.present(stored) })}\n`);
    });
    response.on('close', stop);
  }
}
export type ApiServer = Awaited<ReturnType<typeof startApiServer>>;

function route(cluster: Cluster, request: ApiRequest): { status: number; body: unknown } {
  const discovered = discovery(request.path);
  if (discovered) return { status: 200, body: discovered };
  const target = targetOf(request.path);
  if (!target) return notFound(request.path);
  const { kind, namespace, name } = target;
  if (name === undefined) return list(cluster, request, target);
  const stored = cluster.objects.get(`${kind.apiVersion} ${kind.kind} ${namespace}/${name}`);
  switch (request.method) {
    case 'GET':
      return stored ? { status: 200, body: cluster.present(stored) } : notFound(name);
    case 'DELETE':
      if (!stored) return notFound(name);
      cluster.remove(stored);
      return { status: 200, body: { kind: 'Status', apiVersion: 'v1', status: 'Success' } };
    case 'PATCH':
      return patch(cluster, request, { ...target, name });
    default:
      return { status: 405, body: failure(405, 'MethodNotAllowed', request.method) };
  }
}

type Target = { kind: (typeof kinds)[number]; namespace: string; name: string | undefined };

function patch(cluster: Cluster, { headers, query, body }: ApiRequest, target: Target & { name: string }) {
  const manager = query.get('fieldManager');
  if (headers['content-type'] !== 'application/apply-patch+yaml' || !manager || !body) {
    return { status: 415, body: failure(415, 'UnsupportedMediaType', 'only apply is played here') };
  }
  if (query.get('fieldValidation') !== 'Strict') {
    return { status: 400, body: failure(400, 'BadRequest', 'the tests want fieldValidation=Strict') };
  }
  const applied = applyTo(cluster, body, {
    kind: target.kind.kind,
    apiVersion: target.kind.apiVersion,
    namespace: target.namespace,
    name: target.name,
    manager,
    force: query.get('force') === 'true',
  });
  return 'refusal' in applied
    ? { status: applied.refusal.status, body: applied.refusal.body }
    : { status: 200, body: cluster.present(applied.stored) };
}

function list(cluster: Cluster, { query }: ApiRequest, { kind, namespace }: Target) {
  const labels = (query.get('labelSelector') ?? '').split(',').filter(Boolean);
  const found = [...cluster.objects.values()].filter(
    (stored) =>
      stored.kind === kind.kind &&
      (namespace === '' || stored.namespace === namespace) &&
      labels.every((label) => hasLabel(stored, label)),
  );
  const from = Number(query.get('continue') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? 500), cluster.pageSize);
  const page = found.slice(from, from + limit);
  const next = from + limit < found.length ? { continue: String(from + limit) } : {};
  // Like the real one, items of a list have no kind.
  const items = page.map((stored) => {
    const { apiVersion: _, kind: __, ...item } = cluster.present(stored);
    return item;
  });
  return {
    status: 200,
    body: { kind: `${kind.kind}List`, apiVersion: kind.apiVersion, metadata: next, items },
  };
}

function hasLabel(stored: StoredObject, label: string): boolean {
  const [key = '', value = ''] = label.split('=');
  const { metadata } = stored.fields.body();
  const labels = Object(Object(metadata).labels);
  return labels[key] === value;
}

function discovery(path: string) {
  const [, apiVersion] = /^\/(?:api|apis)\/(v1|[^/]+\/v[^/]+)$/.exec(path) ?? [];
  if (!apiVersion) return undefined;
  const resources = kinds
    .filter((one) => one.apiVersion === apiVersion)
    .map(({ kind, plural, namespaced }) => ({ kind, name: plural, namespaced, singularName: '', verbs: [] }));
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: apiVersion, resources };
}

function targetOf(path: string): Target | undefined {
  const [, apiVersion, rest = ''] = /^\/apis?\/(v1|[^/]+\/v[^/]+)\/(.*)$/.exec(path) ?? [];
  const parts = rest.split('/');
  const isInside = parts[0] === 'namespaces' && parts.length > 2;
  const [plural, name] = isInside ? parts.slice(2) : parts;
  const kind = kinds.find((one) => one.apiVersion === apiVersion && one.plural === plural);
  return kind && { kind, namespace: isInside ? (parts[1] ?? '') : '', name };
}

function notFound(what: string) {
  return { status: 404, body: failure(404, 'NotFound', `${what} not found`) };
}

function failure(code: number, reason: string, message: string) {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message };
}

function fail(fault: Fault, response: ServerResponse): void {
  if ('hang' in fault) return;
  if ('cut' in fault) return void response.destroy();
  if (fault.retryAfter !== undefined) response.setHeader('retry-after', String(fault.retryAfter));
  answer(response, fault.status, failure(fault.status, 'Fault', fault.message ?? 'a fault of the test'));
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}
