import type { Db } from '#server/db/tables.ts';
import { needsKey, sealedLately, storedFingerprint, storeFingerprint } from './key-store.ts';
import { createSecrets } from './secrets.ts';

/**
 * Whether keys are those that a database was used with: no others open the cabinets' secrets and two-factor logins, or
 * make the links of waiting emails.
 */
export type KeyVerdict =
  | 'fits'
  /** Nothing needs a key yet: any may be used from now on. */
  | 'free'
  /** There is no key, and something needs one. */
  | 'missing'
  | 'other';

/** Checks keys, newest first, against what the database stores of its key, else against sealed values. */
export async function keyVerdict(db: Db, keys: readonly string[]): Promise<KeyVerdict> {
  const remembered = await storedFingerprint(db);
  if (keys.length > 0 && remembered !== undefined) {
    if (keyOfFingerprint(keys, remembered) !== undefined) return 'fits';
    return (await needsKey(db)) ? 'other' : 'free';
  }
  if (!(await needsKey(db))) return 'free';
  if (keys.length === 0) return 'missing';
  return (await opensAny(db, keys)) ? 'fits' : 'other';
}

/**
 * The key that seals: the one that the database names, so that a newer one is first handed out to every process and
 * then put to use by `key rotate`. Undefined where the database names none of them.
 */
export async function keyInUse(db: Db, keys: readonly string[]): Promise<string | undefined> {
  return keyOfFingerprint(keys, await storedFingerprint(db));
}

/** From now on this is the key that seals. */
export async function rememberKey(db: Db, secretKey: string, now: Date): Promise<void> {
  const { fingerprint } = createSecrets({ keys: [secretKey], inUse: secretKey });
  await storeFingerprint(db, fingerprint, now);
}

function keyOfFingerprint(keys: readonly string[], fingerprint: unknown): string | undefined {
  return keys.find((key) => createSecrets({ keys: [key], inUse: key }).fingerprint === fingerprint);
}

/** Emails alone prove nothing: a void link looks the same as one made with another key. */
async function opensAny(db: Db, keys: readonly string[]): Promise<boolean> {
  const sealed = await sealedLately(db);
  const { open } = createSecrets({ keys, inUse: keys[0] ?? '' });
  return sealed.length === 0 || sealed.some((text) => opens(open, text));
}

/** Whether one of the keys sealed it. */
function opens(open: (sealed: string) => string, sealed: string): boolean {
  try {
    open(sealed);
    return true;
  } catch {
    return false;
  }
}
