import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { type KeyRing, ringOf } from './key-ring.ts';

/**
 * What is made from the keys of an installation (GROWTH section 15, "Keys"). One key seals and signs, all of them open
 * and verify, so that processes with an older and a newer ring work side by side.
 */
export interface Secrets {
  /** AES-256-GCM under the key in use, whose id goes before it. */
  seal(text: string): string;
  /** Throws when no key of the ring sealed the text, or it was changed. */
  open(sealed: string): string;
  /** The prefix of everything that the key in use sealed. */
  keyId: string;
  /** The token of an email's one-time link: 256 bits, derived again at every try to send, never stored. */
  linkTokenOf(emailId: string): string;
  /** The same by each key, the newest first: the email may have been written under an older one. */
  linkTokensOf(emailId: string): string[];
  /** Signs what a device's cookie says, so that nobody else can write one. */
  signDevice(text: string): string;
  isDeviceSignature(text: string, signature: string): boolean;
  /** Shared by the platform and its cabinet host: one side signs with each of them, the other accepts any. */
  cabinetHostKeys: readonly string[];
  /** The first of them. */
  cabinetHostKey: string;
  /** Identifies a key without revealing it: the database stores this of the key in use. */
  fingerprint: string;
  /** Reads keys that were added since this process started. */
  refresh(): void;
}

/** Makes them from a text with one or several keys, or from a ring that says which one is in use. */
export function createSecrets(given: string | KeyRing): Secrets {
  const ring = typeof given === 'string' ? ringOf(given) : given;
  let keys = ring.keys.map(derivedKeys);
  let inUse = keys.find(({ secretKey }) => secretKey === ring.inUse) ?? derivedKeys(ring.inUse);

  function refresh(): void {
    const found = ring.reread?.() ?? [];
    if (found.length > 0)
      keys = found.map((key) => keys.find((known) => known.secretKey === key) ?? derivedKeys(key));
  }

  /** Another process put a newer key to use: this one uses it from now on too. */
  function keyNamed(id: string): DerivedKeys {
    if (!keys.some((key) => key.id === id)) refresh();
    const key = keys.find((one) => one.id === id);
    if (!key) throw new Error('sealed with a key that is not there');
    if (keys.indexOf(key) < keys.indexOf(inUse)) inUse = key;
    return key;
  }

  return {
    seal: (text) => `${inUse.id}.${inUse.seal(text)}`,
    open(sealed) {
      const [id = '', body] = sealed.split('.');
      // Sealed by a version with only one key.
      return body === undefined ? openedByAny(keys, sealed) : keyNamed(id).open(body);
    },
    get keyId() {
      return inUse.id;
    },
    linkTokenOf: (emailId) => inUse.linkTokenOf(emailId),
    linkTokensOf: (emailId) => keys.map((key) => key.linkTokenOf(emailId)),
    signDevice: (text) => inUse.signDevice(text),
    isDeviceSignature: (text, signature) => keys.some((key) => isEqual(key.signDevice(text), signature)),
    get cabinetHostKeys() {
      return keys.map((key) => key.cabinetHostKey);
    },
    get cabinetHostKey() {
      return inUse.cabinetHostKey;
    },
    get fingerprint() {
      return inUse.fingerprint;
    },
    refresh,
  };
}

type DerivedKeys = ReturnType<typeof derivedKeys>;

/** One key; each purpose has a key of its own (HKDF-SHA256). */
function derivedKeys(secretKey: string) {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'tenantry', purpose, 32)); // hkdfSync gives an ArrayBuffer
  const sealing = key('seal');
  const links = key('one-time-links');
  const devices = key('device-cookies');
  return {
    secretKey,
    id: key('id').toString('base64url').slice(0, 8),
    seal(text: string): string {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed: string): string {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    linkTokenOf: (emailId: string) => createHmac('sha256', links).update(emailId).digest('base64url'),
    signDevice: (text: string) => createHmac('sha256', devices).update(text).digest('base64url'),
    cabinetHostKey: key('cabinet-host').toString('base64url'),
    fingerprint: key('fingerprint').toString('base64url'),
  };
}

function openedByAny(keys: readonly DerivedKeys[], sealed: string): string {
  for (const [index, key] of keys.entries()) {
    try {
      return key.open(sealed);
    } catch (error) {
      if (index === keys.length - 1) throw error;
    }
  }
  throw new Error('there is no key');
}

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** 256 random bits, base64url: sessions, tickets, and links outside emails. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which tokens are stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
