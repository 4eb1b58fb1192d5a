import { ownAccountOf, type OwnCaller } from '#server/accounts/own-account.ts';
import { updateSession } from '#server/auth/session-store.ts';
import type { Db, SessionOpening } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { passkeysOf } from './passkey-store.ts';

interface Factors {
  /** Whether the account must have two factors. Nobody asks that of customers. */
  isRequired: boolean;
  hasPassword: boolean;
  /** Whether the second factor of the password is on. */
  isOn: boolean;
  hasPasskey: boolean;
  /** Null without a session: what the account has counts. */
  openedBy: SessionOpening | null;
}

/**
 * Whether two factors are required and one is missing. A passkey counts as both, and so does what the identity provider
 * or the operator asked for; the second factor belongs to the password (docs/decisions/0230).
 */
export function isFactorMissing({ isRequired, hasPassword, isOn, hasPasskey, openedBy }: Factors): boolean {
  if (!isRequired || isOn) return false;
  return openedBy === null ? hasPassword && !hasPasskey : openedBy === 'password';
}

/**
 * Whether the password, with a code where the second factor is on, proves who somebody is. Where two factors are required
 * it is one of them alone: it proves those who have no other yet and are held back until they set one up.
 */
export function isPasswordEnough({
  isRequired,
  isOn,
  hasPasskey,
  isHeldBack: isHeld,
}: Pick<Factors, 'isRequired' | 'isOn' | 'hasPasskey'> & { isHeldBack: boolean }): boolean {
  return !isRequired || isOn || (isHeld && !hasPasskey);
}

/**
 * Refuses to add a way of signing in by a password alone while two factors are required and the account has a passkey:
 * somebody who knows the password would add a factor of their own.
 */
export async function refuseWithoutPasskey(tx: Db, { actor }: OwnCaller): Promise<void> {
  if (!isHeldBack(actor)) return;
  if ((await passkeysOf(tx, ownAccountOf(actor))).length > 0) throw new AppError('two_factor_required');
}

/** A session that was held back for want of a second factor goes on, because its holder has used a passkey. */
export async function notePasskeyProof(tx: Db, { actor }: OwnCaller): Promise<void> {
  if (isHeldBack(actor)) await updateSession(tx, actor.sessionId, { opened_by: 'passkey' });
}

function isHeldBack(actor: OwnCaller['actor']): actor is Extract<OwnCaller['actor'], { kind: 'staff' }> {
  return actor.kind === 'staff' && actor.mustSetUpTwoFactor;
}
