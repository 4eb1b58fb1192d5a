import { type AppliedObject, appliedObject, type Conflict, type Json } from './applied-object.ts';
import { kinds, refusalOf } from './schemas.ts';

export interface StoredObject {
  apiVersion: string;
  kind: string;
  namespace: string;
  name: string;
  fields: AppliedObject;
  generation: number;
  /** Increased by every change of anything. */
  version: number;
  deletedAt: string | undefined;
  status: { [key: string]: Json };
}

/** Keeps the pods of this cluster from running. */
export interface Obstacle {
  waiting?: { reason: string; message?: string };
  unschedulable?: string;
  replicaFailure?: string;
}

interface Change {
  type: 'ADDED' | 'MODIFIED' | 'DELETED';
  stored: StoredObject;
}
type Listener = (change: Change) => void;

/**
 * The objects, and the work of controllers: pods come and go with their workload, jobs serve until they are deleted,
 * a namespace ends with everything in it.
 */
export function makeCluster() {
  const objects = new Map<string, StoredObject>();
  const listeners = new Set<Listener>();
  const changes: (Change & { version: number })[] = [];
  let version = 0;
  const cluster = {
    objects,
    /** The size of a page of a list. */
    pageSize: 500,
    /** The delay of controllers. */
    delayMs: 5,
    obstacle: undefined as Obstacle | undefined,
    /** Jobs end in this state instead of serving. */
    jobsEnd: undefined as 'Complete' | 'Failed' | undefined,
    /** Namespaces are never deleted. */
    isStuck: false,

    /** All changes after a version, past and future. */
    onChange(after: number, listener: Listener) {
      for (const change of changes) if (change.version > after) listener(change);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    find: (kind: string, name: string, namespace = '') =>
      [...objects.values()].find(
        (stored) => stored.kind === kind && stored.name === name && stored.namespace === namespace,
      ),

    present(stored: StoredObject) {
      const { metadata, ...rest } = stored.fields.body();
      return {
        ...rest,
        apiVersion: stored.apiVersion,
        kind: stored.kind,
        metadata: {
          ...Object(metadata),
          name: stored.name,
          ...(stored.namespace && { namespace: stored.namespace }),
          generation: stored.generation,
          resourceVersion: String(stored.version),
          ...(stored.deletedAt && { deletionTimestamp: stored.deletedAt }),
          managedFields: stored.fields.managedFields(),
        },
        ...(Object.keys(stored.status).length > 0 && { status: stored.status }),
      };
    },

    store(stored: StoredObject): void {
      const key = keyOf(stored);
      const type = objects.has(key) ? 'MODIFIED' : 'ADDED';
      objects.set(key, stored);
      tell(stored, type);
      later(() => control(stored));
    },

    remove(stored: StoredObject): void {
      if (stored.kind !== 'Namespace') return drop(stored);
      stored.deletedAt ??= new Date().toISOString();
      stored.status = {
        phase: 'Terminating',
        conditions: [
          {
            type: 'NamespaceContentRemaining',
            status: 'True',
            message: 'Some resources are remaining: pods',
          },
        ],
      };
      tell(stored, 'MODIFIED');
      later(() => {
        if (cluster.isStuck) return;
        for (const other of objects.values()) if (other.namespace === stored.name) drop(other);
        drop(stored);
      });
    },

    /** A person or controller changes an object. */
    change(
      stored: StoredObject,
      body: { [key: string]: Json },
      by: { manager: string; operation?: 'Apply' | 'Update'; subresource?: string },
    ): void {
      const { operation = 'Update', ...owner } = by;
      if (operation === 'Apply') stored.fields.apply({ ...owner, operation }, body, { force: true });
      else stored.fields.update({ ...owner, operation }, body);
      stored.generation += 1;
      cluster.store(stored);
    },
  };
  return cluster;

  function later(act: () => void): void {
    setTimeout(act, cluster.delayMs);
  }

  function tell(stored: StoredObject, type: Change['type']): void {
    stored.version = ++version;
    changes.push({ stored, type, version });
    for (const listener of listeners) listener({ stored, type });
  }

  function drop(stored: StoredObject): void {
    objects.delete(keyOf(stored));
    tell(stored, 'DELETED');
    for (const pod of podsOf(stored)) drop(pod);
  }

  function podsOf({ kind, name, namespace }: StoredObject): StoredObject[] {
    if (kind === 'Pod') return [];
    return [...objects.values()].filter(
      (pod) => pod.kind === 'Pod' && pod.namespace === namespace && pod.name.startsWith(`${name}-`),
    );
  }

  function control(stored: StoredObject): void {
    if (objects.get(keyOf(stored)) !== stored) return;
    if (stored.kind === 'Deployment' || stored.kind === 'StatefulSet') controlWorkload(stored);
    if (stored.kind === 'Job') controlJob(stored);
  }

  function controlWorkload(stored: StoredObject): void {
    const spec = Object(stored.fields.body().spec);
    const replicas: number = spec.replicas ?? 1;
    for (const pod of podsOf(stored)) drop(pod);
    const { obstacle } = cluster;
    for (let index = 0; index < replicas && !obstacle?.replicaFailure; index++) runPod(stored, spec, index);
    const ready = obstacle ? 0 : replicas;
    stored.status = {
      observedGeneration: stored.generation,
      replicas,
      updatedReplicas: replicas,
      readyReplicas: ready,
      availableReplicas: ready,
      ...(obstacle?.replicaFailure && {
        conditions: [{ type: 'ReplicaFailure', status: 'True', message: obstacle.replicaFailure }],
      }),
    };
    tell(stored, 'MODIFIED');
  }

  function controlJob(stored: StoredObject): void {
    const ends = cluster.jobsEnd;
    if (ends) {
      stored.status = {
        conditions: [{ type: ends, status: 'True', message: 'Job was active longer than specified' }],
      };
    } else {
      runPod(stored, Object(stored.fields.body().spec), 0);
    }
    tell(stored, 'MODIFIED');
  }

  function runPod(owner: StoredObject, { template }: { template: { spec: Json } }, index: number): void {
    const { waiting, unschedulable } = cluster.obstacle ?? {};
    const fields = appliedObject();
    const labels: { [key: string]: Json } = owner.kind === 'Job' ? { 'job-name': owner.name } : {};
    fields.update(
      { manager: 'kube-controller-manager', operation: 'Update' },
      { metadata: { labels }, spec: template.spec },
    );
    const [container] = Object(template.spec).containers;
    const pod: StoredObject = {
      apiVersion: 'v1',
      kind: 'Pod',
      namespace: owner.namespace,
      name: `${owner.name}-${index}`,
      fields,
      generation: 1,
      version: 0,
      deletedAt: undefined,
      status: {
        conditions: [
          { type: 'Ready', status: waiting || unschedulable ? 'False' : 'True' },
          ...(unschedulable
            ? [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: unschedulable }]
            : []),
        ],
        containerStatuses: [
          { name: container.name, image: container.image, state: waiting ? { waiting: { ...waiting } } : {} },
        ],
      },
    };
    objects.set(keyOf(pod), pod);
  }
}
export type Cluster = ReturnType<typeof makeCluster>;

