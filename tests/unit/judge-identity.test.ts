import { describe, expect, it } from 'vitest';
import { fitOf, identityOf, isFresh, provedAt, refusalOfIdentity } from '#server/oidc/judge-identity.ts';

/** Who an identity provider's answer is, and what it is worth. */

const claims = {
  iss: 'https://id.example',
  sub: 'one',
  email: 'Mykola@Company.example',
  email_verified: true,
  iat: 1_000_100,
};
const identity = identityOf(claims);

describe('an identity', () => {
  it.each([
    [{}, true],
    [{ email_verified: 'true' }, true],
    [{ email_verified: false }, false],
    [{ email_verified: 'false' }, false],
    [{ email_verified: undefined }, false],
    [{ email_verified: undefined, xms_edov: 1 }, true],
    [{ email_verified: undefined, xms_edov: '0' }, false],
  ])('with %j is verified: %s', (changed, expected) => {
    expect(identityOf({ ...claims, ...changed }).isEmailVerified).toBe(expected);
  });

  it('knows how long ago somebody proved who they are, by the provider’s own clock', () => {
    expect(identity.provedSecondsAgo).toBeNull();
    expect(identityOf({ ...claims, auth_time: 1_000_000 }).provedSecondsAgo).toBe(100);
    expect(identityOf({ ...claims, auth_time: 1_000_200 }).provedSecondsAgo).toBe(0);
    expect(identityOf({ ...claims, auth_time: '1000000' }).provedSecondsAgo).toBeNull();
  });

  it.each([
    [{}, [], null],
    [{}, ['company.example'], null],
    [{}, ['other.example', 'company.example'], null],
    [{}, ['other.example'], 'oidc_domain'],
    [{ email: 'mykola@evil-company.example' }, ['company.example'], 'oidc_domain'],
    [{ email: '"x@company.example"@evil.example' }, ['company.example'], 'oidc_domain'],
    [{ email_verified: false }, [], 'oidc_email_unverified'],
    [{ email: undefined }, [], 'oidc_email_unverified'],
    [{ email: 'no address' }, [], 'oidc_email_unverified'],
    [{ email: ['a@company.example'] }, [], 'oidc_email_unverified'],
  ] as const)('with %j is let in by %j: %s', (changed, domains, expected) => {
    expect(refusalOfIdentity(identityOf({ ...claims, ...changed }), domains)).toBe(expected);
  });
});

describe('an account', () => {
  const account = { email_key: 'mykola@company.example', oidc_issuer: null, oidc_subject: null };
  it.each([
    ['new', {}],
    ['other', { email_key: 'olena@company.example' }],
    ['linked', { oidc_issuer: 'https://id.example', oidc_subject: 'one' }],
    [
      'linked',
      { oidc_issuer: 'https://id.example', oidc_subject: 'one', email_key: 'olena@company.example' },
    ],
    ['other', { oidc_issuer: 'https://id.example', oidc_subject: 'two' }],
    ['new', { oidc_issuer: 'https://old.example', oidc_subject: 'one' }],
    [
      'other',
      { oidc_issuer: 'https://old.example', oidc_subject: 'one', email_key: 'olena@company.example' },
    ],
  ] as const)('is %s with %j', (expected, changed) => {
    expect(fitOf({ ...account, ...changed }, identity)).toBe(expected);
  });
});

describe('a proof', () => {
  const now = new Date('2026-11-27T12:00:00Z');
  const ago = (provedSecondsAgo: number | null) => ({ ...identity, provedSecondsAgo });

  it('counts from when the provider says, else from the sign-in if it never says', () => {
    expect(provedAt(ago(60), { now, saysWhen: true })).toEqual(new Date('2026-11-27T11:59:00Z'));
    expect(provedAt(ago(null), { now, saysWhen: true })).toEqual(new Date(0));
    expect(provedAt(ago(null), { now, saysWhen: false })).toEqual(now);
  });

  it.each([
    [0, true, true],
    [40, true, true],
    [70, true, true],
    [71, true, false],
    [null, true, false],
    [null, false, true],
    [71, false, false],
  ])(
    'of %s seconds ago, asked for 40 seconds ago, is fresh (it says when: %s): %s',
    (seconds, saysWhen, expected) => {
      expect(isFresh(ago(seconds), { askedSecondsAgo: 40, saysWhen })).toBe(expected);
    },
  );
});
