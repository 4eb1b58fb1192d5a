import { twoFactorApi as api } from '#contract/routes/accounts/two-factor.ts';
import { readTwoFactor } from '#server/accounts/two-factor/change-two-factor.ts';
import { beforeChallenge } from '#server/accounts/two-factor/pass-challenge.ts';
import { twoFactorHandlers } from '#server/accounts/two-factor/two-factor-handlers.ts';
import { knowDevice } from '#server/auth/login-guard/known-device.ts';
import { type Implementation, on, onStaff } from '#server/http/routes.ts';
import { requireFreshProof, type StaffCaller } from '#server/kernel/caller.ts';
import { resetTwoFactorOf } from '#server/users/restrict-user.ts';
import { passSecondFactor } from '#server/users/sign-in-staff.ts';
import { isOwnPasswordEnough, requireActing, requirePasswords } from '#server/users/staff-account.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';
import { reauthenticate } from './reauthenticate.ts';

/** `admin/auth/second-factor`, `admin/auth/two-factor/…` and a colleague's reset. */
export function twoFactorRoutes(deps: StaffDeps): Implementation[] {
  const { devices } = deps;
  const own = twoFactorHandlers(deps);
  const beforeProof = async (call: { caller: StaffCaller }) => {
    requirePasswords(deps);
    await own.before(call);
  };
  // Where the password alone proves nobody, it adds no factor either. Who is held back has nothing else.
  const beforeNewFactor = async ({ caller }: { caller: StaffCaller }) => {
    await beforeProof({ caller });
    const { actor, now } = caller;
    if (actor.mustSetUpTwoFactor || (await isOwnPasswordEnough(deps.db, actor))) return;
    requireFreshProof(actor, now);
  };
  return [
    on(
      api.secondFactor,
      async (call) =>
        knowDevice(devices, 'staff', call, await passSecondFactor(deps, call.caller, call.body)),
      async ({ caller, rawBody }) => {
        // A password was asked for before they were switched off.
        requirePasswords(deps);
        await beforeChallenge(deps, caller, rawBody);
      },
    ),
    onStaff(
      api.reauthenticate,
      async ({ caller, body }) => ({ data: await reauthenticate(deps, caller, body) }),
      own.before,
    ),
    onStaff(api.twoFactor, async ({ caller }) => {
      const { must_have_two_factor: required } = await requireActing(deps.db, caller.actor);
      return { data: { ...(await readTwoFactor(deps, caller)), required } };
    }),
    onStaff(api.beginTwoFactor, own.begin, beforeNewFactor),
    onStaff(api.confirmTwoFactor, own.confirm, beforeNewFactor),
    onStaff(api.renewRecoveryCodes, own.renew, beforeProof),
    onStaff(api.endTwoFactor, own.end, beforeProof),
    onStaff(api.resetTwoFactor, async ({ caller, params }) => ({
      data: await resetTwoFactorOf(deps, caller, params.id),
    })),
  ];
}
