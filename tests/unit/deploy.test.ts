import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE_SCHEMA, load, loadAll, mergeTag } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/kernel/config.ts';
import { refusalOf } from '#tests/support/kubernetes/schemas.ts';

/** The checks of deploy/ that need no container and no cluster. */
const folder = fileURLToPath(new URL('../../deploy', import.meta.url));
const schema = CORE_SCHEMA.withTags(mergeTag);
const textOf = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const manifests = ['k8s', 'k8s-driver'].flatMap((base) =>
  readdirSync(path.join(folder, base))
    .map((file) => path.join(base, file))
    .filter((file) => !/kustomization|cabinet-template|driver\.yaml|stateless/.test(file)),
);

describe('the manifests of deploy/', () => {
  it.each(manifests)('%s hold what Kubernetes takes', (file) => {
    const documents = loadAll(textOf(file), { schema });
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.map((one) => refusalOf(Object(one))).filter(Boolean)).toEqual([]);
  });

  it('hold it as well after the patches of k8s-driver, which all find their place', () => {
    const { patches } = Object(load(textOf('k8s-driver/kustomization.yaml'), { schema }));
    const workloads = manifests
      .filter((file) => file.startsWith('k8s/'))
      .flatMap((file) => loadAll(textOf(file), { schema }).map(Object))
      .filter(({ kind }) => /^(Deployment|StatefulSet)$/.test(kind));
    for (const workload of workloads) {
      for (const { path: file, target } of patches) {
        const { kind, name = workload.metadata.name } = target;
        if (kind !== workload.kind || name !== workload.metadata.name) continue;
        for (const operation of Object.values(Object(load(textOf(`k8s-driver/${file}`), { schema })))) {
          applyPatch(workload, Object(operation));
        }
      }
      expect([workload.metadata.name, refusalOf(workload)]).toEqual([workload.metadata.name, undefined]);
      const { spec } = workload.spec.template;
      const named = spec.volumes.map(({ name }: { name: string }) => name);
      const claims: { metadata: { name: string } }[] = workload.spec.volumeClaimTemplates ?? [];
      const claimed = claims.map(({ metadata }) => metadata.name);
      for (const { name } of spec.containers[0].volumeMounts) expect([...named, ...claimed]).toContain(name);
      if (workload.kind === 'Deployment') {
        expect(spec).toMatchObject({ serviceAccountName: 'tenantry', automountServiceAccountToken: true });
      }
    }
    expect(workloads.map(({ kind }) => kind).sort()).toEqual(['Deployment', 'Deployment', 'StatefulSet']);
  });

  it.each(['k8s', 'k8s-driver'])('%s names its files', (base) => {
    const { resources, patches = [] } = Object(load(textOf(`${base}/kustomization.yaml`), { schema }));
    const named = [...resources, ...patches.map(({ path: file }: { path: string }) => file)];
    expect(named.filter((file: string) => !existsSync(path.join(folder, base, file)))).toEqual([]);
  });

  it('set variables that the program takes', () => {
    const settings = ['k8s', 'k8s-driver'].flatMap((base) => {
      const { configMapGenerator } = Object(load(textOf(`${base}/kustomization.yaml`), { schema }));
      return configMapGenerator[0].literals.map((literal: string) => literal.split(/=(.*)/s).slice(0, 2));
    });
    const secrets = {
      DATABASE_URL: 'postgres://u:p@h/d',
      SECRET_KEY: 'x'.repeat(32),
      METRICS_TOKEN: 'y'.repeat(32),
    };
    const config = readConfig({ ...Object.fromEntries(settings), ...secrets });
    expect(config.cabinets).toMatchObject({
      driver: 'kubernetes',
      domain: 'cabinets.example',
      scheme: 'https',
      apiUrl: 'http://web.tenantry.svc.cluster.local/api',
    });
    expect(config.healthPort).toBe(9090);
    expect(config.cabinets.kubernetes?.values['env.SUSPENDED_HOST']).toContain('cabinets.tenantry.svc');
  });

  it('lead the driver’s calls to the cabinet host by https, whose certificate all of them know', () => {
    const { configMapGenerator } = Object(load(textOf('k8s/kustomization.yaml'), { schema }));
    const settings: Record<string, string> = Object.fromEntries(
      configMapGenerator[0].literals.map((literal: string) => literal.split(/=(.*)/s).slice(0, 2)),
    );
    const secrets = {
      DATABASE_URL: 'postgres://u:p@h/d',
      SECRET_KEY: 'x'.repeat(32),
      METRICS_TOKEN: 'y'.repeat(32),
    };
    const { hostUrl = '', hostTls } = readConfig({ ...settings, ...secrets }).cabinets;
    const { protocol, hostname, port } = new URL(hostUrl);
    expect([protocol, Number(port)]).toEqual(['https:', hostTls?.port]);
    const documents = manifests.flatMap((file) => loadAll(textOf(file), { schema }).map(Object));
    const service = documents.find(({ kind, metadata }) => kind === 'Service' && metadata.name === hostname);
    const { targetPort } = service.spec.ports.find((one: { port: number }) => String(one.port) === port);
    const pods = documents.flatMap((one) => one.spec?.template?.spec ?? []);
    for (const { containers, volumes } of pods) {
      const [{ env, ports, volumeMounts }] = containers;
      const pathOf = (name: string) =>
        volumeMounts.find(({ name: mounted }: { name: string }) => mounted === name)?.mountPath;
      const volume = volumes.find(({ secret }: { secret?: object }) => secret);
      expect(volume.secret).toMatchObject({ secretName: 'cabinets-tls', optional: true });
      if (env[0].value === 'cabinets') {
        expect(ports).toContainEqual({ name: targetPort, containerPort: hostTls?.port });
        expect(hostTls).toMatchObject({
          certificate: `${pathOf(volume.name)}/tls.crt`,
          key: `${pathOf(volume.name)}/tls.key`,
        });
      } else {
        expect(env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: `${pathOf(volume.name)}/ca.crt` });
      }
    }
    const policy = documents.find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === hostname,
    );
    const open = policy.spec.ingress.filter(({ ports }: { ports: { port: number }[] }) =>
      ports.some((one) => String(one.port) === port),
    );
    expect(JSON.stringify(open)).not.toContain('ingress-nginx');
  });

  it('let Prometheus in to the metrics of every role, and nobody else', () => {
    const policies = loadAll(textOf('k8s/network.yaml'), { schema }).map(Object);
    const open = policies.flatMap(({ spec }) =>
      (spec.ingress ?? [])
        .filter(({ ports }: { ports: { port: number }[] }) => ports.some(({ port }) => port === 9090))
        .map(({ from }: { from: unknown }) => ({ pods: spec.podSelector, from })),
    );
    expect(open).toEqual([
      {
        pods: {},
        from: [
          {
            namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } },
            podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus' } },
          },
        ],
      },
    ]);
    expect(policies.every(({ spec }) => (spec.ingress ?? []).every((rule: object) => 'ports' in rule))).toBe(
      true,
    );
  });

  it('run every role, without rights that it doesn’t need', () => {
    const pods = manifests
      .flatMap((file) => loadAll(textOf(file), { schema }))
      .flatMap((one) => Object(one).spec?.template?.spec ?? []);
    const roles = pods.map(({ containers: [{ env }] }) => env[0].value);
    expect(roles.sort()).toEqual(['cabinets', 'web', 'worker']);
    for (const { securityContext, containers, terminationGracePeriodSeconds } of pods) {
      expect(securityContext.runAsNonRoot).toBe(true);
      expect(terminationGracePeriodSeconds).toBeGreaterThan(25);
      expect(containers[0].securityContext).toMatchObject({ readOnlyRootFilesystem: true });
      expect(containers[0].resources).toHaveProperty('limits.memory');
      const health = Object(containers[0].ports.find(({ name }: { name: string }) => name === 'health'));
      expect(health.containerPort).toBe(9090);
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        expect(containers[0][probe].httpGet.port).toBe('health');
      }
    }
  });
});

