import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluate } from '@marcbachmann/cel-js';
import { CORE_SCHEMA, load, loadAll, mergeTag } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readConfig } from '#server/kernel/config.ts';
import { refusalOf } from '#tests/support/kubernetes/schemas.ts';
import { baseFiles, bases, chartFolder } from '../../scripts/kubernetes/bases.ts';
import { trials } from '../../scripts/kubernetes/chart-trials.ts';
import { renderChart } from '../../scripts/kubernetes/render-chart.ts';

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url));
const schema = CORE_SCHEMA.withTags(mergeTag);
const secrets = {
  DATABASE_URL: 'postgres://u:p@h/d',
  SECRET_KEY: 'x'.repeat(32),
  METRICS_TOKEN: 'y'.repeat(32),
  // Of the store for backups.
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'key',
};
const release = { service: 'Helm', namespace: 'tenantry' } as const;

interface Manifest {
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec?: ReturnType<typeof Object>;
}

const objectsOf = (texts: Iterable<string>): Manifest[] =>
  [...texts]
    .flatMap((text) => loadAll(text, { schema }))
    .filter(Boolean)
    .map(Object);
const trialObjects = Object.entries(trials).map(
  ([name, values]) => [name, objectsOf(renderChart(chartFolder, values, release).values())] as const,
);
const podsOf = (objects: readonly Manifest[]) =>
  objects
    .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
    .map(({ spec, metadata }) => ({
      name: metadata.name,
      pod: spec.template.spec,
      labels: spec.template.metadata.labels,
    }));
const settingsOf = (objects: readonly Manifest[]): Record<string, string> =>
  Object(objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'tenantry')).data;

describe('the kustomize bases', () => {
  it.each(Object.keys(bases))('%s is what the chart makes of its values', (name) => {
    const files = baseFiles(name);
    expect(readdirSync(path.join(deploy, name)).sort()).toEqual([...files.keys()].sort());
    for (const [file, text] of files) expect(readFileSync(path.join(deploy, name, file), 'utf8')).toBe(text);
  });

  it.each(Object.keys(bases))('%s has the objects of the chart, and its settings as literals', (name) => {
    const files = baseFiles(name);
    const kustomization = Object(load(files.get('kustomization.yaml') ?? ''));
    const chart = objectsOf(renderChart(chartFolder, bases[name]?.values ?? {}, release).values());
    const [{ literals }] = kustomization.configMapGenerator;
    expect(Object.fromEntries(literals.map((line: string) => line.split(/=(.*)/s).slice(0, 2)))).toEqual(
      settingsOf(chart),
    );
    const applied = objectsOf(kustomization.resources.map((file: string) => files.get(file) ?? ''));
    const namesOf = (objects: Manifest[]) =>
      objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
    // The namespace is Helm's --create-namespace, and kustomize makes the settings itself.
    expect(namesOf(applied)).toEqual(
      [...namesOf(chart.filter(({ kind }) => kind !== 'ConfigMap')), 'Namespace tenantry'].sort(),
    );
    expect(applied.map(refusalOf).filter(Boolean)).toEqual([]);
  });
});

