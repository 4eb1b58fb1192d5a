import { adminApi as api } from '#contract/admin-api.ts';
import type { LoginGuard } from '#server/auth/login-guard.ts';
import { type Implementation, on, onStaff } from '#server/http/routes.ts';
import type { StaffAuthService } from './staff-auth-service.ts';

/** `admin/auth/…` (API.md, "Staff"). */
export function staffAuthRoutes({
  staff,
  guard,
}: {
  staff: StaffAuthService;
  guard: LoginGuard;
}): Implementation[] {
  return [
    on(
      api.login,
      ({ caller, body }) => staff.login(caller, body),
      ({ caller, rawBody }) => guard.beforeLogin('staff', caller, rawBody),
    ),
    on(
      api.register,
      ({ caller, body }) => staff.register(caller, body),
      ({ caller }) => guard.beforeLink(caller),
    ),
    on(
      api.invitation,
      async ({ caller, body }) => ({ data: await staff.invitation(caller, body.hash) }),
      ({ caller }) => guard.beforeLink(caller),
    ),
    on(api.logout, async ({ token }) => {
      await staff.logout(token);
      return { data: {} };
    }),
    on(api.refresh, ({ token, caller }) => staff.refresh(token, caller.now)),
    on(
      api.sendReset,
      async ({ caller, body }) => ({
        data: { sent: true as const, ...(await staff.sendReset(caller, body.email)) },
      }),
      ({ caller, rawBody }) => guard.beforeMail('reset', 'staff', caller, rawBody),
    ),
    on(
      api.changePassword,
      async ({ caller, body }) => {
        await staff.changePassword(caller, body);
        return { domain: null, data: {} };
      },
      ({ caller }) => guard.beforeLink(caller),
    ),
    onStaff(api.me, async ({ caller }) => ({ data: await staff.me(caller) })),
    onStaff(api.changeMe, async ({ caller, body }) => ({ data: await staff.changeMe(caller, body) })),
    onStaff(api.sessions, async ({ caller }) => ({ data: await staff.ownSessions(caller) })),
    onStaff(api.endSession, async ({ caller, params }) => {
      await staff.endOwnSession(caller, params.id);
      return { data: {} };
    }),
  ];
}
