import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import {
  signatureHeaders,
  signatureToleranceSeconds,
  signerOf,
} from '#contract/cabinets/webhook-signature.ts';
import { digestHeader, receiveCopy, sendCopy } from '../host/host-files.ts';
import { headerOf, json, refusal, type Reply } from '../http.ts';
import type { CopyingConfig } from './own-config.ts';
import { listen, replyWith } from '../reply-server.ts';
import { openStorePool } from '../store/store-pool.ts';

/**
 * Serves a backup or restore job of one cabinet, for the platform only: `GET /backup` returns a consistent copy, `PUT
 * /backup` makes the database from one, unless there is one (`docs/kubernetes.md`, "Backups").
 */
export async function startCopyServer(
  config: CopyingConfig,
  { log, now }: { log: Logger; now: () => Date },
): Promise<{ port: number; close(): Promise<void> }> {
  const { CABINET_CLIENT_ID: clientId, CABINET_SECRET: secret, DATA_DIR: folder } = config;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stores = openStorePool(folder);
  const seen = new Map<string, number>();
  // A large database takes long.
  const server = createServer({ requestTimeout: 0, headersTimeout: 15_000 });
  const replies = replyWith(server, { answer, failed, policy: "default-src 'none'", log });
  const { port } = await listen(server, { host: config.HOST, port: config.PORT });

  return {
    port,
    async close() {
      await replies.close();
      stores.closeAll();
    },
  };

  async function answer(request: IncomingMessage): Promise<Reply> {
    const sha256 = headerOf(request, digestHeader) ?? '';
    if (!(await isFromPlatform(request, sha256))) return refusal(401, 'unauthorized');
    if (request.url !== '/backup') return refusal(404, 'not_found');
    if (request.method === 'GET') {
      return stores.exists(clientId) ? sendCopy(stores, clientId) : refusal(409, 'database_missing');
    }
    if (request.method !== 'PUT') return refusal(405, 'method_not_allowed', { allow: 'GET, PUT' });
    const isTaken = await receiveCopy(stores, clientId, { request, sha256 });
    return isTaken ? json(200, { data: {} }) : refusal(422, 'backup_damaged');
  }

  /** Whether the request is signed for exactly this call, and new within the tolerance of the clock. */
  async function isFromPlatform(request: IncomingMessage, body: string): Promise<boolean> {
    const { method = '', url: path = '' } = request;
    const id = headerOf(request, signatureHeaders.id) ?? '';
    const timestamp = Number(headerOf(request, signatureHeaders.timestamp) ?? NaN);
    const signature = headerOf(request, signatureHeaders.signature) ?? '';
    const message = { id, timestamp, method, path, body, signature, now: now() };
    const signer = id !== '' && (await signerOf([secret], message, config.CABINET_PROTOCOLS));
    return signer !== false && signer !== undefined && isFirst(id);
  }

  function isFirst(id: string): boolean {
    const seconds = now().getTime() / 1000;
    for (const [known, until] of seen) if (until < seconds) seen.delete(known);
    if (seen.has(id)) return false;
    seen.set(id, seconds + 2 * signatureToleranceSeconds);
    return true;
  }

  function failed(_request: IncomingMessage, error: unknown): Reply {
    log.error({ err: error }, 'copy failed');
    return refusal(500, 'internal_error');
  }
}
