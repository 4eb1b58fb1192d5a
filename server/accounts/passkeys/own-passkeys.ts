import {
  type NewPasskeyInput,
  type Passkey,
  passkeyLimits,
  passkeySeconds,
} from '#contract/accounts/passkey.ts';
import type { PasskeyDeps } from '#server/accounts/account-deps.ts';
import {
  lockOwnAccount,
  ownAccountOf,
  type OwnCaller,
  type ProvedAccount,
} from '#server/accounts/own-account.ts';
import { auditOwnAccount } from '#server/audit-log/audit-store.ts';
import { answered } from '#server/db/answered.ts';
import type { Db, PasskeyRow } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { newId } from '#server/kernel/ids.ts';
import { notePasskeyProof, refuseWithoutPasskey } from './missing-factor.ts';
import { deletePasskey, insertPasskey, passkeysOf, storeChallenge, takeChallenge } from './passkey-store.ts';
import { emailAboutPasskey } from './tell-owner.ts';
import { challengeOf, creationOptions, madeCredential } from './webauthn.ts';

/** One's own passkeys, of staff and of customers' persons (docs/decisions/0195). */
export async function readPasskeys({ db }: PasskeyDeps, { actor }: OwnCaller): Promise<Passkey[]> {
  return (await passkeysOf(db, ownAccountOf(actor))).map(toPasskey);
}

/** What a browser makes a passkey with, for this session alone; the caller has proved who they are. */
export async function beginPasskey(
  deps: PasskeyDeps,
  tx: Db,
  caller: OwnCaller,
  account: ProvedAccount,
): Promise<Record<string, unknown>> {
  const { actor, now } = caller;
  const { kind } = account;
  await refuseWithoutPasskey(tx, caller);
  const known = await passkeysOf(tx, account);
  refuseToAdd(account, known);
  const options = await creationOptions(deps, account, known);
  const expiresAt = new Date(now.getTime() + passkeySeconds * 1000);
  await storeChallenge(tx, {
    challenge: options.challenge,
    kind,
    sessionId: actor.sessionId,
    expiresAt,
  });
  return { ...options };
}

/** Keeps a passkey that an authenticator has made, and tells the owner. */
export async function addPasskey(
  deps: PasskeyDeps,
  caller: OwnCaller,
  { name, answer }: NewPasskeyInput,
): Promise<Passkey> {
  const { actor, now } = caller;
  const challenge = challengeOf(answer);
  const asked = { kind: actor.kind, sessionId: actor.sessionId, now };
  const isOpen = challenge !== undefined && (await takeChallenge(deps.db, { challenge, ...asked }));
  const made = isOpen ? await madeCredential(deps, { answer, challenge }) : undefined;
  if (!made) throw new AppError('passkey_refused');
  return answered(deps.db, caller, async (tx) => {
    const account = await lockOwnAccount(tx, caller);
    await refuseWithoutPasskey(tx, caller);
    refuseToAdd(account, await passkeysOf(tx, account));
    const transports = answer.response.transports ?? [];
    const row = { id: newId(now), ...made, transports, name, created_at: now, last_used_at: null };
    if (!(await insertPasskey(tx, account, row))) throw new AppError('passkey_refused');
    await notePasskeyProof(tx, caller);
    await tell(deps, tx, caller, { account, name, change: 'add' });
    return toPasskey(row);
  });
}

/** Removes one, and tells the owner. The last way to sign in stays. */
export async function removePasskey(deps: PasskeyDeps, caller: OwnCaller, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, caller);
    const known = await passkeysOf(tx, account);
    const passkey = known.find((one) => one.id === id);
    if (!passkey) throw new AppError('not_found');
    if (known.length === 1 && account.password_hash === null) throw new AppError('last_sign_in');
    await deletePasskey(tx, account.kind, id);
    await tell(deps, tx, caller, { account, name: passkey.name, change: 'remove' });
  });
}

/** An address that nobody has confirmed may be a stranger's, who would get the emails about passkeys. */
function refuseToAdd({ proved_at }: ProvedAccount, known: readonly PasskeyRow[]): void {
  if (!proved_at) throw new AppError('unconfirmed');
  const { max } = passkeyLimits.count;
  if (known.length < max) return;
  throw new AppError('validation_failed', {
    fields: { name: [{ key: 'validation.tooManyPasskeys', params: { max } }] },
  });
}

async function tell(
  { mail }: PasskeyDeps,
  tx: Db,
  caller: OwnCaller,
  { account, name, change }: { account: ProvedAccount; name: string; change: 'add' | 'remove' },
): Promise<void> {
  const [before, after] = change === 'add' ? [null, name] : [name, null];
  await auditOwnAccount(tx, caller, account, {
    what: `passkey_${change}`,
    changes: [{ field: 'passkey', before, after }],
  });
  const done = change === 'add' ? 'added' : 'removed';
  await mail.write(tx, caller.now, emailAboutPasskey(caller, account, { done, passkey: name }));
}

export function toPasskey({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}
