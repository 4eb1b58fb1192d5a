import type { SecondFactor } from '#contract/accounts/two-factor.ts';
import { ownAccountOf, type OwnCaller } from '#server/accounts/own-account.ts';
import { beforeOwnSecret } from '#server/auth/guard.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  renewRecoveryCodes,
  switchOffTwoFactor,
  type TwoFactorDeps,
} from './change-two-factor.ts';

interface OwnCall<Body> {
  caller: OwnCaller;
  body: Body;
}

type Proof = SecondFactor & { current_password: string };

/** What answers the routes of one's own second factor, for staff and for customers. */
export function twoFactorHandlers(deps: TwoFactorDeps) {
  return {
    /** Refuses while the guesses of the password or of the codes are used up. */
    async before({ caller }: { caller: OwnCaller }) {
      const { id } = ownAccountOf(caller.actor);
      await beforeOwnSecret(deps.guard, 'current_password', caller, id);
      await beforeOwnSecret(deps.guard, 'second_factor', caller, id);
    },
    begin: async ({ caller, body }: OwnCall<{ current_password: string }>) => ({
      data: await beginTwoFactor(deps, caller, body.current_password),
    }),
    confirm: async ({ caller, body }: OwnCall<{ code: string }>) => ({
      data: await confirmTwoFactor(deps, caller, body.code),
    }),
    renew: async ({ caller, body }: OwnCall<Proof>) => ({
      data: await renewRecoveryCodes(deps, caller, body),
    }),
    async end({ caller, body }: OwnCall<Proof>) {
      await switchOffTwoFactor(deps, caller, body);
      return { data: {} };
    },
  };
}
