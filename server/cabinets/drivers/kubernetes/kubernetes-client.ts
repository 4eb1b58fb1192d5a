import { request as requestHttps, type RequestOptions } from 'node:https';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import {
  ApiException,
  HttpMethod,
  KubeConfig,
  KubernetesObjectApi,
  PatchStrategy,
  type RequestContext,
  type ResponseContext,
  Watch,
} from '@kubernetes/client-node';
import { DriverError } from '#server/cabinets/drivers/driver.ts';
import { driverErrorOf, isPassing, retryAfterMs } from './kubernetes-errors.ts';
import { conflictOf, mayForce } from './kubernetes-ownership.ts';
import { type Manifest, nameOf } from './kubernetes-template.ts';

/** Names an object without its body. */
export interface Ref {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string | undefined };
}

/** An object as the cluster returns it. */
export interface Live extends Manifest {
  spec?: Record<string, unknown>;
  status?: Record<string, unknown>;
}

/** `kubeconfig`: the file; undefined means `~/.kube/config`, else the account of the pod that this runs in. */
interface Options {
  kubeconfig: string | undefined;
  requestTimeoutMs?: number;
}

/** The name under which Kubernetes records our fields. */
export const fieldManager = 'tenantry';

const pageSize = 500;
const tries = 4;

/**
 * The official client, for objects of any kind exactly as they are: its own models would drop unknown fields and
 * rename `from`. Every call has a time limit, is repeated when the server asks for it, and throws a DriverError.
 */
export function kubernetesClient({ kubeconfig, requestTimeoutMs = 10_000 }: Options) {
  const config = configOf(kubeconfig);
  const api = RawObjectApi.of(config, requestTimeoutMs);
  const watcher = new Watch(config);
  return {
    /**
     * Server-side apply. Fields that a person changed by hand are set back to the template. Fields of another applier
     * or controller are left alone and reported, except those that the platform `decides`.
     */
    apply: (manifest: Manifest, { decides = [] }: { decides?: readonly string[] } = {}): Promise<Live> =>
      apply(api, manifest, decides),

    /** Undefined when there is none. */
    read: (ref: Ref): Promise<Live | undefined> => read(api, ref),

    /** Asks for the deletion, also of what the object owns; does nothing when it is gone or being deleted. */
    async remove(ref: Ref): Promise<void> {
      try {
        await persistently(() => api.removeRaw(ref));
      } catch (error) {
        // 409: being deleted already.
        if (isMissing(error) || (error instanceof ApiException && error.code === 409)) return;
        throw driverErrorOf(error, `${ref.kind} ${ref.metadata.name}`);
      }
    },

    /** Page by page. */
    list: (query: ListQuery): AsyncIterable<Live> => list(api, query),

    /** The pods of a namespace, or of one Job in it. */
    async pods(namespace: string, job?: string): Promise<Live[]> {
      const labelSelector = job === undefined ? {} : { labelSelector: `job-name=${job}` };
      const found: Live[] = [];
      const pods = list(api, { apiVersion: 'v1', kind: 'Pod', namespace, ...labelSelector });
      for await (const pod of pods) found.push(pod);
      return found;
    },

    /**
     * Waits until the object differs from the one that was read, or `ms` have passed. A watch that is refused or cut
     * off only makes it slower, because the caller checks again anyway.
     */
    async change(last: Live | undefined, ms: number): Promise<void> {
      const over = new AbortController();
      const events = last && watchOf(api, watcher, last, () => over.abort());
      await wait(ms, undefined, { signal: over.signal }).catch(() => undefined);
      (await events)?.abort();
    },

    /** Reads what a pod serves, through the API server, so no ingress is needed. With `body` it is a PUT. */
    async exchange(
      { namespace, pod, port, path }: PodPath,
      { headers, body }: { headers: Record<string, string>; body?: Readable },
    ): Promise<IncomingMessage> {
      const address = `/api/v1/namespaces/${namespace}/pods/${pod}:${port}/proxy${path}`;
      const method = body ? 'PUT' : 'GET';
      try {
        return await send(config, address, { method, headers, body, timeoutMs: requestTimeoutMs });
      } catch (error) {
        throw driverErrorOf(error, `Pod ${pod}`);
      }
    },
  };
}
export type KubernetesClient = ReturnType<typeof kubernetesClient>;

