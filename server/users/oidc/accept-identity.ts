import { guardOidc } from '#server/auth/guard.ts';
import { auditOwnAccount } from '#server/audit-log/audit-store.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { IdentityProvider } from '#server/oidc/identity-provider.ts';
import { fitOf, type Identity, refusalOfIdentity } from '#server/oidc/judge-identity.ts';
import { type OidcState, stateSeconds, validState } from '#server/oidc/oidc-state.ts';
import { takeState } from '#server/oidc/used-state-store.ts';
import { asStaff } from '#server/users/staff-account.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { type StaffRow, updateUser } from '#server/users/user-store.ts';

/** An answer of the identity provider that passed every check. */
export interface Accepted {
  identity: Identity;
  state: OidcState;
  /** Whether the provider can say when somebody last proved who they are. */
  saysWhen: boolean;
}

/** The configured provider; 404 without one. */
export function requireProvider({ identityProvider }: Pick<StaffDeps, 'identityProvider'>): IdentityProvider {
  if (!identityProvider) throw new AppError('not_found');
  return identityProvider;
}

/**
 * Uses an answer of the identity provider up, in the browser that asked for it. Refused ones count for the address.
 *
 * @throws AppError `oidc_expired`, `oidc_denied`, `oidc_failed`, `oidc_unavailable`, `oidc_email_unverified` or
 *   `oidc_domain`
 */
export function withIdentity<Result>(
  deps: StaffDeps,
  caller: Caller,
  { answer, fresh }: { answer: string; fresh: boolean },
  use: (accepted: Accepted) => Promise<Result>,
): Promise<Result> {
  const provider = requireProvider(deps);
  return guardOidc(deps.guard, caller, async () => {
    const given = new URLSearchParams(answer);
    const state = await usedState(deps, provider, caller, given);
    if (state.fresh !== fresh) throw new AppError('oidc_expired');
    const error = given.get('error');
    if (error !== null) throw new AppError(codeOf(error));
    const { identity, saysWhen } = await provider.identify(given, state);
    const refusal = refusalOfIdentity(identity, provider.allowedDomains);
    if (refusal) throw new AppError(refusal);
    return use({ identity, state, saysWhen });
  });
}

/** The state of an answer, used up before anything is asked of the provider. */
async function usedState(
  { db, secrets }: StaffDeps,
  provider: IdentityProvider,
  { cookies, now }: Caller,
  given: URLSearchParams,
): Promise<OidcState> {
  const sealed = given.get('state');
  const state = validState(secrets, sealed, { browser: provider.cookie.read(cookies), now });
  const until = new Date((state?.at ?? 0) + (stateSeconds + 60) * 1000);
  if (!sealed || !state || !(await takeState(db, sealed, until))) throw new AppError('oidc_expired');
  return state;
}

/** What the provider says instead of an answer (RFC 6749, section 4.1.2.1). */
function codeOf(error: string) {
  if (error === 'access_denied') return 'oidc_denied';
  return ['server_error', 'temporarily_unavailable'].includes(error) ? 'oidc_unavailable' : 'oidc_failed';
}

/**
 * The account with its identity, remembered at the first sign-in; the account's row is locked.
 *
 * @throws AppError `oidc_other_account` when the account is connected with another identity
 */
export async function linkIdentity(
  tx: Db,
  caller: Caller,
  { user, identity }: { user: StaffRow; identity: Identity },
): Promise<StaffRow> {
  const fit = fitOf(user, identity);
  if (fit === 'linked') return user;
  if (fit === 'other') throw new AppError('oidc_other_account');
  const link = { oidc_issuer: identity.issuer, oidc_subject: identity.subject };
  await updateUser(tx, user.id, link);
  await auditOwnAccount(tx, caller, asStaff(user), { what: 'oidc_linked' });
  return { ...user, ...link };
}
