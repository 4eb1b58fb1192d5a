import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import type { Tables } from './db/tables.ts';
import { keyVerdict, rememberKey } from './secret-key-check.ts';
import { StartRefused } from './start-refused.ts';

const keyFile = 'secret.key';

/**
 * The key of this installation: `SECRET_KEY`, else that of `DATA_DIR`, which is made when nothing hangs on one yet.
 *
 * @throws StartRefused when it is missing, or another than the one with which the database was used.
 */
export async function requireSecretKey(db: Kysely<Tables>, config: KeyConfig, now: Date): Promise<string> {
  const found = await judgedSecretKey(db, config);
  if ('problem' in found) throw new StartRefused(`${found.problem}: ${found.advice}.`);
  const key = found.key ?? (await ownSecretKey(config.dataDir));
  await rememberKey(db, key, now);
  return key;
}

/** The key that the configuration names, if there is one, or what is wrong with it and what to do; makes none. */
export async function judgedSecretKey(
  db: Kysely<Tables>,
  { secretKey, dataDir }: KeyConfig,
): Promise<{ key: string | undefined } | { problem: string; advice: string }> {
  const key = secretKey ?? (await storedSecretKey(dataDir));
  const verdict = await keyVerdict(db, key);
  if (verdict === 'fits' || verdict === 'free') return { key };
  const file = path.join(dataDir, keyFile);
  if (secretKey !== undefined) {
    const advice = 'set it to that one (a backup has it, packed, as secret.key.gz)';
    return { problem: 'SECRET_KEY is not the key with which this database was used', advice };
  }
  const what = verdict === 'missing' ? 'is missing' : 'is not the key with which this database was used';
  const advice = 'put it back (a backup has it, packed, as secret.key.gz), or set SECRET_KEY to what it held';
  return { problem: `"${file}" ${what}`, advice };
}

type KeyConfig = Pick<Config, 'secretKey' | 'dataDir'>;

/**
 * The secret that a self-contained installation makes for itself, once, in `DATA_DIR`. Written whole before it gets
 * its name, so that a process that dies in the middle leaves no half of one, and of two at once one wins.
 */
async function ownSecretKey(dataDir: string): Promise<string> {
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
async function storedSecretKey(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(dataDir, keyFile), 'utf8')).trim() || undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
