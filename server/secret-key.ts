import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const keyFile = 'secret.key';

/**
 * The secret that a self-contained installation makes for itself, once, in `DATA_DIR`. Written whole before it gets
 * its name, so that a process that dies in the middle leaves no half of one, and of two at once one wins.
 */
export async function ownSecretKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, keyFile);
  const stored = await storedSecretKey(dataDir);
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
  return (await storedSecretKey(dataDir)) ?? ownSecretKey(dataDir);
}

/** The key in `DATA_DIR`, if one was made. */
export async function storedSecretKey(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(dataDir, keyFile), 'utf8')).trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