async function apply(api: RawObjectApi, manifest: Manifest, decides: readonly string[]): Promise<Live> {
  const what = nameOf(manifest);
  try {
    return await persistently(() => api.apply(manifest, false));
  } catch (error) {
    const conflict = conflictOf(error);
    if (!conflict) throw driverErrorOf(error, what);
    const live = await read(api, manifest);
    if (!live || !mayForce(conflict, live, { ourManager: fieldManager, decides })) {
      throw new DriverError('conflict', `${what}: ${conflict.words}`);
    }
    return await persistently(() => api.apply(manifest, true)).catch((again: unknown) => {
      throw driverErrorOf(again, what);
    });
  }
}

async function read(api: RawObjectApi, ref: Ref): Promise<Live | undefined> {
  try {
    return await persistently(() => api.readRaw(ref));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw driverErrorOf(error, `${ref.kind} ${ref.metadata.name}`);
  }
}

async function* list(api: RawObjectApi, query: ListQuery): AsyncIterable<Live> {
  for (let next: string | undefined = ''; next !== undefined;) {
    const from = next;
    const page: Page = await persistently(() => api.listRaw(query, from)).catch((error: unknown) => {
      throw driverErrorOf(error, `${query.kind}s`);
    });
    yield* page.items.map((item) => ({ ...item, apiVersion: query.apiVersion, kind: query.kind }));
    next = page.next;
  }
}

async function watchOf(
  api: RawObjectApi,
  watcher: Watch,
  { metadata, ...live }: Live,
  woken: () => void,
): Promise<AbortController | undefined> {
  try {
    const path = await api.collectionPath({ ...live, metadata });
    const query = {
      fieldSelector: `metadata.name=${metadata.name}`,
      // Without a version the watch would begin with the object as it is, and wake at once.
      resourceVersion: String(metadata.resourceVersion),
      timeoutSeconds: 30,
    };
    const isChange = (phase: string) => phase === 'ADDED' || phase === 'MODIFIED' || phase === 'DELETED';
    return await watcher.watch(
      path,
      query,
      (phase) => isChange(phase) && woken(),
      () => undefined,
    );
  } catch {
    return undefined;
  }
}

async function send(
  config: KubeConfig,
  address: string,
  {
    method,
    headers,
    body,
    timeoutMs,
  }: { method: string; headers: Record<string, string>; body: Readable | undefined; timeoutMs: number },
): Promise<IncomingMessage> {
  const target = new URL((config.getCurrentCluster()?.server ?? '') + address);
  const options: RequestOptions = { method };
  await config.applyToHTTPSOptions(options);
  options.headers = { ...options.headers, ...headers };
  return new Promise((done, fail) => {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, options, done);
    // The time limit is for silence: a large backup may take long.
    request.setTimeout(timeoutMs, () => request.destroy(new DOMException('silent', 'TimeoutError')));
    request.on('error', fail);
    if (!body) return request.end();
    body.on('error', (error) => request.destroy(error));
    body.pipe(request);
  });
}

interface ListQuery {
  apiVersion: string;
  kind: string;
  namespace?: string;
  labelSelector?: string;
}

interface Page {
  items: Live[];
  next: string | undefined;
}

interface PodPath {
  namespace: string;
  pod: string;
  port: number;
  path: string;
}

function configOf(file: string | undefined): KubeConfig {
  const config = new KubeConfig();
  if (file === undefined) config.loadFromDefault();
  else config.loadFromFile(file);
  return config;
}

/** Repeats a call when the server asks for it, or when the error passes by itself. All our calls can be repeated. */
async function persistently<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      if (attempt === tries || !isPassing(error)) throw error;
      await wait(retryAfterMs(error) ?? 100 * 2 ** attempt);
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiException && error.code === 404;
}

