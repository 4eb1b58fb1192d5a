import path from 'node:path';
import type { Config } from '#server/kernel/config.ts';
import type { Db } from '#server/db/tables.ts';
import { type KeyRing, keysIn } from './key-ring.ts';
import { keyInUse, keyVerdict, rememberKey } from './secret-key-check.ts';
import { keyFileIn, makeKeyFile, storedKeys } from './secret-key-file.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

/**
 * The keys of this installation (GROWTH section 15, "Keys"): those of `SECRET_KEY`, else those of `DATA_DIR`, where one
 * is made when nothing needs one yet.
 *
 * @throws StartupError when they are missing, or differ from those that the database was used with.
 */
export async function requireSecretKey(db: Db, config: KeyConfig, now: Date): Promise<KeyRing> {
  const found = await judgedSecretKey(db, config);
  if ('problem' in found) throw new StartupError(`${found.problem}: ${found.advice}.`);
  const keys = found.keys.length > 0 ? found.keys : await makeKeyFile(config.dataDir);
  const known = await keyInUse(db, keys);
  const [newest = ''] = keys;
  if (known === undefined) await rememberKey(db, newest, now);
  const inUse = known ?? newest;
  return { keys, inUse, ...(config.secretKey === undefined && { reread: () => storedKeys(config.dataDir) }) };
}

/** The configured keys, if there are any, or what is wrong with them and what to do; makes none. */
export async function judgedSecretKey(
  db: Db,
  { secretKey, dataDir }: KeyConfig,
): Promise<{ keys: string[] } | { problem: string; advice: string }> {
  const keys = secretKey === undefined ? storedKeys(dataDir) : keysIn(secretKey);
  const verdict = await keyVerdict(db, keys);
  if (verdict === 'fits' || verdict === 'free') return { keys };
  if (secretKey !== undefined) {
    const advice = 'set it to that one (a backup that was taken --with-key has it, packed, as secret.key.gz)';
    return { problem: 'SECRET_KEY is not the key with which this database was used', advice };
  }
  const what = verdict === 'missing' ? 'is missing' : 'is not the key with which this database was used';
  const place = 'a backup that was taken --with-key has it, packed, as secret.key.gz';
  return {
    problem: `"${path.join(dataDir, keyFileIn)}" ${what}`,
    advice: `put it back (${place}), or set SECRET_KEY to what it held`,
  };
}

export type KeyConfig = Pick<Config, 'secretKey' | 'dataDir'>;
