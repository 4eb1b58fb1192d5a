import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * What is made from `SECRET_KEY`; each purpose has a key of its own (HKDF-SHA256).
 */
export interface Secrets {
  /** AES-256-GCM; the text can be stored and opened again by any server with the same key. */
  seal(text: string): string;
  /** Throws when the text was sealed with another key or changed. */
  open(sealed: string): string;
  /** The token of the one-time link that an e-mail carries: 256 bits, made anew at every try to send, never stored. */
  linkTokenOf(emailId: string): string;
  /** The key that the platform and its cabinet host share. */
  cabinetHostKey: string;
  /** Tells keys apart and gives none away: what a database remembers of its own. */
  fingerprint: string;
}

export function createSecrets(secretKey: string): Secrets {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'tenantry', purpose, 32)); // hkdfSync gives an ArrayBuffer
  const sealing = key('seal');
  const links = key('one-time-links');
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    linkTokenOf: (emailId) => createHmac('sha256', links).update(emailId).digest('base64url'),
    cabinetHostKey: key('cabinet-host').toString('base64url'),
    fingerprint: key('fingerprint').toString('base64url'),
  };
}

/** 256 random bits, base64url: sessions, tickets, links that no e-mail carries. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Tokens are stored only as this. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
