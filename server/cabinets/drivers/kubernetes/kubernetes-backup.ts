import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { signatureHeaders } from '#contract/cabinets/webhook-signature.ts';
import {
  type BackupSink,
  type BackupSource,
  type CabinetIdentity,
  DriverError,
  type Progress,
} from '#server/cabinets/drivers/driver.ts';
import { signedHeaders } from '#server/cabinets/drivers/signed-headers.ts';
import { measuredStream } from '#server/kernel/measured-stream.ts';
import type { KubernetesClient } from './kubernetes-client.ts';
import { jobFailure, jobReadiness, obstacleOf, servingPod } from './kubernetes-readiness.ts';
import { type Manifest, nameOf } from './kubernetes-template.ts';

/** Where a backup job serves a backup and accepts one (`docs/kubernetes.md`, "Backups"). */
const backupPath = '/backup';
/**
 * The SHA-256 of the data in either direction, in hexadecimal; the signature of a request with a body covers it
 * instead of the body.
 */
const digestHeader = 'content-sha256';

interface Deps {
  client: KubernetesClient;
  cabinet: CabinetIdentity;
  /** The template's documents for this operation: one Job, and what it needs. */
  documents: Manifest[];
  now: () => Date;
  watchMs: number;
}

const pending: Progress = { state: 'pending', lookAgainSeconds: 2 };

/** Lets the template's Job make a copy, downloads it through the API server, and removes the Job. */
export async function fetchBackup({ keep, ...deps }: Deps & { keep: BackupSink }): Promise<Progress> {
  const pod = await servingPodOf(deps);
  if (pod === undefined) return pending;
  // The Job ended by itself, so nobody fetched the copy: the next look makes a new one.
  if (pod === 'ended') return removed(deps, pending);
  const answer = await exchange(deps, pod, '');
  const sha256 = answer.headers[digestHeader];
  if (answer.statusCode !== 200 || typeof sha256 !== 'string') {
    answer.destroy();
    throw new DriverError('failed', `the backup job answered ${answer.statusCode}, or no ${digestHeader}`);
  }
  const { through } = measuredStream({
    refuseWhole: (whole) =>
      whole.sha256 === sha256
        ? undefined
        : new DriverError('failed', 'the backup came damaged: its digest is another one'),
  });
  const checked = pipeline(answer, through, () => undefined);
  await keep(checked).catch((error: unknown) => {
    if (error instanceof DriverError) throw error;
    throw new DriverError('storage', error instanceof Error ? error.message : String(error));
  });
  return removed(deps, { state: 'done' });
}

/** Sends the data to the template's restore Job; an existing database is kept. */
export async function sendBackup({ backup, ...deps }: Deps & { backup: BackupSource }): Promise<Progress> {
  if (deps.documents.length === 0) {
    throw new DriverError('template_invalid', 'it has no Job with tenantry/when: restore');
  }
  const pod = await servingPodOf(deps);
  if (pod === undefined) return pending;
  if (pod === 'ended') return removed(deps, { state: 'done' });
  const headers = { [digestHeader]: backup.sha256, 'content-length': String(backup.bytes) };
  const answer = await exchange(deps, pod, backup.sha256, { headers, body: backup.open() });
  answer.resume();
  const { statusCode = 0 } = answer;
  // 409: a database exists.
  if (statusCode !== 200 && statusCode !== 204 && statusCode !== 409) {
    throw new DriverError('failed', `the restore job answered ${statusCode}`);
  }
  return removed(deps, { state: 'done' });
}

/** Undefined while it starts; `ended` when the Job has finished. */
async function servingPodOf({ client, documents, watchMs }: Deps) {
  for (const part of documents) await client.apply(part);
  const job = documents.find(({ kind }) => kind === 'Job');
  if (!job) throw new DriverError('template_invalid', 'it has no Job for this');
  const { namespace = '', name } = job.metadata;
  const deadline = performance.now() + watchMs;
  for (;;) {
    const live = await client.read(job);
    const readiness = jobReadiness(live);
    if (readiness === 'ready') return 'ended';
    if (readiness === 'failed') {
      await client.remove(job);
      throw new DriverError('failed', `${nameOf(job)}: ${jobFailure(live)}`);
    }
    const pods = await client.pods(namespace, name);
    const pod = servingPod(pods);
    if (pod) return { ...pod, namespace };
    const left = deadline - performance.now();
    if (left > 0) {
      // The job does not show its pod's readiness, so look often.
      await client.change(live, Math.min(left, 500));
      continue;
    }
    const obstacle = obstacleOf(live, pods);
    if (obstacle) throw new DriverError(obstacle.reason, `${nameOf(job)}: ${obstacle.words}`);
    return undefined;
  }
}

async function exchange(
  { client, cabinet, now }: Deps,
  { name, namespace, port }: { name: string; namespace: string; port: number },
  signedBody: string,
  upload?: { headers: Record<string, string>; body: ReturnType<BackupSource['open']> },
): Promise<IncomingMessage> {
  const method = upload ? 'PUT' : 'GET';
  const message = { id: `msg_${randomUUID()}`, method, path: backupPath, body: signedBody, now: now() };
  const headers = {
    [signatureHeaders.cabinet]: cabinet.clientId,
    ...(await signedHeaders(cabinet.secret, message)),
    ...upload?.headers,
  };
  const target = { namespace, pod: name, port, path: backupPath };
  return client.exchange(target, { headers, ...(upload && { body: upload.body }) });
}

async function removed({ client, documents }: Deps, outcome: Progress): Promise<Progress> {
  for (const part of documents) await client.remove(part);
  return outcome;
}