interface Application {
  apiVersion: string;
  kind: string;
  namespace: string;
  name: string;
  manager: string;
  force: boolean;
}

type Refusal = { status: number; body: unknown };

/** Server-side apply of a body, with all refusals of the API server. */
export function applyTo(
  cluster: Cluster,
  body: Record<string, unknown>,
  { apiVersion, kind, namespace, name, manager, force }: Application,
): { stored: StoredObject } | { refusal: Refusal } {
  const wrong = refusalOf(body) ?? mismatch(body, { kind, namespace, name });
  if (wrong) return refused(422, 'Invalid', `${kind} "${name}" is invalid: ${wrong}`);
  const home = namespace ? cluster.find('Namespace', namespace) : undefined;
  if (namespace && !home) return refused(404, 'NotFound', `namespaces "${namespace}" not found`);
  if (home?.deletedAt) {
    const why = `because it is being terminated`;
    return refused(403, 'Forbidden', `unable to create new content in namespace ${namespace} ${why}`);
  }
  const known = cluster.find(kind, name, namespace);
  const stored: StoredObject = known ?? {
    apiVersion,
    kind,
    namespace,
    name,
    fields: appliedObject(),
    generation: 0,
    version: 0,
    deletedAt: undefined,
    status: {},
  };
  const before = JSON.stringify(stored.fields.body().spec);
  const conflicts = stored.fields.apply({ manager, operation: 'Apply' }, ownFields(body), { force });
  if (conflicts.length > 0) return { refusal: conflictAnswer(name, conflicts) };
  if (!known || JSON.stringify(stored.fields.body().spec) !== before) stored.generation += 1;
  cluster.store(stored);
  return { stored };
}

/** An object's address in the API. */
export function objectPath({ apiVersion, kind, namespace, name }: StoredObject): string {
  const { plural = '' } = kinds.find((one) => one.kind === kind) ?? {};
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return [root, ...(namespace ? ['namespaces', namespace] : []), plural, name].join('/');
}

function keyOf({ apiVersion, kind, namespace, name }: StoredObject): string {
  return `${apiVersion} ${kind} ${namespace}/${name}`;
}

function mismatch(
  body: Record<string, unknown>,
  { kind, namespace, name }: { kind: string; namespace: string; name: string },
): string | undefined {
  const metadata = Object(body.metadata);
  if (body.kind !== kind || metadata.name !== name) return 'the address names another object';
  if ((metadata.namespace ?? '') !== namespace) return 'the address names another namespace';
  return /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(name) ? undefined : 'metadata.name is no DNS name';
}

/** Without the fields that identify the object. */
function ownFields(body: Record<string, unknown>): { [key: string]: Json } {
  const { apiVersion: _a, kind: _k, metadata, ...rest } = JSON.parse(JSON.stringify(body));
  const { name: _n, namespace: _s, ...own } = metadata;
  return Object.keys(own).length > 0 ? { ...rest, metadata: own } : rest;
}

function conflictAnswer(name: string, conflicts: Conflict[]): Refusal {
  const causes = conflicts.map(({ field, owner }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with "${owner.manager}"${owner.subresource ? ` with subresource "${owner.subresource}"` : ''} using v1`,
    field,
  }));
  const message = `Apply failed with ${conflicts.length} conflicts in ${name}`;
  return {
    status: 409,
    body: { kind: 'Status', status: 'Failure', code: 409, reason: 'Conflict', message, details: { causes } },
  };
}

function refused(status: number, reason: string, message: string): { refusal: Refusal } {
  return { refusal: { status, body: { kind: 'Status', status: 'Failure', code: status, reason, message } } };
}
