import { createHash } from 'node:crypto';
import type { CabinetDriver, CabinetIdentity, Found, Outcome } from './driver.ts';
import { DriverError } from './driver.ts';
import type { KubernetesClient, Live, Ref } from './kubernetes/kubernetes-client.ts';
import { fetchBackup, sendBackup } from './kubernetes/kubernetes-backup.ts';
import { isScaledToZero, obstacleOf, workloadReadiness } from './kubernetes/kubernetes-readiness.ts';
import {
  isServing,
  isWorkload,
  type Manifest,
  nameOf,
  namespaceOf,
  render,
  type Template,
  type Values,
  type When,
} from './kubernetes/kubernetes-template.ts';
import { probe } from './probe.ts';

interface Options {
  client: KubernetesClient;
  template: Template;
  /** What every cabinet of this installation is told: addresses, names, and the operator's own. */
  values: Values;
  now: () => Date;
  /** How long one call watches before it says that it goes on. */
  watchMs?: number;
  probeTimeoutMs?: number;
}

const clientLabel = 'tenantry/client';
const ownLabels = { 'app.kubernetes.io/managed-by': 'tenantry' };
const domainAnnotation = 'tenantry/domain';
/** A watch that is cut off costs no more than this. */
const pollMs = 2000;
const pending: Outcome = { state: 'pending', lookAgainSeconds: 3 };
/** A namespace that is not gone by then waits for somebody. */
const stuckAfterMs = 10 * 60_000;

/**
 * A namespace a cabinet, by server-side apply of the operator's template (`docs/kubernetes.md`). Every call applies
 * the whole of its part, which repairs what was changed by hand, and may be repeated after a death at any point.
 */
export function kubernetesDriver(options: Options): CabinetDriver {
  const { client, template, values, now, watchMs = 8000, probeTimeoutMs = 5000 } = options;

  return {
    async create(cabinet, { id, step, backup }) {
      const known = hidden(cabinet);
      return known(async () => {
        if (!(await isOurs(cabinet))) return pending;
        const parts = documents(cabinet, ['always', 'active']);
        if (step === 'instance') return start(parts.filter(isServing));
        await applyAll(parts.filter((part) => !isServing(part)));
        if (!backup) return { state: 'done' };
        const restore = documents(cabinet, ['restore'], id);
        return sendBackup({ client, cabinet, documents: restore, backup, now, watchMs });
      });
    },

    async suspend(cabinet) {
      return hidden(cabinet)(async () => {
        if (!(await isOurs(cabinet))) return pending;
        const resting = documents(cabinet, ['always', 'suspended']);
        const serving = documents(cabinet, ['active']);
        // The page first, then what is behind it.
        await applyAll(resting.filter((part) => !isWorkload(part)));
        const workloads = [...resting, ...serving].filter(isWorkload).map(scaledToZero);
        await removeAll(onlyIn(serving, [...resting, ...workloads]));
        for (const workload of workloads) await client.apply(workload, { decides: ['.spec.replicas'] });
        return settled(workloads);
      });
    },

    async resume(cabinet) {
      return hidden(cabinet)(async () => {
        if (!(await isOurs(cabinet))) return pending;
        const parts = documents(cabinet, ['always', 'active']);
        await applyAll(parts.filter((part) => !isServing(part)));
        const outcome = await start(parts.filter(isServing));
        if (outcome.state === 'done') await removeAll(onlyIn(documents(cabinet, ['suspended']), parts));
        return outcome;
      });
    },

    async backup(cabinet, { id, keep }) {
      return hidden(cabinet)(async () => {
        if (!(await isOurs(cabinet))) return pending;
        const parts = documents(cabinet, ['backup'], id);
        return fetchBackup({ client, cabinet, documents: parts, keep, now, watchMs });
      });
    },

    async destroy(cabinet) {
      return hidden(cabinet)(async () => {
        const namespace = namespaceFor(cabinet);
        const live = await client.read(namespace);
        if (!live) return { state: 'done' };
        checkOwner(live, cabinet);
        await client.remove(namespace);
        return gone(namespace);
      });
    },

    probe: (cabinet) => probe(cabinet.url, { timeoutMs: probeTimeoutMs }),

    async *inventory(): AsyncIterable<Found> {
      const labelSelector = `app.kubernetes.io/managed-by=${ownLabels['app.kubernetes.io/managed-by']}`;
      const resting = new Map<string, boolean>();
      for (const { apiVersion, kind } of workloadsOf(template)) {
        for await (const live of client.list({ apiVersion, kind, labelSelector })) {
          const namespace = live.metadata.namespace ?? '';
          resting.set(namespace, (resting.get(namespace) ?? true) && isScaledToZero(live));
        }
      }
      for await (const { metadata } of client.list({ apiVersion: 'v1', kind: 'Namespace', labelSelector })) {
        const clientId = metadata.labels?.[clientLabel];
        if (!clientId || metadata.deletionTimestamp) continue;
        const isResting = resting.get(metadata.name);
        const instance = isResting === undefined ? 'none' : isResting ? 'suspended' : 'active';
        const domain = metadata.annotations?.[domainAnnotation] ?? null;
        yield { clientId, database: true, instance, domain };
      }
    },
  };

  /** All that serves, watched until it runs. Workloads come first: an address leads to what is there. */
  async function start(parts: Manifest[]): Promise<Outcome> {
    const workloads = parts.filter(isWorkload);
    await applyAll(workloads);
    await applyAll(parts.filter((part) => !isWorkload(part)));
    return settled(workloads);
  }

  async function settled(workloads: Manifest[]): Promise<Outcome> {
    const deadline = performance.now() + watchMs;
    for (const workload of workloads) {
      const isDone = await watch(workload, deadline, (live) => workloadReadiness(live) === 'ready');
      if (isDone) continue;
      await tellObstacle(workload);
      return pending;
    }
    return { state: 'done' };
  }

  async function tellObstacle(workload: Manifest): Promise<void> {
    const { namespace = '' } = workload.metadata;
    const obstacle = obstacleOf(await client.read(workload), await client.pods(namespace));
    if (obstacle) throw new DriverError(obstacle.reason, `${nameOf(workload)}: ${obstacle.words}`);
  }

  async function gone(namespace: Ref): Promise<Outcome> {
    let last: Live | undefined;
    const isGone = await watch(namespace, performance.now() + watchMs, (live) => {
      last = live;
      return live === undefined;
    });
    if (isGone) return { state: 'done' };
    const since = Date.parse(String(last?.metadata.deletionTimestamp));
    if (now().getTime() - since > stuckAfterMs) throw new DriverError('failed', stuckWords(last));
    return pending;
  }

  /** Looks, and looks again at each change, until it is so or the time is over. */
  async function watch(
    ref: Ref,
    deadline: number,
    isSo: (live: Live | undefined) => boolean,
  ): Promise<boolean> {
    for (;;) {
      const live = await client.read(ref);
      if (isSo(live)) return true;
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await client.change(live, Math.min(left, pollMs));
    }
  }

  async function applyAll(parts: Manifest[]): Promise<void> {
    for (const part of parts) await client.apply(part);
  }

  async function removeAll(parts: Manifest[]): Promise<void> {
    for (const part of parts) await client.remove(part);
  }

  /** False while an earlier one of the same name is still being deleted; a stranger's is a conflict. */
  async function isOurs(cabinet: CabinetIdentity): Promise<boolean> {
    const live = await client.read(namespaceFor(cabinet));
    if (!live) return true;
    checkOwner(live, cabinet);
    return live.metadata.deletionTimestamp === undefined;
  }

  function namespaceFor(cabinet: CabinetIdentity): Manifest {
    const [namespace = namespaceOf(template)] = documents(cabinet, ['always']).filter(
      ({ kind }) => kind === 'Namespace',
    );
    return namespace;
  }

  function documents(cabinet: CabinetIdentity, whens: readonly When[], operationId?: string): Manifest[] {
    const own: Values = {
      ...values,
      slug: cabinet.domain.split('.', 1)[0] ?? '',
      host: cabinet.domain,
      url: cabinet.url,
      client_id: cabinet.clientId,
      secret: cabinet.secret,
      ...(operationId && { backup: createHash('sha256').update(operationId).digest('hex').slice(0, 12) }),
    };
    return render(template, whens, own).map((part) => labelled(part, cabinet));
  }
}

