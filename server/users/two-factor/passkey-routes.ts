import { passkeyApi as api } from '#contract/routes/accounts/passkey.ts';
import { signInMethodApi as others } from '#contract/routes/accounts/sign-in-methods.ts';
import { lockOwnAccount } from '#server/accounts/own-account.ts';
import {
  addPasskey,
  beginPasskey,
  readPasskeys,
  removePasskey,
} from '#server/accounts/passkeys/own-passkeys.ts';
import { askPasskey } from '#server/accounts/passkeys/prove-passkey.ts';
import { beforeUse } from '#server/auth/guard.ts';
import { knowDevice } from '#server/auth/login-guard/known-device.ts';
import { type Implementation, on, onStaff } from '#server/http/routes.ts';
import { readUserSignIn, removeUserPasskey } from './colleague-sign-in.ts';
import { signInStaffByPasskey } from '#server/users/sign-in-staff.ts';
import { requirePasswords } from '#server/users/staff-account.ts';
import type { StaffDeps } from '#server/users/staff-deps.ts';

/** `admin/auth/passkeys…`, signing in by one, and a colleague's; a fresh proof is asked for by the routes. */
export function passkeyRoutes(deps: StaffDeps): Implementation[] {
  return [
    onStaff(api.passkeys, async ({ caller }) => ({ data: await readPasskeys(deps, caller) })),
    onStaff(api.beginPasskey, async ({ caller }) => ({
      data: await deps.db
        .transaction()
        .execute(async (tx) => beginPasskey(deps, tx, caller, await lockOwnAccount(tx, caller))),
    })),
    onStaff(api.addPasskey, async ({ caller, body }) => ({ data: await addPasskey(deps, caller, body) })),
    onStaff(api.removePasskey, async ({ caller, params }) => {
      await removePasskey(deps, caller, params.id);
      return { data: {} };
    }),
    onStaff(others.userSignIn, async ({ caller, params }) => ({
      data: await readUserSignIn(deps, caller, params.id),
    })),
    onStaff(others.removeUserPasskey, async ({ caller, params }) => {
      await removeUserPasskey(deps, caller, { id: params.id, passkeyId: params.passkey });
      return { data: {} };
    }),
    on(api.askPasskey, async ({ caller }) => ({ data: await askPasskey(deps, caller, 'staff') })),
    on(
      api.signInByPasskey,
      async (call) =>
        knowDevice(
          deps.devices,
          'staff',
          call,
          await signInStaffByPasskey(deps, call.caller, call.body.answer),
        ),
      async ({ caller }) => {
        // The company's accounts are the only way in then; a passkey would outlive them.
        requirePasswords(deps);
        await beforeUse(deps.guard, 'passkey', caller);
      },
    ),
  ];
}
