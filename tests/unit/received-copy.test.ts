import { createHash } from 'node:crypto';
import fs, { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, it, vi } from 'vitest';
import { receiveCopy } from '#cabinet/host/host-files.ts';
import { openStorePool } from '#cabinet/store/store-pool.ts';

/** What reached the disk, in order. */
const written: string[] = [];
vi.mock(import('#contract/kernel/sync-folder.ts'), () => ({
  syncFolder: (folder: string) => {
    written.push(existsSync(join(folder, `${clientId}.sqlite`)) ? 'folder with the cabinet' : 'folder');
    return Promise.resolve();
  },
}));

const clientId = '0197a3c0-0000-7000-8000-00000000000a';
const folder = mkdtempSync(join(tmpdir(), 'received-'));
const stores = openStorePool(folder);
afterAll(() => {
  stores.closeAll();
  rmSync(folder, { recursive: true });
});

async function copyOfOne(): Promise<Buffer> {
  stores.create(clientId);
  const path = stores.temporaryFile();
  await stores.copy(clientId, path);
  stores.destroy(clientId);
  return readFileSync(path);
}

it('a cabinet that moves here is on the disk, with its name, before that is said', async () => {
  const content = await copyOfOne();
  const sha256 = createHash('sha256').update(content).digest('hex');
  const flush = vi.spyOn(fs, 'fsync');
  const receive = () => {
    const request = Readable.from([content]) as IncomingMessage; // only its content is read
    return receiveCopy(stores, clientId, { request, sha256 });
  };
  expect(await receive()).toBe(true);
  expect(flush).toHaveBeenCalledTimes(1);
  expect(written).toEqual(['folder with the cabinet']);
  // The answer was lost, and the platform asks again.
  expect(await receive()).toBe(true);
  expect(written).toHaveLength(2);
});