function labelled(part: Manifest, { clientId, domain }: CabinetIdentity): Manifest {
  const labels = { ...part.metadata.labels, ...ownLabels, [clientLabel]: clientId };
  const annotations = { ...part.metadata.annotations, [domainAnnotation]: domain };
  const metadata = { ...part.metadata, labels, ...(part.kind === 'Namespace' && { annotations }) };
  return { ...part, metadata };
}

function checkOwner(live: Live, { clientId }: CabinetIdentity): void {
  if (live.metadata.labels?.[clientLabel] === clientId) return;
  const owner = live.metadata.labels?.[clientLabel];
  const whose = owner ? `the cabinet of client ${owner}` : 'somebody else';
  throw new DriverError('conflict', `the namespace ${live.metadata.name} belongs to ${whose}`);
}

function scaledToZero(workload: Manifest): Manifest {
  const spec = typeof workload.spec === 'object' && workload.spec !== null ? workload.spec : {};
  return { ...workload, spec: { ...spec, replicas: 0 } };
}

function onlyIn(parts: Manifest[], others: Manifest[]): Manifest[] {
  return parts.filter((part) => !others.some((other) => nameOf(other) === nameOf(part)));
}

function workloadsOf(template: Template): { apiVersion: string; kind: string }[] {
  const kinds = new Map(
    template.filter(({ body }) => isWorkload(body)).map(({ body }) => [body.kind, body.apiVersion]),
  );
  return Array.from(kinds, ([kind, apiVersion]) => ({ kind, apiVersion }));
}

function stuckWords(live: Live | undefined): string {
  const conditions = Array.isArray(live?.status?.conditions) ? live.status.conditions : [];
  const words = conditions
    .filter(({ status }) => status === 'True')
    .map(({ message }) => String(message))
    .join('; ');
  return `the namespace ${live?.metadata.name} does not end: ${words || 'something in it has a finalizer'}`;
}

/** What the cluster says may repeat what we sent; a secret goes no further. */
function hidden({ secret }: CabinetIdentity) {
  return async <Result>(act: () => Promise<Result>): Promise<Result> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof DriverError)) throw error;
      const { reason, detail, ended } = error;
      throw new DriverError(reason, detail.replaceAll(secret, '…'), { ended });
    }
  };
}
