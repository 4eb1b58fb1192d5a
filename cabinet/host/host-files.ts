import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Reply } from '../http.ts';
import type { StorePool } from '../store/store-pool.ts';

/** Databases as files in management calls: a consistent copy out, and the data for a new one in. */

/** The SHA-256 of a database sent as a file, in hexadecimal. */
export const digestHeader = 'content-sha256';

/** Answers with a copy of the database and its digest; the copy is deleted once it is sent. */
export async function sendCopy(stores: StorePool, clientId: string): Promise<Reply> {
  const path = stores.temporaryFile();
  const remove = () => rmSync(path, { force: true });
  let sha256: string;
  try {
    await stores.copy(clientId, path);
    sha256 = await digestOf(path);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/vnd.sqlite3', [digestHeader]: sha256 },
    body: '',
    file: { open: () => createReadStream(path).on('close', remove), bytes: statSync(path).size },
  };
}

/** Receives a database onto the disk; false when its digest is not the signed one, or it is damaged. */
export async function receiveCopy(
  stores: StorePool,
  clientId: string,
  { request, sha256 }: { request: IncomingMessage; sha256: string },
): Promise<boolean> {
  const path = stores.temporaryFile();
  const digest = createHash('sha256');
  const reading = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      digest.update(chunk);
      next(null, chunk);
    },
  });
  try {
    await pipeline(request, reading, createWriteStream(path, { mode: 0o600, flush: true }));
    if (digest.digest('hex') !== sha256) return false;
    await stores.adopt(clientId, path);
    return true;
  } catch {
    return false;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  }
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk);
  return digest.digest('hex');
}
