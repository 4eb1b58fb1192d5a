import { createHash } from 'node:crypto';
import {
  type CabinetDriver,
  type CabinetIdentity,
  DriverError,
  type Found,
  type Progress,
} from '#server/cabinets/drivers/driver.ts';
import type { KubernetesClient, Live, Ref } from './kubernetes-client.ts';
import { fetchBackup, sendBackup } from './kubernetes-backup.ts';
import { isScaledToZero, obstacleOf, workloadReadiness } from './kubernetes-readiness.ts';
import {
  forAnnotation,
  isServing,
  isWorkload,
  type Manifest,
  nameOf,
  namespaceOf,
  render,
  type Template,
  type Values,
  type When,
} from './kubernetes-template.ts';
import { localLookup, lookupAs, probe } from '#server/cabinets/drivers/probe.ts';

interface Options {
  client: KubernetesClient;
  template: Template;
  /** Values for every cabinet of this installation: addresses, names, and the operator's own. */
  values: Values;
  now: () => Date;
  /** How long one call watches before it answers `pending`. */
  watchMs?: number;
  probeTimeoutMs?: number;
}

const defaultWatchMs = 8000;
const clientLabel = 'tenantry/client';
const ownLabels = { 'app.kubernetes.io/managed-by': 'tenantry' };
const everyState: readonly When[] = ['always', 'active', 'suspended'];
const domainAnnotation = 'tenantry/domain';
/** A watch that is cut off costs at most this much time. */
const pollMs = 2000;
const pending: Progress = { state: 'pending', lookAgainSeconds: 3 };
/** A namespace that is still there after this time needs a person. */
const stuckAfterMs = 10 * 60_000;

/**
 * Gives each cabinet a namespace, by server-side apply of the operator's template (`docs/kubernetes.md`). Every call
 * applies the whole of its part, which repairs changes made by hand, and may be repeated after a crash at any point.
 */
export function kubernetesDriver(options: Options): CabinetDriver {
  const { client, now, watchMs = defaultWatchMs, probeTimeoutMs = 5000 } = options;
  const job = { client, now, watchMs };
  /** Refuses when the namespace is somebody else's, or an earlier one of the same name is still being deleted. */
  const act = (cabinet: CabinetIdentity, work: () => Promise<Progress>): Promise<Progress> =>
    withoutSecret(cabinet, async () => ((await isOurs(options, cabinet)) ? work() : pending));
  return {
    create: (cabinet, { id, step, backup }) =>
      act(cabinet, async () => {
        const parts = documents(options, cabinet, ['always', 'active']);
        if (step === 'instance') return start(options, parts.filter(isServing));
        await applyAll(
          client,
          parts.filter((part) => !isServing(part)),
        );
        if (!backup) return { state: 'done' };
        const restore = documents(options, cabinet, ['restore'], id);
        return sendBackup({ ...job, cabinet, documents: restore, backup });
      }),
    suspend: (cabinet) => act(cabinet, () => suspend(options, cabinet)),
    resume: (cabinet) =>
      act(cabinet, async () => {
        const parts = documents(options, cabinet, ['always', 'active']);
        await applyAll(
          client,
          parts.filter((part) => !isServing(part)),
        );
        const progress = await start(options, parts.filter(isServing));
        const resting = documents(options, cabinet, ['suspended']);
        if (progress.state === 'done') await removeAll(client, onlyIn(resting, parts));
        return progress;
      }),
    backup: (cabinet, { id, keep }) =>
      act(cabinet, () =>
        fetchBackup({ ...job, cabinet, documents: documents(options, cabinet, ['backup'], id), keep }),
      ),
    destroy: (cabinet) =>
      withoutSecret(cabinet, async () => {
        const namespace = namespaceFor(options, cabinet);
        const live = await client.read(namespace);
        if (!live) return { state: 'done' };
        checkOwner(live, cabinet);
        await client.remove(namespace);
        return gone(options, namespace);
      }),
    serveDomain: (cabinet) => act(cabinet, () => serveDomain(options, cabinet)),
    probe: (cabinet, at) =>
      probe(at ?? cabinet.url, {
        timeoutMs: probeTimeoutMs,
        lookup: at === undefined ? localLookup : lookupAs(cabinet.domain, localLookup),
      }),
    inventory: () => inventory(options),
  };
}

async function suspend(options: Options, cabinet: CabinetIdentity): Promise<Progress> {
  const { client } = options;
  const resting = documents(options, cabinet, ['always', 'suspended']);
  const serving = documents(options, cabinet, ['active']);
  // The page first, then the workloads behind it.
  await applyAll(
    client,
    resting.filter((part) => !isWorkload(part)),
  );
  const workloads = [...resting, ...serving].filter(isWorkload).map(scaledToZero);
  await removeAll(client, onlyIn(serving, [...resting, ...workloads]));
  for (const workload of workloads) await client.apply(workload, { decides: ['.spec.replicas'] });
  return settled(options, workloads);
}

/**
 * Applies everything that serves, and watches until it runs. Workloads come first, so an address never leads to
 * nothing.
 */
