import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** The parts of an S3 store that backups use, on loopback. It checks each signature as Amazon describes it. */
export interface S3Store {
  url: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** By key, without the bucket. */
  objects: Map<string, Buffer>;
  /** Uploads that were begun, and neither completed nor aborted. */
  uploads: Map<string, Map<number, Buffer>>;
  /** What was asked, such as `PUT name?partNumber=1`. */
  asked: string[];
  /** Answers 503 to requests that this is true for. */
  fails: (method: string, url: URL) => boolean;
  close(): Promise<void>;
}

export async function startS3Store(): Promise<S3Store> {
  const server = createServer((request, response) => {
    answer(store, request, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const store: S3Store = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    bucket: 'backups',
    accessKeyId: 'AKIDFORTESTS',
    secretAccessKey: 'a key of the store for tests',
    region: 'eu-central-1',
    objects: new Map(),
    uploads: new Map(),
    asked: [],
    fails: () => false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return store;
}

async function answer(store: S3Store, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', headers } = request;
  const url = new URL(request.url ?? '/', `http://${headers.host}`);
  const body = await buffer(request);
  const key = decodeURIComponent(url.pathname.slice(`/${store.bucket}/`.length));
  store.asked.push(`${method} ${key}${url.search}`);
  const send = (status: number, text: string | Buffer = '', more: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/xml', ...more });
    response.end(text);
  };
  const refuse = (status: number, code: string) =>
    send(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  if (signatureOf(store, request, url) !== /Signature=([0-9a-f]+)/.exec(headers.authorization ?? '')?.[1]) {
    return refuse(403, 'SignatureDoesNotMatch');
  }
  if (!url.pathname.startsWith(`/${store.bucket}`)) return refuse(404, 'NoSuchBucket');
  if (store.fails(method, url)) return refuse(503, 'SlowDown');
  const uploadId = url.searchParams.get('uploadId') ?? '';
  const upload = store.uploads.get(uploadId);
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  switch (method) {
    case 'GET': {
      if (key === '') return send(200, listing(store, url));
      const object = store.objects.get(key);
      return object
        ? send(200, object, { 'content-type': 'application/octet-stream' })
        : refuse(404, 'NoSuchKey');
    }
    case 'PUT':
      if (!upload) return refuse(404, 'NoSuchUpload');
      upload.set(Number(url.searchParams.get('partNumber')), body);
      return send(200, '', { etag });
    case 'POST': {
      if (url.searchParams.has('uploads')) {
        const id = `upload-${store.asked.length}`;
        store.uploads.set(id, new Map());
        return send(
          200,
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      if (!upload) return refuse(404, 'NoSuchUpload');
      const parts = [...upload].sort(([a], [b]) => a - b).map(([, part]) => part);
      // Every part but the last has at least 5 MiB.
      if (parts.slice(0, -1).some((part) => part.length < 5 * 2 ** 20)) return refuse(400, 'EntityTooSmall');
      store.objects.set(key, Buffer.concat(parts));
      store.uploads.delete(uploadId);
      return send(
        200,
        `<CompleteMultipartUploadResult><Location>l</Location><Bucket>${store.bucket}</Bucket><Key>${key}</Key><ETag>e</ETag></CompleteMultipartUploadResult>`,
      );
    }
    case 'DELETE':
      if (upload) store.uploads.delete(uploadId);
      else store.objects.delete(key);
      return send(204);
    default:
      return refuse(405, 'MethodNotAllowed');
  }
}

/** At most two on a page, so that a client that lists has to go on. */
function listing({ objects, bucket }: S3Store, url: URL): string {
  const prefix = url.searchParams.get('prefix') ?? '';
  const from = url.searchParams.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > from).sort();
  const page = keys.slice(0, 2);
  const isTruncated = keys.length > page.length;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>"e"</ETag><Size>${objects.get(key)?.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

/** The signature that the request should have (AWS Signature Version 4). */
function signatureOf(store: S3Store, { method, headers }: IncomingMessage, url: URL): string | undefined {
  const [, credential = '', signed = ''] =
    /Credential=([^,]+), ?SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? [];
  const [id, date = '', region, service, end] = credential.split('/');
  if (id !== store.accessKeyId || region !== store.region || service !== 's3' || end !== 'aws4_request') {
    return undefined;
  }
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort();
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const key = [date, store.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (last, part) => hmac(last, part),
    `AWS4${store.secretAccessKey}`,
  );
  const hash = createHash('sha256').update(canonical).digest('hex');
  const scope = [date, store.region, 's3', 'aws4_request'].join('/');
  return hmac(key, ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n')).toString('hex');
}