describe('the chart', () => {
  it.each(trialObjects)('makes what Kubernetes takes: %s', (_name, objects) => {
    expect(objects.map(refusalOf).filter(Boolean)).toEqual([]);
  });

  it.each(trialObjects)('sets variables that the program takes: %s', (_name, objects) => {
    const settings = settingsOf(objects);
    const ofDriver = settings.CABINET_WEBHOOK_URL ? { CABINET_WEBHOOK_SECRET: 'z'.repeat(32) } : {};
    const ofSignIn = settings.OIDC_ISSUER ? { OIDC_CLIENT_SECRET: 'the-secret' } : {};
    const config = readConfig({ ...settings, ...secrets, ...ofDriver, ...ofSignIn, ROLES: 'web' });
    expect(config.healthPort).toBe(9090);
    expect(config.cabinets).toMatchObject({
      scheme: 'https',
      domain: 'cabinets.example',
      apiUrl: 'http://web.tenantry.svc.cluster.local/api',
    });
  });

  it.each(trialObjects)('mounts what it names, and names what it mounts: %s', (_name, objects) => {
    for (const { name, pod } of podsOf(objects)) {
      const workload = objects.find((one) => one.metadata.name === name && one.spec?.template);
      const claims = (workload?.spec.volumeClaimTemplates ?? []).map((one: Manifest) => one.metadata.name);
      const volumes = [...pod.volumes.map((one: { name: string }) => one.name), ...claims];
      const mounts = pod.containers[0].volumeMounts.map((one: { name: string }) => one.name);
      expect([name, volumes.sort()]).toEqual([name, mounts.sort()]);
    }
  });

  it.each(trialObjects)('runs every role, unprivileged, after the migrations: %s', (_name, objects) => {
    const pods = podsOf(objects);
    const roles = pods.map(({ pod }) => pod.containers[0].env[0].value);
    expect(roles.flatMap((value: string) => value.split(',')).sort()).toEqual(
      [
        'cabinets',
        'web',
        'worker',
        ...roles.filter((value: string) => value === 'cabinets,worker').map(() => 'worker'),
      ].sort(),
    );
    for (const { pod } of pods) {
      const [container] = pod.containers;
      expect(pod.securityContext.runAsNonRoot).toBe(true);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(30);
      expect(pod.initContainers[0].command.slice(-2)).toEqual(['migrate', '--wait']);
      for (const one of [container, pod.initContainers[0]]) {
        expect(one.securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
        });
        expect(one.resources).toHaveProperty('limits.memory');
      }
      expect(container.ports).toContainEqual({ name: 'health', containerPort: 9090 });
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        expect(container[probe].httpGet.port).toBe('health');
      }
    }
    const job = objects.find(({ kind }) => kind === 'Job');
    expect(job?.spec.template.spec.containers[0].command.at(-1)).toBe('migrate');
    // It runs before the settings are there.
    expect(JSON.stringify(job)).not.toContain('configMapRef');
  });

  it.each(trialObjects)(
    'lets in Prometheus to the metrics, the proxy to the pages, nobody else: %s',
    (_name, objects) => {
      const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
      const rules = policies.flatMap(({ spec }) => spec.ingress ?? []);
      expect(rules.every((rule: object) => 'ports' in rule && 'from' in rule)).toBe(true);
      const openTo = (port: number) =>
        rules.filter(({ ports }: { ports: { port: number }[] }) => ports.some((one) => one.port === port));
      expect(openTo(9090).map(({ from }: { from: unknown }) => from)).toEqual([
        [
          {
            namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
            podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } },
          },
        ],
      ]);
      // The driver's calls don't come through the proxy.
      const proxy =
        policies.length > 0 &&
        JSON.stringify(openTo(8080)).match(/metadata\.name":"(ingress|gateways)"/)?.[1];
      expect(JSON.stringify(openTo(8444))).not.toContain(proxy);
      for (const { labels } of podsOf(objects)) expect(labels['app.kubernetes.io/name']).toBe('tenantry');
      for (const { spec } of policies) {
        expect(spec.podSelector.matchLabels['app.kubernetes.io/name']).toBe('tenantry');
      }
    },
  );

  it('leads the driver’s calls to the cabinet host by https, whose certificate all of them know', () => {
    const objects = objectsOf(
      renderChart(chartFolder, trials['one pod with every cabinet'] ?? {}, release).values(),
    );
    const { hostUrl = '', hostTls } = readConfig({ ...settingsOf(objects), ...secrets }).cabinets;
    const { protocol, hostname, port } = new URL(hostUrl);
    expect([protocol, Number(port)]).toEqual(['https:', hostTls?.port]);
    const service = objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === hostname);
    const { targetPort } = Object(service).spec.ports.find(
      (one: { port: number }) => String(one.port) === port,
    );
    for (const { name, pod } of podsOf(objects)) {
      const [{ env, ports, volumeMounts }] = pod.containers;
      const volume = pod.volumes.find((one: { secret?: object }) => one.secret);
      const at = volumeMounts.find((one: { name: string }) => one.name === volume.name)?.mountPath;
      expect(volume.secret).toMatchObject({ secretName: 'cabinets-tls', optional: true });
      expect(env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: `${at}/ca.crt` });
      if (name !== 'cabinets') continue;
      expect(ports).toContainEqual({ name: targetPort, containerPort: hostTls?.port });
      expect(hostTls).toMatchObject({ certificate: `${at}/tls.crt`, key: `${at}/tls.key` });
    }
  });

  it('gives each of several cabinet hosts its own name, volume and certificate', () => {
    const objects = objectsOf(
      renderChart(chartFolder, trials['three hosts of cabinets'] ?? {}, release).values(),
    );
    const set = Object(objects.find(({ kind }) => kind === 'StatefulSet'));
    const service = Object(
      objects.find(({ kind, metadata }) => kind === 'Service' && metadata.name === set.spec.serviceName),
    );
    expect([set.spec.replicas, set.spec.podManagementPolicy]).toEqual([3, 'Parallel']);
    expect(service.spec).toMatchObject({ clusterIP: 'None', selector: set.spec.selector.matchLabels });
    const [{ env }] = set.spec.template.spec.containers;
    const named = env.find(({ name }: { name: string }) => name === 'CABINET_HOST_NAME');
    expect(named.valueFrom.fieldRef.fieldPath).toBe('metadata.name');
    const own = Object.fromEntries(
      env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    for (const number of [0, 1, 2]) {
      const pod = `${set.metadata.name}-${number}`;
      const variables = { ...settingsOf(objects), ...secrets, ...own, CABINET_HOST_NAME: pod };
      const { cabinets, trustProxy } = readConfig(variables);
      const url = `https://${pod}.${set.spec.serviceName}.${release.namespace}.svc.cluster.local:8444`;
      expect(cabinets.hosts[number]).toMatchObject({ name: pod, url });
      expect(cabinets.hostTls?.port).toBe(8444);
      expect(trustProxy).toEqual(['192.0.2.10', '10.42.0.0/16']);
    }
    // Without it a host would trust a name that any visitor invents, or not know its visitors.
    const values = { ...trials['three hosts of cabinets'], cabinets: { hosts: 3 } };
    expect(() => renderChart(chartFolder, values, release)).toThrow('cabinets.podNetwork: the network');
  });

  it('takes backups of the installation where the cabinets’ files are', () => {
    const [, objects = []] = trialObjects.find(([name]) => name.startsWith('backups')) ?? [];
    const host = podsOf(objects).find(({ name }) => name === 'cabinets');
    expect(host?.pod.containers[0].env[0]).toEqual({ name: 'ROLES', value: 'cabinets,worker' });
    expect(readConfig({ ...settingsOf(objects), ...secrets }).backups).toBeDefined();
    expect(objects.find(({ kind }) => kind === 'HorizontalPodAutoscaler')?.spec).toMatchObject({
      minReplicas: 2,
      maxReplicas: 6,
    });
    // What counts the pods by itself is not told a number.
    expect(
      objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'web')?.spec,
    ).not.toHaveProperty('replicas');
  });

  it.each(['publicUrl', 'cabinetDomain', 'trustProxy', 'routes'])(
    'refuses values without %s, in words',
    (key) => {
      const { [key]: _left, ...values } = bases.k8s?.values ?? {};
      expect(() => renderChart(chartFolder, values, release)).toThrow(/: (the|cabinets|that) /);
    },
  );

  it('describes its values, and takes no others', () => {
    const described = z.fromJSONSchema(
      JSON.parse(readFileSync(path.join(chartFolder, 'values.schema.json'), 'utf8')),
    );
    const own = Object(load(readFileSync(path.join(chartFolder, 'values.yaml'), 'utf8')));
    expect(described.safeParse(own).error).toBeUndefined();
    for (const values of Object.values(trials)) {
      for (const [key, value] of Object.entries(values)) {
        const laid = typeof value === 'object' ? { ...own[key], ...value } : value;
        expect([key, described.safeParse({ ...own, [key]: laid }).error]).toEqual([key, undefined]);
      }
    }
    for (const wrong of [
      { drivers: 'embedded' },
      { driver: 'docker' },
      { web: { replica: 2 } },
      { routes: { kind: 'nginx' } },
    ]) {
      expect(described.safeParse({ ...own, ...wrong }).success).toBe(false);
    }
  });
});

