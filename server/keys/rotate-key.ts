import type { Db } from '#server/db/tables.ts';
import type { KeyRing } from './key-ring.ts';
import { countOlderProcesses } from './key-store.ts';
import { leftToOthers, reseal, type Resealed } from './reseal.ts';
import { rememberKey } from './secret-key-check.ts';
import { type KeyConfig, requireSecretKey } from './secret-key.ts';
import { newKey, replaceKeyFile } from './secret-key-file.ts';
import { createSecrets } from './secrets.ts';
import { StartupError } from '#server/kernel/startup-error.ts';

export interface Rotation extends Resealed {
  /** Whether this call added the key; else it continued with an existing one. */
  added: boolean;
  keys: number;
  /** What an older key still seals. */
  left: number;
}

interface RotateOptions {
  now: Date;
  progress(text: string): void;
}

/**
 * Puts a new key to use and seals again what earlier keys sealed (GROWTH section 15, "Keys"). The key is stored first,
 * then the database marks it as in use, then values are sealed again; after an interruption the next call continues
 * with the same key instead of adding another. The operator adds the key of `SECRET_KEY` there.
 */
export async function rotateKey(db: Db, config: KeyConfig, options: RotateOptions): Promise<Rotation> {
  const ring = await requireSecretKey(db, config, options.now);
  const isUnfinished = await isRotating(db, ring);
  if (!isUnfinished && config.secretKey !== undefined) {
    throw new StartupError(
      'SECRET_KEY has no new key: put one before the others, separated by a space, on every server, restart them, ' +
        'then run this again',
    );
  }
  const keys = isUnfinished ? ring.keys : [newKey(), ...ring.keys];
  if (!isUnfinished) await replaceKeyFile(config.dataDir, keys);
  const [newest = ''] = keys;
  if (ring.inUse !== newest) await rememberKey(db, newest, options.now);
  const secrets = createSecrets({ keys, inUse: newest });
  const done = await reseal(db, secrets, options);
  return { ...done, added: !isUnfinished, keys: keys.length, left: await leftToOthers(db, secrets) };
}

/**
 * Removes the older keys once nothing needs them and no running process might still seal with one.
 *
 * @throws StartupError while something or some process still needs them.
 */
export async function forgetOldKeys(db: Db, config: KeyConfig, now: Date): Promise<number> {
  const ring = await requireSecretKey(db, config, now);
  if (await isRotating(db, ring))
    throw new StartupError('something still needs an older key: run key rotate first');
  const older = ring.keys.length - 1;
  if (older === 0) return 0;
  await refuseOlderProcesses(db);
  if (config.secretKey === undefined) await replaceKeyFile(config.dataDir, [ring.inUse]);
  return older;
}

/** Whether a newer key isn't in use yet, or an older one still is, somewhere. */
async function isRotating(db: Db, ring: KeyRing): Promise<boolean> {
  const [newest = ''] = ring.keys;
  if (ring.inUse !== newest) return true;
  const secrets = createSecrets({ keys: ring.keys, inUse: newest });
  return ring.keys.length > 1 && (await leftToOthers(db, secrets)) > 0;
}

/** A process that was started before the key was put to use may not know it. */
async function refuseOlderProcesses(db: Db): Promise<void> {
  const living = await countOlderProcesses(db);
  if (living === 0) return;
  throw new StartupError(
    `${living} processes were started before the newest key was put to use: restart them, then run this again`,
  );
}