describe('the compose file', () => {
  const { services } = Object(load(textOf('compose.yaml'), { schema }));

  it('runs each role once, on a tree that is read only', () => {
    const roles = Object.values(services).flatMap((service) => Object(service).environment?.ROLES ?? []);
    expect(roles).toEqual(['web', 'worker', 'cabinets']);
    for (const name of roles) expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('lets each role restart alone: none lives in the network of another', () => {
    for (const service of Object.values(services)) expect(service).not.toHaveProperty('network_mode');
    const { CABINET_HOST_URL: host, CABINET_API_URL: api, ...rest } = services.worker.environment;
    const [cabinets, web] = [new URL(host), new URL(api)];
    expect(services[cabinets.hostname].environment.ROLES).toBe('cabinets');
    expect(services[cabinets.hostname].ports).toEqual([`${cabinets.port}:${cabinets.port}`]);
    expect(services[web.hostname].environment.ROLES).toBe('web');
    expect(services[web.hostname].ports).toEqual([`${web.port}:${web.port}`]);
    // The defaults of PORT and CABINET_PORT, and of the image.
    const config = readConfig({ SECRET_KEY: 'x'.repeat(32), DATABASE_URL: 'postgres://u:p@h/d' });
    expect([config.port, config.cabinets.port].map(String)).toEqual([web.port, cabinets.port]);
    expect(rest).not.toHaveProperty('PORT');
  });

  it('lets no secret stand in the file', () => {
    expect(textOf('compose.yaml')).not.toMatch(/(SECRET_KEY|PASSWORD): (?!\$\{\w+:\?)/);
  });
});

describe('the Dockerfile', () => {
  const lines = textOf('Dockerfile').split('\n');

  it('copies what is in the context', () => {
    const ignore = readFileSync(path.join(folder, '../.dockerignore'), 'utf8').split('\n');
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from') && line !== 'COPY . .')
      .flatMap((line) => line.split(' ').slice(1, -1));
    const allowed = (file: string) =>
      ignore.includes(`!${file}`) && existsSync(path.join(folder, '..', file));
    expect(copied.filter((file) => !allowed(file))).toEqual([]);
  });

  it('ends as an unprivileged user that is asked for its health', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last).toContain('USER node');
    expect(last.some((line) => line.startsWith('HEALTHCHECK'))).toBe(true);
  });

  it('has the Node.js that npm installs', () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(folder, '../package.json'), 'utf8'));
    expect(lines).toContain(`ARG NODE=node:${dependencies.node}-bookworm-slim`);
  });
});