describe('the rights of the driver', () => {
  const objects = objectsOf(baseFiles('k8s-driver').values());
  const rules: { apiGroups: string[]; resources: string[]; resourceNames?: string[]; verbs: string[] }[] =
    Object(objects.find(({ kind }) => kind === 'ClusterRole')).rules;

  it('reach the template’s own secret by its name, and no other', () => {
    const secretRules = rules.filter(({ resources }) => resources.includes('secrets'));
    const reading = secretRules.filter(({ verbs }) => verbs.some((verb) => verb !== 'create'));
    expect(reading.map(({ resourceNames }) => resourceNames)).toEqual([['cabinet']]);
    const used = objectsOf([baseFiles('k8s-driver').get('cabinet-template.yaml') ?? '']);
    expect(used.filter(({ kind }) => kind === 'Secret').map(({ metadata }) => metadata.name)).toEqual([
      'cabinet',
    ]);
    expect(
      rules.flatMap(({ verbs, resources, apiGroups }) => [...verbs, ...resources, ...apiGroups]),
    ).not.toContain('*');
  });

  it.each(['k8s-driver', 'a gateway and the template of the reference'])(
    'are enough for the template: %s',
    (name) => {
      const rendered =
        name === 'k8s-driver'
          ? objects
          : objectsOf(renderChart(chartFolder, trials[name] ?? {}, release).values());
      const given: typeof rules = Object(rendered.find(({ kind }) => kind === 'ClusterRole')).rules;
      const text =
        name === 'k8s-driver'
          ? (baseFiles(name).get('cabinet-template.yaml') ?? '')
          : Object(rendered.find(({ metadata }) => metadata.name === 'cabinet-template')).data[
              'cabinet-template.yaml'
            ];
      for (const { kind, metadata, ...rest } of objectsOf([text])) {
        const [group = ''] = String(Object(rest).apiVersion).split('/').slice(0, -1);
        const plural = `${kind.toLowerCase().replace(/y$/, 'ie').replace(/ss$/, 'sse')}s`;
        const verbs = given
          .filter(
            ({ apiGroups, resources, resourceNames = [metadata.name] }) =>
              apiGroups.includes(group) &&
              resources.includes(plural) &&
              resourceNames.includes(metadata.name),
          )
          .flatMap((rule) => rule.verbs);
        expect([plural, verbs]).toEqual([
          plural,
          expect.arrayContaining(['get', 'create', 'patch', 'delete']),
        ]);
      }
    },
  );

  const policy = Object(objects.find(({ kind }) => kind === 'ValidatingAdmissionPolicy')).spec;
  const cabinet = { metadata: { labels: { 'tenantry/client': '0192' } } };
  const other = { metadata: { labels: { team: 'a' } } };
  const bare = { metadata: {} };
  const namespaces = { group: '', resource: 'namespaces' };
  const inside = { group: 'apps', resource: 'deployments' };

  it.each([
    ['makes a namespace of a cabinet', true, namespaces, 'CREATE', null, cabinet, null],
    ['makes another namespace', false, namespaces, 'CREATE', null, other, null],
    ['makes a namespace without labels', false, namespaces, 'CREATE', null, bare, null],
    ['takes over a namespace', false, namespaces, 'UPDATE', other, cabinet, null],
    ['changes its namespace', true, namespaces, 'UPDATE', cabinet, cabinet, null],
    ['gives its namespace away', false, namespaces, 'UPDATE', cabinet, other, null],
    ['deletes its namespace', true, namespaces, 'DELETE', cabinet, null, null],
    ['deletes another namespace', false, namespaces, 'DELETE', bare, null, null],
    ['runs something in its namespace', true, inside, 'CREATE', null, bare, cabinet],
    ['runs something elsewhere', false, inside, 'CREATE', null, cabinet, other],
    ['changes something in a namespace without labels', false, inside, 'UPDATE', cabinet, cabinet, bare],
    ['deletes something in its namespace', true, inside, 'DELETE', bare, null, cabinet],
    ['reads a backup of a cabinet', true, { group: '', resource: 'pods' }, 'CONNECT', null, bare, cabinet],
    [
      'changes something of the cluster',
      false,
      { group: 'x', resource: 'clusters' },
      'UPDATE',
      cabinet,
      cabinet,
      null,
    ],
  ])('%s: %s', (_what, may, resource, operation, oldObject, object, namespaceObject) => {
    const given = { request: { resource, operation }, oldObject, object, namespaceObject };
    const variables = Object.fromEntries(
      policy.variables.map(({ name, expression }: { name: string; expression: string }) => [
        name,
        evaluate(expression, given),
      ]),
    );
    expect(evaluate(policy.validations[0].expression, { ...given, variables })).toBe(may);
  });

  it('are watched for the driver’s account alone', () => {
    const [{ expression }] = policy.matchConditions;
    const by = (username: string) => evaluate(expression, { request: { userInfo: { username } } });
    const account = Object(objects.find(({ kind }) => kind === 'ClusterRoleBinding')).subjects[0];
    expect(by(`system:serviceaccount:${account.namespace}:${account.name}`)).toBe(true);
    expect(by('system:serviceaccount:kube-system:namespace-controller')).toBe(false);
  });
});
