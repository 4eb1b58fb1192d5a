import { randomBytes } from 'node:crypto';
import { recoveryCodeCount } from '#contract/accounts/two-factor.ts';
import { hashToken } from '#server/keys/secrets.ts';

/** Crockford's 32 letters and digits: none is taken for another. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const length = 16;

/** Ten codes of 80 bits in groups of four: so long that nobody finds them by their hashes. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    [...randomBytes(length)]
      .map((byte) => alphabet[byte % alphabet.length])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );
}

/** As it is stored. Case, spaces and hyphens of what was typed are nothing; O is a zero, I and L are a one. */
export function hashRecoveryCode(typed: string): Buffer {
  const plain = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  return hashToken(plain.replace(/o/g, '0').replace(/[il]/g, '1'));
}
