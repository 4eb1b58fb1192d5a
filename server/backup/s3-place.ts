import { S3mini } from 's3mini';
import type { BackupTarget } from '#server/kernel/backup-variables.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import type { BackupPlace } from './backup-place.ts';

type Target = Extract<BackupTarget, { kind: 's3' }>;

/** A store may have at most 10,000 parts: so an archive may have 160 GB. */
const partBytes = 16 * 2 ** 20;

/** How long one request may take: a part over a slow line takes minutes. */
const patienceMs = 10 * 60_000;

/** A bucket at Amazon, MinIO, or any store that speaks S3. */
export function s3Place(target: Target): BackupPlace {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = target;
  const address = `s3://${bucket}/${prefix}`;
  const client = (signal?: AbortSignal) =>
    new S3mini({
      endpoint: `${endpoint}/${bucket}`,
      region,
      accessKeyId,
      secretAccessKey,
      fetch: (input, init) => {
        const patience = AbortSignal.timeout(patienceMs);
        return fetch(input, { ...init, signal: signal ? AbortSignal.any([signal, patience]) : patience });
      },
    });
  const said = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw new StartupError(`${address} at ${endpoint}: ${reasonOf(error)}`, { cause: error });
    }
  };
  return {
    address,
    list: () =>
      said(async () => {
        const found = await client().listObjects('/', prefix, 100_000);
        if (!found) throw new Error('there is no such bucket');
        return found.map(({ Key }) => Key.slice(prefix.length));
      }),
    write: (name, content, { signal }) =>
      said(() => upload(client(signal), { name: `${prefix}${name}`, content, cleaner: client() })),
    read: (name) =>
      said(async () => {
        const { body } = await client().getObjectRaw(`${prefix}${name}`);
        if (!body) throw new Error(`${name} is empty`);
        return body;
      }),
    remove: (name) =>
      said(async () => {
        if (!(await client().deleteObject(`${prefix}${name}`))) throw new Error(`${name} was not deleted`);
      }),
  };
}

interface Upload {
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** Takes away what was sent, also after the upload was aborted. */
  cleaner: S3mini;
}

async function upload(client: S3mini, { name, content, cleaner }: Upload): Promise<void> {
  const id = await client.getMultipartUploadId(name);
  try {
    const parts = [];
    for await (const part of partsOf(content)) {
      parts.push(await client.uploadPart(name, id, part, parts.length + 1));
    }
    await client.completeMultipartUpload(name, id, parts);
  } catch (error) {
    await cleaner.abortMultipartUpload(name, id).catch(() => undefined);
    throw error;
  }
}

/** All parts but the last are of one size, as some stores want. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let part = Buffer.alloc(partBytes);
  let filled = 0;
  for await (const chunk of content) {
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, partBytes - filled);
      part.set(taken, filled);
      filled += taken.length;
      rest = rest.subarray(taken.length);
      if (filled < partBytes) continue;
      yield part;
      part = Buffer.alloc(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `${error.message}${code}`;
}
