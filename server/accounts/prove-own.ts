import type { ReauthenticateInput } from '#contract/accounts/two-factor.ts';
import { guardOwnSecret } from '#server/auth/guard.ts';
import { requireOwnPassword, requireSamePassword } from '#server/auth/own-password.ts';
import type { Db } from '#server/db/tables.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import type { PasskeyDeps } from './account-deps.ts';
import {
  lockOwnAccount,
  ownAccountOf,
  type OwnCaller,
  type ProvedAccount,
  requireOwnAccount,
} from './own-account.ts';
import { notePasskeyProof } from './passkeys/missing-factor.ts';
import { provePasskey } from './passkeys/prove-passkey.ts';
import { takeSecondFactor, wrongCode } from './two-factor/second-factor.ts';

/**
 * Runs what somebody who is signed in may do only after they have proved who they are: by a passkey, or by the password
 * and by the second factor where it is on. Wrong ones count as those of a login do.
 */
export async function proveOwn<Result>(
  deps: PasskeyDeps,
  caller: OwnCaller,
  { current_password, passkey, ...given }: ReauthenticateInput,
  then: (tx: Db, account: ProvedAccount) => Promise<Result>,
): Promise<Result> {
  const own = ownAccountOf(caller.actor);
  if (passkey) {
    return provePasskey(deps, caller, {
      kind: own.kind,
      answer: passkey,
      lock: async (tx, id) => (id === own.id ? lockOwnAccount(tx, caller) : undefined),
      async open(tx, account) {
        await notePasskeyProof(tx, caller);
        return then(tx, account);
      },
    });
  }
  const judged = await requireOwnAccount(deps.db, caller);
  await requireOwnPassword(deps, caller, judged, current_password);
  if (!judged.two_factor_at) {
    return deps.db.transaction().execute(async (tx) => then(tx, await lockJudged(tx, caller, judged)));
  }
  if (given.code === undefined && given.recovery_code === undefined) {
    throw fieldError('code', 'validation.required');
  }
  const done = await guardOwnSecret(deps.guard, 'second_factor', caller, judged.id, () =>
    deps.db.transaction().execute(async (tx) => {
      const account = await lockJudged(tx, caller, judged);
      if (!(await takeSecondFactor(deps, tx, caller, { account, given }))) return undefined;
      return { result: await then(tx, account) };
    }),
  );
  if (!done) throw wrongCode(given);
  return done.result;
}

/** The account as it was judged, locked; its session is still open. */
async function lockJudged(tx: Db, caller: OwnCaller, judged: ProvedAccount): Promise<ProvedAccount> {
  const account = await lockOwnAccount(tx, caller);
  requireSamePassword(judged, account);
  if ((account.two_factor_at === null) !== (judged.two_factor_at === null)) {
    throw fieldError('code', 'validation.required');
  }
  return account;
}
