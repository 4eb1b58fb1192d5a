import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '#contract/accounts/two-factor.ts';
import { hashToken } from '#server/keys/secrets.ts';

/** Crockford's 32 letters and digits, which can't be confused. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 16;

/** Ten codes of 80 bits in groups of four: too long to be found from their hashes. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    [...randomBytes(length)]
      .map((byte) => alphabet[byte % alphabet.length])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );
}

/** The stored form. Case, spaces and hyphens are ignored; O is read as zero, I and L as one. */
export function hashRecoveryCode(typed: string): Buffer {
  const plain = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return hashToken(plain.replace(/o/g, '0').replace(/[il]/g, '1'));
}