async function start(options: Options, parts: Manifest[]): Promise<Progress> {
  const workloads = parts.filter(isWorkload);
  await applyAll(options.client, workloads);
  await applyAll(
    options.client,
    parts.filter((part) => !isWorkload(part)),
  );
  return settled(options, workloads);
}

/** Applies what the template has for a customer's own domain, or removes it. */
async function serveDomain(options: Options, cabinet: CabinetIdentity): Promise<Progress> {
  const { client, template } = options;
  if (!template.some((part) => part.isForOwnDomain)) {
    if (cabinet.ownDomain === null) return { state: 'done' };
    throw new DriverError('rejected', `the template has nothing with ${forAnnotation}: own-domain`, {
      ended: true,
    });
  }
  // What was made for it is found by the names of its objects, which no domain is part of.
  if (cabinet.ownDomain === null) {
    await removeAll(client, partsForDomain(options, { ...cabinet, ownDomain: 'none.invalid' }, everyState));
  } else await applyAll(client, partsForDomain(options, cabinet, ['always', 'active']));
  return { state: 'done' };
}

async function settled(options: Options, workloads: Manifest[]): Promise<Progress> {
  const { client, watchMs = defaultWatchMs } = options;
  const deadline = performance.now() + watchMs;
  for (const workload of workloads) {
    if (await watch(client, workload, deadline, (live) => workloadReadiness(live) === 'ready')) continue;
    const { namespace = '' } = workload.metadata;
    const obstacle = obstacleOf(await client.read(workload), await client.pods(namespace));
    if (obstacle) throw new DriverError(obstacle.reason, `${nameOf(workload)}: ${obstacle.words}`);
    return pending;
  }
  return { state: 'done' };
}

async function gone({ client, now, watchMs = defaultWatchMs }: Options, namespace: Ref): Promise<Progress> {
  let last: Live | undefined;
  const isGone = await watch(client, namespace, performance.now() + watchMs, (live) => {
    last = live;
    return live === undefined;
  });
  if (isGone) return { state: 'done' };
  const since = Date.parse(String(last?.metadata.deletionTimestamp));
  if (now().getTime() - since > stuckAfterMs) throw new DriverError('failed', stuckWords(last));
  return pending;
}

/** Checks now and after each change, until the condition holds or the time is over. */
async function watch(
  client: KubernetesClient,
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

async function* inventory({ client, template }: Options): AsyncIterable<Found> {
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
}

async function applyAll(client: KubernetesClient, parts: Manifest[]): Promise<void> {
  for (const part of parts) await client.apply(part);
}

async function removeAll(client: KubernetesClient, parts: Manifest[]): Promise<void> {
  for (const part of parts) await client.remove(part);
}

/** False while an earlier one of the same name is still being deleted. A conflict when it is somebody else's. */
async function isOurs(options: Options, cabinet: CabinetIdentity): Promise<boolean> {
  const live = await options.client.read(namespaceFor(options, cabinet));
  if (!live) return true;
  checkOwner(live, cabinet);
  return live.metadata.deletionTimestamp === undefined;
}

function namespaceFor(options: Options, cabinet: CabinetIdentity): Manifest {
  const [namespace = namespaceOf(options.template)] = documents(options, cabinet, ['always']).filter(
    ({ kind }) => kind === 'Namespace',
  );
  return namespace;
}

function documents(
  { template, values }: Options,
  cabinet: CabinetIdentity,
  whens: readonly When[],
  operationId?: string,
): Manifest[] {
  const own = { ...values, ...valuesOf(cabinet, operationId) };
  return render(template, whens, own).map((part) => labelled(part, cabinet));
}

/** What the template has for a customer's own domain alone. */
function partsForDomain(
  { template, values }: Options,
  cabinet: CabinetIdentity,
  whens: readonly When[],
): Manifest[] {
  const parts = template.filter(({ isForOwnDomain, body }) => isForOwnDomain || body.kind === 'Namespace');
  return render(parts, whens, { ...values, ...valuesOf(cabinet) })
    .filter(({ kind }) => kind !== 'Namespace')
    .map((part) => labelled(part, cabinet));
}

function valuesOf(cabinet: CabinetIdentity, operationId?: string): Values {
  return {
    slug: cabinet.domain.split('.', 1)[0] ?? '',
    host: cabinet.domain,
    url: cabinet.url,
    ...(cabinet.ownDomain !== null && { own_host: cabinet.ownDomain }),
    client_id: cabinet.clientId,
    secret: cabinet.secret,
    secret_digest: createHash('sha256').update(cabinet.secret).digest('hex').slice(0, 16),
    ...(operationId && { backup: createHash('sha256').update(operationId).digest('hex').slice(0, 12) }),
  };
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
  const holder = owner ? `the cabinet of client ${owner}` : 'somebody else';
  throw new DriverError('conflict', `the namespace ${live.metadata.name} belongs to ${holder}`);
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

/** The cluster's messages may repeat what we sent; secrets are removed. */
async function withoutSecret<Result>(
  { secret }: CabinetIdentity,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    const { reason, detail, ended, away } = error;
    throw new DriverError(reason, detail.replaceAll(secret, '…'), { ended, away });
  }
}
