import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSignedBy, signatureHeaders } from '#contract/cabinets/webhook-signature.ts';
import { type CabinetDriver, DriverError, type Progress } from '#server/cabinets/drivers/driver.ts';
import { kubernetesClient } from '#server/cabinets/drivers/kubernetes/kubernetes-client.ts';
import { kubernetesDriver } from '#server/cabinets/drivers/kubernetes/kubernetes-driver.ts';
import { parseTemplate } from '#server/cabinets/drivers/kubernetes/kubernetes-template.ts';
import { type ApiServer, type Fault, startApiServer } from '#tests/support/kubernetes/api-server.ts';
import {
  exampleCabinet as cabinet,
  exampleEnvironment,
  exampleText,
  exampleValues,
} from '#tests/support/kubernetes/template.ts';

const namespace = 'cabinet-ganok';
const operation = { id: 'the operation' };
let folder: string;
let kubeconfig: string;
let api: ApiServer;
let driver: CabinetDriver;
let now: Date;
/** The content of the cabinets' volumes, by namespace. */
let volumes: Map<string, Buffer>;

beforeEach(async () => {
  now = new Date();
  folder = await mkdtemp(path.join(tmpdir(), 'tenantry-kubernetes-'));
  api = await startApiServer();
  kubeconfig = await api.writeKubeconfig(path.join(folder, 'config'));
  driver = newDriver();
  volumes = new Map();
  servePods();
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

function newDriver({ template = exampleText, watchMs = 3000, requestTimeoutMs = 5000 } = {}): CabinetDriver {
  return kubernetesDriver({
    client: kubernetesClient({ kubeconfig, requestTimeoutMs }),
    template: parseTemplate(template, exampleEnvironment),
    values: exampleValues,
    now: () => now,
    watchMs,
  });
}

/** A short version of the reference cabinet's backup and restore jobs. */
function servePods(): void {
  api.serve((request, response, from) => {
    void (async () => {
      const digest = request.headers['content-sha256'];
      const signed = await isSignedBy(cabinet.secret, {
        id: String(request.headers[signatureHeaders.id]),
        timestamp: Number(request.headers[signatureHeaders.timestamp]),
        body: typeof digest === 'string' ? digest : '',
        signature: String(request.headers[signatureHeaders.signature]),
        now,
      });
      if (!signed || request.url !== '/backup') return response.writeHead(401).end();
      const held = volumes.get(from);
      if (request.method === 'PUT') {
        const sent = await buffer(request);
        if (held) return response.writeHead(409).end();
        volumes.set(from, sent);
        return response.writeHead(204).end();
      }
      if (!held) return response.writeHead(500).end();
      response.writeHead(200, { 'content-sha256': digestOf(held) }).end(held);
    })();
  });
}

const digestOf = (data: Buffer) => createHash('sha256').update(data).digest('hex');
const done: Progress = { state: 'done' };

/** Like the platform: repeats while pending, and after a failure. */
async function finish(act: () => Promise<Progress>, { tries = 1 } = {}): Promise<void> {
  for (let looks = 0; looks < 50; looks++) {
    try {
      if ((await act()).state === 'done') return;
    } catch (error) {
      if (!(error instanceof DriverError) || --tries <= 0) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it never ended');
}

async function create(of: CabinetDriver = driver, tries = 1): Promise<void> {
  await finish(() => of.create(cabinet, { ...operation, step: 'database' }), { tries });
  await finish(() => of.create(cabinet, { ...operation, step: 'instance' }), { tries });
}

const live = (kind: string, name: string) => {
  const stored = api.cluster.find(kind, name, kind === 'Namespace' ? '' : namespace);
  return stored && Object(api.cluster.present(stored));
};
const replicas = () => live('Deployment', 'cabinet')?.spec.replicas;
const backend = () => live('Ingress', 'cabinet')?.spec.rules[0].http.paths[0].backend.service.name;

async function failure(act: Promise<unknown>): Promise<DriverError> {
  const error = await act.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DriverError)) throw error;
  return error;
}

describe('a cabinet in Kubernetes', () => {
  it('is made of the template, part by part, and answers when its workload runs', async () => {
    expect(await driver.create(cabinet, { ...operation, step: 'database' })).toEqual(done);
    const made = () => [...api.cluster.objects.values()].map(({ kind, name }) => `${kind} ${name}`);
    expect(made()).toEqual([
      'Namespace cabinet-ganok',
      'ResourceQuota cabinet',
      'NetworkPolicy cabinet',
      'NetworkPolicy backup',
      'Secret cabinet',
      'PersistentVolumeClaim data',
    ]);
    await finish(() => driver.create(cabinet, { ...operation, step: 'instance' }));
    expect(made()).toEqual(
      expect.arrayContaining(['Deployment cabinet', 'Service cabinet', 'Ingress cabinet', 'Pod cabinet-0']),
    );
    expect(live('Namespace', namespace).metadata.labels).toMatchObject({
      'app.kubernetes.io/managed-by': 'tenantry',
      'tenantry/client': cabinet.clientId,
    });
    expect(live('Secret', 'cabinet').stringData.secret).toBe(cabinet.secret);
    // The official models would have lost this rule of network policies.
    expect(live('NetworkPolicy', 'cabinet').spec.ingress[0].from).toHaveLength(1);
  });

  it('is the same when every call comes twice', async () => {
    await create();
    const before = JSON.stringify(live('Deployment', 'cabinet').spec);
    await create();
    expect(JSON.stringify(live('Deployment', 'cabinet').spec)).toBe(before);
    expect(live('Deployment', 'cabinet').metadata.generation).toBe(1);
  });

  it('is suspended to nothing behind a page that says so, and comes back', async () => {
    await create();
    await finish(() => driver.suspend(cabinet, { ...operation, reason: 'unpaid' }));
    expect([replicas(), backend()]).toEqual([0, 'suspended']);
    expect(api.cluster.find('Pod', 'cabinet-0', namespace)).toBeUndefined();
    expect(live('PersistentVolumeClaim', 'data')).toBeDefined();
    await finish(() => driver.suspend(cabinet, { ...operation, reason: 'unpaid' }));
    await finish(() => driver.resume(cabinet, operation));
    expect([replicas(), backend()]).toEqual([1, 'cabinet']);
    expect(live('Service', 'suspended')).toBeUndefined();
    expect(live('Service', 'cabinet')).toBeDefined();
  });

  it('answers under its customer’s own domain too, as long as it has one', async () => {
    const own = { ...cabinet, ownDomain: 'kasa.ganok.example' };
    const route = () => live('Ingress', 'own-domain')?.spec;
    const leadsTo = () => route()?.rules[0].http.paths[0].backend.service.name;
    await create();
    expect(route()).toBeUndefined();
    for (const times of ['once', 'twice']) {
      expect([times, await driver.serveDomain?.(own, operation)]).toEqual([times, done]);
      expect([route().rules[0].host, leadsTo()]).toEqual(['kasa.ganok.example', 'cabinet']);
    }
    await finish(() => driver.suspend(own, { ...operation, reason: 'unpaid' }));
    expect(leadsTo()).toBe('suspended');
    await finish(() => driver.resume(own, operation));
    expect(leadsTo()).toBe('cabinet');
    await driver.serveDomain?.(cabinet, operation);
    expect([route(), backend()]).toEqual([undefined, 'cabinet']);
    expect(await driver.serveDomain?.(cabinet, operation)).toEqual(done);
  });

  it('can have no such domain where the template has nothing for it', async () => {
    const template = exampleText
      .split('\n---\n')
      .filter((document) => !document.includes('tenantry/for: own-domain'))
      .join('\n---\n');
    const plain = newDriver({ template });
    await create(plain);
    const own = { ...cabinet, ownDomain: 'kasa.ganok.example' };
    const refused = await failure(plain.serveDomain?.(own, operation) ?? Promise.resolve());
    expect([refused.reason, refused.ended]).toEqual(['rejected', true]);
    expect(await plain.serveDomain?.(cabinet, operation)).toEqual(done);
  });

  it('ends with its whole namespace, also when there is none any more', async () => {
    await create();
    await finish(() => driver.destroy(cabinet, operation));
    expect(api.cluster.objects.size).toBe(0);
    expect(await driver.destroy(cabinet, operation)).toEqual(done);
  });

  it('is found again with its state, page by page', async () => {
    api.cluster.pageSize = 2;
    const others = Array.from({ length: 4 }, (_, index) => ({
      ...cabinet,
      clientId: `0198c0de-0000-7000-8000-00000000010${index}`,
      domain: `other${index}.cabinets.example`,
    }));
    await create();
    for (const other of others) await driver.create(other, { ...operation, step: 'database' });
    await finish(() => driver.suspend(cabinet, { ...operation, reason: 'unpaid' }));
    const found = [];
    for await (const one of driver.inventory?.() ?? []) found.push(one);
    expect(found[0]).toEqual({
      clientId: cabinet.clientId,
      database: true,
      instance: 'suspended',
      domain: cabinet.domain,
    });
    expect(found.slice(1).map(({ instance }) => instance)).toEqual(['none', 'none', 'none', 'none']);
  });
});

describe('a backup', () => {
  const data = Buffer.from('everything that the customer has\n'.repeat(50_000));
  let kept: Buffer | undefined;
  const keep = async (stream: Readable) => {
    kept = await buffer(stream);
  };
  beforeEach(async () => {
    kept = undefined;
    await create();
    volumes.set(namespace, data);
  });

  it('comes whole through the API server, and leaves no job behind', async () => {
    await finish(() => driver.backup(cabinet, { ...operation, keep }));
    expect(kept?.equals(data)).toBe(true);
    expect([...api.cluster.objects.values()].filter(({ kind }) => kind === 'Job')).toEqual([]);
  });

  it('is made of a suspended cabinet too', async () => {
    await finish(() => driver.suspend(cabinet, { ...operation, reason: 'unpaid' }));
    await finish(() => driver.backup(cabinet, { ...operation, keep }));
    expect(kept?.equals(data)).toBe(true);
    expect(replicas()).toBe(0);
  });

  it('that comes damaged or cut off is not kept', async () => {
    for (const spoil of ['damaged', 'cut'] as const) {
      api.serve((_request, response) => {
        response.writeHead(200, { 'content-sha256': digestOf(data) }).write(data.subarray(0, 100));
        if (spoil === 'damaged') response.end();
        else setTimeout(() => response.destroy(), 20);
      });
      const error = await failure(finish(() => driver.backup(cabinet, { ...operation, keep })));
      expect(error.reason).toBe(spoil === 'damaged' ? 'failed' : 'storage');
    }
    expect(kept).toBeUndefined();
  });

  it("fails with the job's message, and starts again at the next try", async () => {
    api.cluster.jobsEnd = 'Failed';
    const error = await failure(finish(() => driver.backup(cabinet, { ...operation, keep })));
    expect(error).toMatchObject({ reason: 'failed', detail: expect.stringContaining('active longer') });
    api.cluster.jobsEnd = undefined;
    await finish(() => driver.backup(cabinet, { ...operation, keep }));
    expect(kept?.equals(data)).toBe(true);
  });

  it('says so when it could not be kept', async () => {
    const full = () => Promise.reject(new Error('the disk is full'));
    const error = await failure(finish(() => driver.backup(cabinet, { ...operation, keep: full })));
    expect(error).toMatchObject({ reason: 'storage', detail: 'the disk is full' });
  });

  it('is what a new cabinet begins with; a database that is there is kept', async () => {
    volumes.clear();
    const sha256 = digestOf(data);
    const source = { id: 'b', bytes: data.length, sha256, open: () => Readable.from([data]) };
    const restore = (backup: typeof source) =>
      finish(() => driver.create(cabinet, { ...operation, step: 'database', backup }));
    await restore(source);
    expect(volumes.get(namespace)?.equals(data)).toBe(true);
    await restore({ ...source, open: () => Readable.from([data.map((byte) => byte + 1)]) });
    expect(volumes.get(namespace)?.equals(data)).toBe(true);
  });

  it('can be had of no template without the job for it', async () => {
    const without = exampleText.slice(0, exampleText.indexOf('# Waits for a backup')).replace(/---\s*$/, '');
    const source = { id: 'b', bytes: 1, sha256: '00', open: () => Readable.from(['x']) };
    const act = newDriver({ template: without }).create(cabinet, {
      ...operation,
      step: 'database',
      backup: source,
    });
    expect(await failure(act)).toMatchObject({ reason: 'template_invalid' });
  });
});

describe('whose a field is', () => {
  beforeEach(() => create());
  const stored = (kind: string, name: string) => {
    const found = api.cluster.find(kind, name, namespace);
    if (!found) throw new Error(`no ${kind} ${name}`);
    return found;
  };
  const repair = () => finish(() => driver.resume(cabinet, operation));

  it('is the template’s after somebody changed it by hand', async () => {
    const policy = live('NetworkPolicy', 'cabinet').spec.ingress;
    api.cluster.change(
      stored('NetworkPolicy', 'cabinet'),
      { spec: { ingress: [{}] } },
      { manager: 'kubectl-edit' },
    );
    expect(live('NetworkPolicy', 'cabinet').spec.ingress).toEqual([{}]);
    await repair();
    expect(live('NetworkPolicy', 'cabinet').spec.ingress).toEqual(policy);
  });

  it('is the other’s when the template says nothing about it', async () => {
    const annotations = { 'cert-manager.io/issued': 'yes' };
    api.cluster.change(
      stored('Ingress', 'cabinet'),
      { metadata: { annotations } },
      { manager: 'cert-manager', operation: 'Apply' },
    );
    await repair();
    expect(live('Ingress', 'cabinet').metadata.annotations).toEqual(annotations);
  });

  it('is reported when another one applies it', async () => {
    const spec = { hard: { pods: '100', 'limits.cpu': '2' } };
    api.cluster.change(
      stored('ResourceQuota', 'cabinet'),
      { spec },
      { manager: 'argocd', operation: 'Apply' },
    );
    const error = await failure(driver.resume(cabinet, operation));
    expect(error.reason).toBe('conflict');
    expect(error.detail).toContain('ResourceQuota cabinet: .spec.hard.pods is held by "argocd"');
    expect(live('ResourceQuota', 'cabinet').spec.hard.pods).toBe('100');
  });

  it('is the platform’s where it suspends, though an autoscaler holds the number', async () => {
    const autoscaler = { manager: 'kube-controller-manager', subresource: 'scale' };
    api.cluster.change(stored('Deployment', 'cabinet'), { spec: { replicas: 3 } }, autoscaler);
    await finish(() => driver.suspend(cabinet, { ...operation, reason: 'unpaid' }));
    expect(replicas()).toBe(0);
  });

  it('is nobody’s to take in a stranger’s namespace', async () => {
    const stranger = { ...cabinet, clientId: '0198c0de-0000-7000-8000-000000000002' };
    const calls = [
      () => driver.create(stranger, { ...operation, step: 'database' }),
      () => driver.suspend(stranger, { ...operation, reason: 'unpaid' }),
      () => driver.destroy(stranger, operation),
    ];
    for (const call of calls) {
      const error = await failure(call());
      expect(error.reason).toBe('conflict');
      expect(error.detail).toContain(`belongs to the cabinet of client ${cabinet.clientId}`);
    }
    expect(live('Namespace', namespace)).toBeDefined();
  });
});

describe('a cabinet that does not come up', () => {
  it.each([
    [
      { waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image' } },
      'not_ready',
      'the image registry.example/tenantry:1 cannot be pulled: Back-off pulling image',
    ],
    [{ waiting: { reason: 'CrashLoopBackOff' } }, 'not_ready', 'the container cabinet ends again and again'],
    [{ unschedulable: '0/3 nodes are available' }, 'not_ready', 'no node takes the pod: 0/3 nodes'],
    [{ replicaFailure: 'pods "x" is forbidden: exceeded quota: cabinet' }, 'quota', 'exceeded quota'],
  ])('says why: %j', async (obstacle, reason, words) => {
    api.cluster.obstacle = obstacle;
    const quick = newDriver({ watchMs: 50 });
    await quick.create(cabinet, { ...operation, step: 'database' });
    const error = await failure(finish(() => quick.create(cabinet, { ...operation, step: 'instance' })));
    expect(error).toMatchObject({ reason, detail: expect.stringContaining(words) });
    api.cluster.obstacle = undefined;
    api.cluster.change(
      api.cluster.find('Deployment', 'cabinet', namespace) ?? expect.fail(),
      {},
      { manager: 'kubelet' },
    );
    await create();
  });

  it('is pending as long as nothing is wrong with it', async () => {
    api.cluster.delayMs = 300;
    const quick = newDriver({ watchMs: 30 });
    await quick.create(cabinet, { ...operation, step: 'database' });
    expect(await quick.create(cabinet, { ...operation, step: 'instance' })).toMatchObject({
      state: 'pending',
    });
    await finish(() => driver.create(cabinet, { ...operation, step: 'instance' }));
  });

  it('waits for a namespace of its name that is still ending, and tells of one that does not', async () => {
    await create();
    api.cluster.isStuck = true;
    const quick = newDriver({ watchMs: 30 });
    expect(await quick.destroy(cabinet, operation)).toMatchObject({ state: 'pending' });
    expect(await quick.create(cabinet, { ...operation, step: 'database' })).toMatchObject({
      state: 'pending',
    });
    now = new Date(now.getTime() + 11 * 60_000);
    const error = await failure(quick.destroy(cabinet, operation));
    expect(error.detail).toContain('does not end: Some resources are remaining: pods');
  });
});

describe('the API server’s troubles', () => {
  const anyPatch = ({ method }: { method: string }) => method === 'PATCH';
  const deployment = ({ method, path: at }: { method: string; path: string }) =>
    method === 'PATCH' && at.includes('/deployments/');

  it.each<[string, Fault]>([
    ['asks to wait', { status: 429, retryAfter: 0 }],
    ['fails before', { status: 500 }],
    ['fails after it did it', { status: 500, afterwards: true }],
    ['is not there for a moment', { status: 503 }],
    ['breaks off', { cut: true }],
    ['breaks off after it did it', { cut: true, afterwards: true }],
  ])('are not seen when it %s and works again', async (_name, fault) => {
    api.fault(anyPatch, fault, 2);
    api.fault(({ method }) => method === 'GET', fault);
    await create();
    expect(replicas()).toBe(1);
  });

  it.each<[string, Fault, string, string]>([
    ['too busy', { status: 429, retryAfter: 0 }, 'rejected', 'too busy'],
    ['an error', { status: 500 }, 'failed', 'failed at Deployment cabinet (500)'],
    ['silence', { hang: true }, 'timeout', 'did not answer in time'],
    [
      'no right',
      { status: 403, message: 'deployments.apps is forbidden: User "tenantry" cannot patch' },
      'not_permitted',
      "the platform's account may not",
    ],
    [
      'a full quota',
      { status: 403, message: 'exceeded quota: cabinet, requested: pods=1' },
      'quota',
      'no room',
    ],
    ['a lost account', { status: 401 }, 'not_permitted', "does not know the platform's account"],
    [
      'a wrong template',
      { status: 422, message: 'spec.selector: field is immutable' },
      'template_invalid',
      'immutable',
    ],
    [
      'a secret',
      { status: 422, message: `Invalid value: "${cabinet.secret}"` },
      'template_invalid',
      'Invalid value: "…"',
    ],
  ])('are told in plain words: %s', async (_name, fault, reason, words) => {
    await driver.create(cabinet, { ...operation, step: 'database' });
    const quick = newDriver({ requestTimeoutMs: 'hang' in fault ? 100 : 5000 });
    api.fault(deployment, fault, 50);
    const error = await failure(quick.create(cabinet, { ...operation, step: 'instance' }));
    expect(error.reason).toBe(reason);
    expect(error.detail).toContain(words);
    expect(error.detail).not.toContain(cabinet.secret);
  });

  it('are reported when nothing listens', async () => {
    await api.close();
    expect(await failure(driver.destroy(cabinet, operation))).toMatchObject({
      reason: 'refused',
      away: true,
    });
    api = await startApiServer();
  });

  it('with the watch make it slower only', async () => {
    for (const fault of [{ status: 403 }, { cut: true }, { hang: true }] as const) {
      api.fault(({ query }) => query.has('watch'), fault, 2);
    }
    await create();
    await finish(() => driver.suspend(cabinet, { ...operation, reason: 'blocked' }));
    expect(replicas()).toBe(0);
  });

  it('with unknown kinds and fields in the template are reported before anything runs', async () => {
    const misspelt = newDriver({ template: exampleText.replace('replicas: 1', 'replica: 1') });
    await misspelt.create(cabinet, { ...operation, step: 'database' });
    const error = await failure(misspelt.create(cabinet, { ...operation, step: 'instance' }));
    expect(error).toMatchObject({ reason: 'template_invalid', detail: expect.stringContaining('replica') });
    const wide = `${exampleText}\n---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: x }\n`;
    const second = await failure(
      newDriver({ template: wide }).create(cabinet, { ...operation, step: 'database' }),
    );
    expect(second.detail).toContain('ClusterRole belongs to no namespace');
  });
});

describe('the platform killed between any two steps', () => {
  /** Lets every request from the nth on fail, as if the process had died there; then a new process begins. */
  async function killedAt(nth: number, act: (of: CabinetDriver) => Promise<void>): Promise<boolean> {
    const before = api.requests.length;
    let isDead = true;
    api.fault(() => isDead && api.requests.length - before > nth, { status: 401 }, 1_000);
    const ended = await act(newDriver()).then(
      () => true,
      () => false,
    );
    isDead = false;
    await act(newDriver());
    return ended;
  }

  it('makes, backs up, suspends, resumes and destroys it all the same', async () => {
    const data = Buffer.from('data');
    let kept = '';
    const story = async (of: CabinetDriver) => {
      await create(of);
      volumes.set(namespace, data);
      await finish(() => of.suspend(cabinet, { ...operation, reason: 'unpaid' }));
      await finish(() =>
        of.backup(cabinet, { ...operation, keep: async (stream) => void (kept = await text(stream)) }),
      );
      await finish(() => of.resume(cabinet, operation));
      await finish(() => of.destroy(cabinet, operation));
    };
    for (let nth = 1; ; nth += 6) {
      kept = '';
      if (await killedAt(nth, story)) break;
      expect([nth, api.cluster.objects.size, kept]).toEqual([nth, 0, 'data']);
    }
  });
});
