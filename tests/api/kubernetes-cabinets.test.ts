import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askPage } from '#conformance/ask-page.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type ApiServer, startApiServer } from '#tests/support/kubernetes/api-server.ts';
import { customerWithCabinet, type Person, staffMember } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';
import { findSuspended } from '#server/cabinets/cabinet-store.ts';

const template = fileURLToPath(new URL('../../deploy/k8s-driver/cabinet-template.yaml', import.meta.url));
let folder: string;
let api: ApiServer;
let app: TestApp;
let staff: Person;
let customer: Person;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tenantry-in-cluster-'));
  api = await startApiServer();
  app = await startApp({
    CABINET_DRIVER: 'kubernetes',
    CABINET_TEMPLATE: template,
    CABINET_TEMPLATE_IMAGE: 'registry.example/tenantry:1',
    CABINET_TEMPLATE_SUSPENDED_HOST: 'cabinets.tenantry.svc.cluster.local',
    KUBECONFIG: await api.writeKubeconfig(path.join(folder, 'config')),
  });
  staff = await staffMember(app);
  customer = await customerWithCabinet(app);
});
afterAll(async () => {
  await app.close();
  await api.close();
  await rm(folder, { recursive: true });
});

const client = async () =>
  (await app.call('GET', `/api/admin/clients/${customer.id}`, { token: staff.token })).body.data;
const set = (status: string) =>
  app.call('PUT', `/api/admin/clients/${customer.id}`, { token: staff.token, body: { status } });
const isNow = (status: string) => until(status, async () => (await client()).cabinet_status === status);
const deployment = (namespace: string) => {
  const stored = api.cluster.find('Deployment', 'cabinet', namespace);
  return stored && Object(api.cluster.present(stored));
};

describe('a platform with cabinets in Kubernetes', () => {
  it('makes a namespace of the customer’s cabinet, with the address and the secret of it', async () => {
    const { domain } = await client();
    const [slug] = domain.split('.');
    const { env } = deployment(`cabinet-${slug}`).spec.template.spec.containers[0];
    expect(env).toEqual(
      expect.arrayContaining([
        { name: 'CABINET_CLIENT_ID', value: customer.id },
        { name: 'PUBLIC_URL', value: app.platform.config.publicUrl },
      ]),
    );
  });

  it('lets it rest behind a page of its own, which says why, and wakes it again', async () => {
    const { domain, cabinet_url: url } = await client();
    const namespace = `cabinet-${domain.split('.')[0]}`;
    await set('blocked');
    await isNow('suspended');
    expect(deployment(namespace).spec.replicas).toBe(0);
    const page = await askPage(new URL(url), { timeoutMs: 5000 });
    expect(page.status).toBe(503);
    expect(await findSuspended(app.platform.db, domain)).toMatchObject({
      clientId: customer.id,
    });
    expect(page.body).toContain(`${app.platform.config.publicUrl}/account`);
    await set('active');
    await isNow('active');
    expect(deployment(namespace).spec.replicas).toBe(1);
    expect(await findSuspended(app.platform.db, domain)).toBeUndefined();
  });

  it('makes another one though the cluster is down first, and answers 500 after doing the work', async () => {
    api.fault(({ method }) => method === 'PATCH', { cut: true }, 4);
    api.fault(({ method }) => method === 'PATCH', { status: 500, afterwards: true }, 4);
    const other = await customerWithCabinet(app);
    const { body } = await app.call('GET', `/api/admin/clients/${other.id}`, { token: staff.token });
    const { cabinet, domain } = body.data;
    expect(deployment(`cabinet-${domain.split('.')[0]}`).spec.replicas).toBe(1);
    expect(cabinet.steps.every(({ state }: { state: string }) => state === 'done')).toBe(true);
  });
});