describe('the workflows', () => {
  const root = path.join(folder, '..');
  const workflows = readdirSync(path.join(root, '.github/workflows'));
  const stepsOf = (file: string): { run?: string; with?: Record<string, unknown> }[] =>
    Object.values(
      Object(load(readFileSync(path.join(root, '.github/workflows', file), 'utf8'), { schema })).jobs,
    ).flatMap((job) => Object(job).steps);

  it.each(workflows)('%s runs what is there, on the Node.js that npm installs', (file) => {
    const { dependencies, scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const steps = stepsOf(file);
    expect(steps.map((step) => step.run)).toContain('.ci/run');
    for (const { run = '', with: given = {} } of steps) {
      for (const [, name = ''] of run.matchAll(/npm run (\S+)/g)) expect(scripts).toHaveProperty([name]);
      for (const [, script = ''] of run.matchAll(/node (\S+)/g)) {
        expect(existsSync(path.join(root, script)), script).toBe(true);
      }
      if (given['node-version']) expect(given['node-version']).toBe(dependencies.node);
      if (given.file) expect(existsSync(path.join(root, String(given.file)))).toBe(true);
    }
  });
});

/** One operation of RFC 6902, as kustomize applies it: what is replaced or removed must exist. */
function applyPatch(document: object, { op, path: pointer, value }: Record<string, string>): void {
  const steps = String(pointer).slice(1).split('/');
  const last = steps.pop() ?? '';
  const parent = steps.reduce((at, step) => Object(at)[step], Object(document));
  expect(parent, pointer).toBeInstanceOf(Object);
  if (op !== 'add') expect(parent, pointer).toHaveProperty([last]);
  if (op === 'remove') delete parent[last];
  else if (last === '-') parent.push(value);
  else parent[last] = value;
}
