import { beforeOwnSecret } from '#server/auth/guard.ts';
import { twoFactorApi as api } from '#contract/routes/accounts/two-factor.ts';
import { knowDevice } from '#server/auth/login-guard/known-device.ts';
import { type Implementation, on, onStaff } from '#server/http/routes.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  switchOffTwoFactor,
} from './change-two-factor.ts';
import { beforeChallenge } from './pass-challenge.ts';
import { reauthenticate } from './reauthenticate.ts';
import { resetTwoFactorOf } from '#server/users/restrict-user.ts';
import { passSecondFactor } from '#server/users/sign-in-staff.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';

/** `admin/auth/second-factor`, `admin/auth/two-factor/…` and a colleague's reset. */
export function twoFactorRoutes(deps: StaffDeps): Implementation[] {
  const { guard, devices } = deps;
  const beforeProof = async ({ caller }: { caller: StaffCaller }) => {
    await beforeOwnSecret(guard, 'current_password', caller, caller.actor.id);
    await beforeOwnSecret(guard, 'second_factor', caller, caller.actor.id);
  };
  return [
    on(
      api.secondFactor,
      async (call) =>
        knowDevice(devices, 'staff', call, await passSecondFactor(deps, call.caller, call.body)),
      ({ caller, rawBody }) => beforeChallenge(deps, caller, rawBody),
    ),
    onStaff(
      api.reauthenticate,
      async ({ caller, body }) => ({ data: await reauthenticate(deps, caller, body) }),
      beforeProof,
    ),
    onStaff(api.twoFactor, async ({ caller }) => ({ data: await readTwoFactor(deps, caller) })),
    onStaff(
      api.beginTwoFactor,
      async ({ caller, body }) => ({ data: await beginTwoFactor(deps, caller, body.current_password) }),
      beforeProof,
    ),
    onStaff(
      api.confirmTwoFactor,
      async ({ caller, body }) => ({ data: await confirmTwoFactor(deps, caller, body.code) }),
      beforeProof,
    ),
    onStaff(
      api.renewRecoveryCodes,
      async ({ caller, body }) => ({ data: await renewRecoveryCodes(deps, caller, body) }),
      beforeProof,
    ),
    onStaff(
      api.endTwoFactor,
      async ({ caller, body }) => {
        await switchOffTwoFactor(deps, caller, body);
        return { data: {} };
      },
      beforeProof,
    ),
    onStaff(api.resetTwoFactor, async ({ caller, params }) => ({
      data: await resetTwoFactorOf(deps, caller, params.id),
    })),
  ];
}
