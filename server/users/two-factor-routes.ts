import { adminTwoFactorApi as api } from '#contract/admin-two-factor-api.ts';
import type { LoginGuard } from '#server/auth/login-guard.ts';
import type { Caller, StaffActor } from '#server/http/caller.ts';
import { type Implementation, on, onStaff } from '#server/http/routes.ts';
import type { StaffAuthService } from './staff-auth-service.ts';
import type { TwoFactorService } from './two-factor-service.ts';
import type { UserService } from './user-service.ts';

interface TwoFactorRouteDeps {
  staff: StaffAuthService;
  twoFactor: TwoFactorService;
  users: UserService;
  guard: LoginGuard;
}

/** `admin/auth/second-factor`, `admin/auth/two-factor/…` and a colleague's reset. */
export function twoFactorRoutes({ staff, twoFactor, users, guard }: TwoFactorRouteDeps): Implementation[] {
  const beforeProof = async ({ caller }: { caller: Caller<StaffActor> }) => {
    await guard.beforeOwnSecret('current_password', caller, caller.actor.id);
    await guard.beforeOwnSecret('second_factor', caller, caller.actor.id);
  };
  return [
    on(
      api.secondFactor,
      ({ caller, body }) => staff.passSecondFactor(caller, body),
      ({ caller, rawBody }) => twoFactor.beforePass(caller, rawBody),
    ),
    onStaff(api.twoFactor, async ({ caller }) => ({ data: await twoFactor.state(caller) })),
    onStaff(
      api.beginTwoFactor,
      async ({ caller, body }) => ({ data: await twoFactor.begin(caller, body.current_password) }),
      beforeProof,
    ),
    onStaff(
      api.confirmTwoFactor,
      async ({ caller, body }) => ({ data: { recovery_codes: await twoFactor.confirm(caller, body.code) } }),
      beforeProof,
    ),
    onStaff(
      api.renewRecoveryCodes,
      async ({ caller, body }) => ({
        data: { recovery_codes: await twoFactor.renewRecoveryCodes(caller, body) },
      }),
      beforeProof,
    ),
    onStaff(
      api.endTwoFactor,
      async ({ caller, body }) => {
        await twoFactor.switchOff(caller, body);
        return { data: {} };
      },
      beforeProof,
    ),
    onStaff(api.resetTwoFactor, async ({ caller, params }) => ({
      data: await users.resetTwoFactor(caller, params.id),
    })),
  ];
}
