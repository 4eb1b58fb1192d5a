import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keysIn } from './key-ring.ts';

/** In `DATA_DIR`: the keys that a self-contained installation made for itself, newest first, a line each. */
export const keyFileIn = 'secret.key';

export function newKey(): string {
  return randomBytes(48).toString('base64url');
}

/** The keys in `DATA_DIR`; none without a file. Read synchronously: it is rare, and somebody waits for the answer. */
export function storedKeys(dataDir: string): string[] {
  try {
    return keysIn(readFileSync(path.join(dataDir, keyFileIn), 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Makes the first key. It is written whole before the file gets its name, so that a process that dies midway leaves no
 * partial key, and of two processes one wins.
 */
export async function makeKeyFile(dataDir: string): Promise<string[]> {
  await mkdir(dataDir, { recursive: true });
  const draft = await writeDraft(dataDir, [newKey()]);
  try {
    await link(draft, path.join(dataDir, keyFileIn));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const stored = storedKeys(dataDir);
  return stored.length > 0 ? stored : makeKeyFile(dataDir);
}

/** Replaces the stored keys in one step, on the disk before it returns. */
export async function replaceKeyFile(dataDir: string, keys: readonly string[]): Promise<void> {
  const draft = await writeDraft(dataDir, keys);
  await rename(draft, path.join(dataDir, keyFileIn));
  if (process.platform === 'win32') return; // has no such call for folders
  const folder = await open(dataDir);
  await folder.sync();
  await folder.close();
}

async function writeDraft(dataDir: string, keys: readonly string[]): Promise<string> {
  const draft = path.join(dataDir, `${keyFileIn}.${randomBytes(6).toString('hex')}`);
  await writeFile(draft, keys.join('\n'), { mode: 0o600, flush: true });
  return draft;
}
