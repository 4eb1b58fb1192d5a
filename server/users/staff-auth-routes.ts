import { beforeLogin } from '#server/auth/login-guard/guard-login.ts';
import { beforeEmail } from '#server/auth/guard.ts';
import { staffApi as api } from '#contract/routes/accounts/staff.ts';
import { askForEmail } from '#server/accounts/ask-for-email.ts';
import { endOtherSessions, endOwnSession, ownSessions, signOut } from '#server/accounts/sessions.ts';
import { knowDevice } from '#server/auth/login-guard/known-device.ts';
import { type Implementation, on, onStaff } from '#server/http/routes.ts';
import { changeOwnProfile } from './change-own-profile.ts';
import { joinStaff, readInvitation } from '#server/users/joining/join-staff.ts';
import { confirmStaffAddress, refuseStaffAddress, resetStaffPassword } from './reset-staff-password.ts';
import { refreshStaff, signInStaff } from './sign-in-staff.ts';
import { requireActing, requirePasswords, staffAccountOf } from './staff-account.ts';
import type { StaffDeps } from './staff-deps.ts';

/** `admin/auth/…` (API.md, "Staff"). */
export function staffAuthRoutes(deps: StaffDeps): Implementation[] {
  const { db, guard, devices } = deps;
  return [
    on(
      api.login,
      async (call) => knowDevice(devices, 'staff', call, await signInStaff(deps, call.caller, call.body)),
      async ({ caller, rawBody }) => {
        requirePasswords(deps);
        await beforeLogin(guard, 'staff', { caller, body: rawBody });
      },
    ),
    on(api.register, async (call) =>
      knowDevice(devices, 'staff', call, await joinStaff(deps, call.caller, call.body)),
    ),
    on(api.invitation, async ({ caller, body }) => ({ data: await readInvitation(deps, caller, body.hash) })),
    on(api.logout, async ({ token, caller }) => {
      await signOut(deps, caller, { kind: 'staff', token });
      return { data: {} };
    }),
    on(api.refresh, async (call) =>
      knowDevice(devices, 'staff', call, await refreshStaff(deps, call.caller, call.token)),
    ),
    on(
      api.sendReset,
      async ({ caller, body }) => ({
        data: { sent: true as const, ...(await askForEmail(deps, caller, 'staff_reset', body.email)) },
      }),
      async ({ caller, rawBody }) => {
        requirePasswords(deps);
        await beforeEmail(guard, 'reset', { kind: 'staff', caller, body: rawBody });
      },
    ),
    on(api.changePassword, async ({ caller, body }) => {
      requirePasswords(deps);
      await resetStaffPassword(deps, caller, body);
      return { domain: null, data: {} };
    }),
    on(api.confirmAddress, async ({ caller, body, token }) => ({
      data: await confirmStaffAddress(deps, caller, { ...body, token }),
    })),
    on(api.refuseAddress, async ({ caller, body }) => ({
      data: await refuseStaffAddress(deps, caller, body.hash),
    })),
    onStaff(api.me, async ({ caller: { actor } }) => ({
      data: staffAccountOf(deps, await requireActing(db, actor), actor.mustSetUpTwoFactor),
    })),
    onStaff(api.changeMe, async ({ caller, body }) => ({ data: await changeOwnProfile(deps, caller, body) })),
    onStaff(api.sessions, async ({ caller }) => ({ data: await ownSessions(deps, caller) })),
    onStaff(api.endSessions, async ({ caller }) => {
      await endOtherSessions(deps, caller);
      return { data: {} };
    }),
    onStaff(api.endSession, async ({ caller, params }) => {
      await endOwnSession(deps, caller, params.id);
      return { data: {} };
    }),
  ];
}
