import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Fields } from '../fields.ts';

/** JWTs by HS256 alone, which is all that Montonio signs with (RFC 7519). */

const header = encoded({ alg: 'HS256', typ: 'JWT' });

export function signToken(secret: string, payload: Fields): string {
  const text = `${header}.${encoded(payload)}`;
  return `${text}.${hmac(secret, text).toString('base64url')}`;
}

/** What the token says; null when it isn't signed with the secret, by another algorithm, or has run out. */
export function openToken(secret: string, token: string, now: Date): Fields | null {
  const [head = '', payload = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || decoded(head)?.alg !== 'HS256') return null;
  const [expected, given] = [hmac(secret, `${head}.${payload}`), Buffer.from(signature, 'base64url')];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  const fields = decoded(payload);
  const ends = fields?.exp;
  return typeof ends === 'number' && ends * 1000 <= now.getTime() ? null : fields;
}

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

function encoded(fields: Fields): string {
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

function decoded(part: string): Fields | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Fields) : null; // read field by field
  } catch {
    return null;
  }
}
