import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The secret that a self-contained installation makes for itself, once, in `DATA_DIR`. Written whole before it gets
 * its name, so that a process that dies in the middle leaves no half of one, and of two at once one wins.
 */
export async function ownSecretKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret.key');
  const stored = await readStored(file);
  if (stored) return stored;
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readStored(file)) ?? ownSecretKey(dataDir);
}

async function readStored(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