/** Sends and receives objects exactly as they are. */
class RawObjectApi extends KubernetesObjectApi {
  requestTimeoutMs = 0;

  static of(config: KubeConfig, requestTimeoutMs: number): RawObjectApi {
    const api = config.makeApiClient(RawObjectApi);
    api.requestTimeoutMs = requestTimeoutMs;
    return api;
  }

  async apply(manifest: Manifest, force: boolean): Promise<Live> {
    await this.checkScope(manifest);
    const context = this.request(await this.specUriPath(withoutModels(manifest), 'patch'), HttpMethod.PATCH);
    context.setHeaderParam('Content-Type', PatchStrategy.ServerSideApply);
    context.setQueryParam('fieldManager', fieldManager);
    context.setQueryParam('force', String(force));
    // A misspelt field is refused instead of ignored.
    context.setQueryParam('fieldValidation', 'Strict');
    context.setBody(JSON.stringify(manifest));
    return this.answer<Live>(context);
  }

  async readRaw(ref: Ref): Promise<Live> {
    return this.answer(this.request(await this.specUriPath(withoutModels(ref), 'read'), HttpMethod.GET));
  }

  async removeRaw(ref: Ref): Promise<void> {
    const context = this.request(await this.specUriPath(withoutModels(ref), 'delete'), HttpMethod.DELETE);
    context.setQueryParam('propagationPolicy', 'Background');
    await this.answer(context);
  }

  async listRaw({ apiVersion, kind, namespace, labelSelector }: ListQuery, from: string): Promise<Page> {
    const context = this.request(
      await this.collectionPath({ apiVersion, kind, metadata: { name: '', namespace } }),
      HttpMethod.GET,
    );
    context.setQueryParam('limit', String(pageSize));
    if (labelSelector) context.setQueryParam('labelSelector', labelSelector);
    if (from) context.setQueryParam('continue', from);
    const answer = await this.answer<{ items?: Live[]; metadata?: { continue?: string } }>(context);
    return { items: answer.items ?? [], next: answer.metadata?.continue || undefined };
  }

  collectionPath(ref: Ref): Promise<string> {
    return this.specUriPath(withoutModels(ref), 'list');
  }

  /** An object outside a namespace would not be deleted with the cabinet. */
  private async checkScope({ apiVersion, kind }: Ref): Promise<void> {
    const resource = await this.resource(apiVersion, kind);
    if (!resource) throw new DriverError('template_invalid', `the cluster knows no ${kind} of ${apiVersion}`);
    if (resource.namespaced || kind === 'Namespace') return;
    throw new DriverError('template_invalid', `a ${kind} belongs to no namespace: it can't be a cabinet's`);
  }

  private request(path: string, method: HttpMethod): RequestContext {
    const context = this.configuration.baseServer.makeRequestContext(path, method);
    context.setHeaderParam('Accept', 'application/json');
    return context;
  }

  private async answer<Answer>(context: RequestContext): Promise<Answer> {
    const parsed: Promise<unknown> = this.requestPromise(context);
    return (await parsed) as Answer; // the API server's answer to this path; every field is checked
  }

  protected override requestPromise(
    ...[context, ...rest]: Parameters<KubernetesObjectApi['requestPromise']>
  ) {
    context.setSignal(AbortSignal.timeout(this.requestTimeoutMs));
    return super.requestPromise(context, ...rest) as never; // of the caller's type
  }

  protected override async processResponse(response: ResponseContext) {
    const text = await response.body.text();
    if (response.httpStatusCode >= 200 && response.httpStatusCode < 300) return JSON.parse(text);
    throw new ApiException(response.httpStatusCode, 'refused', text, response.headers);
  }
}

/** The official type has dates where we have texts; only its names are read. */
function withoutModels({ apiVersion, kind, metadata: { name, namespace } }: Ref) {
  return { apiVersion, kind, metadata: { name, namespace } };
}
