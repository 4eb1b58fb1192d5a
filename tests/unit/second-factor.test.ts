import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { secondFactorInput } from '#contract/accounts/two-factor.ts';
import { isPasswordEnough } from '#server/accounts/passkeys/missing-factor.ts';
import { newSecret, secretUri, stepOfCode } from '#server/accounts/two-factor/one-time-codes.ts';
import { hashRecoveryCode, newRecoveryCodes } from '#server/accounts/two-factor/recovery-codes.ts';

describe('a one-time code', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'; // of RFC 6238, appendix B
  const now = new Date(1_111_111_109_000);

  it('is that of the standard, for its own step', () => {
    expect(stepOfCode(secret, '081804', now)).toBe(37_037_036);
  });

  it.each([
    [-60, false],
    [-30, true],
    [30, true],
    [60, false],
  ])('counts with a clock that is %i s off: %s', (seconds, counts) => {
    const step = stepOfCode(secret, '081804', new Date(now.getTime() + seconds * 1000));
    expect(step).toBe(counts ? 37_037_036 : undefined);
  });

  it('is nothing else', () => {
    for (const typed of ['081805', '', '81804', '000000'])
      expect(stepOfCode(secret, typed, now)).toBe(undefined);
  });

  it('comes from the address that an app scans', () => {
    const own = newSecret();
    expect(own).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(secretUri(own, { issuer: 'Bakery & Co', label: 'olena@example.com' }));
    expect(uri.protocol).toBe('otpauth:');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Bakery & Co',
      secret: own,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    const code = new TOTP({ secret: own }).generate({ timestamp: now.getTime() });
    expect(stepOfCode(own, code, now)).toBe(37_037_036);
  });
});

describe('recovery codes', () => {
  it('are ten of 80 bits, all different', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  });

  it('are read however they are typed', () => {
    const hash = hashRecoveryCode('01ab-cdef-gh23-4567');
    for (const typed of ['01ABCDEFGH234567', ' oIab cdef GH23 4567', '0labcdefgh234567']) {
      expect(hashRecoveryCode(typed)).toEqual(hash);
    }
    expect(hashRecoveryCode('01ab-cdef-gh23-4568')).not.toEqual(hash);
  });
});

describe('what a second factor is asked for', () => {
  it.each<[string, object, string[]]>([
    ['a code with a space', { code: '123 456' }, []],
    ['a recovery code', { recovery_code: 'abcd' }, []],
    ['neither', {}, ['code']],
    ['both', { code: '123456', recovery_code: 'abcd' }, ['recovery_code']],
    ['letters', { code: '12345a' }, ['code']],
    ['five digits', { code: '12345' }, ['code']],
    ['nothing in it', { code: '' }, ['code']],
    ['a number', { code: 123_456 }, ['code']],
  ])('%s', (_, given, refused) => {
    const read = secondFactorInput.safeParse({ challenge: 'c', ...given });
    expect([...new Set(read.error?.issues.map(({ path }) => path.join('.')) ?? [])]).toEqual(refused);
  });
});

describe('a password', () => {
  const of = { isRequired: true, isOn: false, hasPasskey: false, isHeldBack: false };

  it.each([
    ['where nobody asks for two factors', { isRequired: false, hasPasskey: true }, true],
    ['with the codes that are on', { isOn: true, hasPasskey: true }, true],
    ['of somebody who has nothing else and sets a factor up', { isHeldBack: true }, true],
    ['of somebody held back who has a passkey', { isHeldBack: true, hasPasskey: true }, false],
    ['in a session that a passkey has opened', { hasPasskey: true }, false],
    ['in a session that the provider has opened', {}, false],
  ])('%s proves its owner: %s', (_, given, isEnough) => {
    expect(isPasswordEnough({ ...of, ...given })).toBe(isEnough);
  });
});
