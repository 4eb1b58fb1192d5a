import { emailKey } from '#contract/kernel/primitives.ts';

/** Somebody as the identity provider knows them. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** How long before this answer they proved who they are; null when the provider doesn't say. */
  provedSecondsAgo: number | null;
}

/** The claims of an ID token, and of the user info where it has no address. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * The identity in checked claims. Microsoft says by `xms_edov` whether the tenant owns the domain of an address, and
 * nothing by `email_verified`; some providers send booleans as text or numbers.
 */
export function identityOf(claims: Claims): Identity {
  const { iss, sub, email, iat, auth_time: provedAt } = claims;
  const isTrue = (value: unknown) => [true, 'true', 1, '1'].some((one) => one === value);
  const isKnown = typeof provedAt === 'number' && typeof iat === 'number';
  return {
    issuer: String(iss),
    subject: String(sub),
    email: typeof email === 'string' && email.includes('@') ? email : null,
    isEmailVerified: isTrue(claims['email_verified']) || isTrue(claims['xms_edov']),
    // Both are the provider's own time, so a clock that differs from ours does no harm.
    provedSecondsAgo: isKnown ? Math.max(0, iat - provedAt) : null,
  };
}

/** Why nobody may sign in with this identity; null: somebody may. */
export function refusalOfIdentity(
  { email, isEmailVerified }: Identity,
  allowedDomains: readonly string[],
): 'oidc_email_unverified' | 'oidc_domain' | null {
  if (email === null || !isEmailVerified) return 'oidc_email_unverified';
  const domain = emailKey(email).split('@').at(-1) ?? '';
  return allowedDomains.length === 0 || allowedDomains.includes(domain) ? null : 'oidc_domain';
}

/** What an account has of an identity. */
interface Linked {
  email_key: string;
  oidc_issuer: string | null;
  oidc_subject: string | null;
}

/**
 * How an identity fits an account: `linked` already, or may be linked by the address (`new`), or the account is
 * somebody else's (`other`). A link to a provider that is not used any more is none.
 */
export function fitOf(
  { email_key, oidc_issuer, oidc_subject }: Linked,
  { issuer, subject, email }: Identity,
): 'linked' | 'new' | 'other' {
  if (oidc_issuer === issuer) return oidc_subject === subject ? 'linked' : 'other';
  return email !== null && emailKey(email) === email_key ? 'new' : 'other';
}

/**
 * When somebody who signs in now has proved who they are. A provider that could say so and doesn't may have asked for
 * nothing; one that never says (Google) is taken at its answer.
 */
export function provedAt(
  { provedSecondsAgo }: Identity,
  { now, saysWhen }: { now: Date; saysWhen: boolean },
): Date {
  if (provedSecondsAgo !== null) return new Date(now.getTime() - provedSecondsAgo * 1000);
  return saysWhen ? new Date(0) : now;
}

/** How much longer a proof may have taken than we measured: two machines round their seconds. */
const toleratedSeconds = 30;

/** Whether somebody proved who they are after we asked for it. */
export function isFresh(
  { provedSecondsAgo }: Identity,
  { askedSecondsAgo, saysWhen }: { askedSecondsAgo: number; saysWhen: boolean },
): boolean {
  if (provedSecondsAgo === null) return !saysWhen;
  return provedSecondsAgo <= askedSecondsAgo + toleratedSeconds;
}
