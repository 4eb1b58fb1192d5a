import { ownTwoFactorApi as api, personTwoFactorApi } from '#contract/routes/accounts/two-factor.ts';
import { readTwoFactor } from '#server/accounts/two-factor/change-two-factor.ts';
import { beforeChallenge } from '#server/accounts/two-factor/pass-challenge.ts';
import { twoFactorHandlers } from '#server/accounts/two-factor/two-factor-handlers.ts';
import { knowDevice } from '#server/auth/login-guard/known-device.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import { passCustomerSecondFactor } from '#server/customers/sign-in-customer.ts';
import { type Implementation, on, onCustomer, onStaff } from '#server/http/routes.ts';
import { resetTwoFactorOfMember } from './member-sign-in.ts';

/** `auth/second-factor`, `auth/two-factor/…` and the reset by staff. */
export function personTwoFactorRoutes(deps: CustomerDeps): Implementation[] {
  const { devices } = deps;
  const own = twoFactorHandlers(deps);
  return [
    on(
      api.secondFactor,
      async (call) =>
        knowDevice(devices, 'customer', call, await passCustomerSecondFactor(deps, call.caller, call.body)),
      ({ caller, rawBody }) => beforeChallenge(deps, caller, rawBody),
    ),
    onCustomer(api.twoFactor, async ({ caller }) => ({
      data: { ...(await readTwoFactor(deps, caller)), required: false },
    })),
    onCustomer(api.beginTwoFactor, own.begin, own.before),
    onCustomer(api.confirmTwoFactor, own.confirm, own.before),
    onCustomer(api.renewRecoveryCodes, own.renew, own.before),
    onCustomer(api.endTwoFactor, own.end, own.before),
    onStaff(personTwoFactorApi.resetMemberTwoFactor, async ({ caller, params }) => ({
      data: await resetTwoFactorOfMember(deps, caller, { clientId: params.id, personId: params.person }),
    })),
  ];
}
