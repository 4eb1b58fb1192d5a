import { Secret, TOTP } from 'otpauth';
import { oneTimeCode } from '#contract/accounts/two-factor.ts';

/** A clock may be off by one period either way. */
const window = 1;

/** A new secret of 160 bits, in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The text of the QR code for an authenticator app. */
export function secretUri(secret: string, { issuer, label }: { issuer: string; label: string }): string {
  return totp(secret, { issuer, label }).toString();
}

/**
 * The time step near now that has this code; undefined when there is none. Of two steps with the same code, the
 * nearer one.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / oneTimeCode.periodSeconds) + delta;
}

function totp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: oneTimeCode.digits,
    period: oneTimeCode.periodSeconds,
  });
}
