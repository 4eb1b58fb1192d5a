import { ownPasskeyApi as api } from '#contract/routes/accounts/passkey.ts';
import { signInMethodApi as others } from '#contract/routes/accounts/sign-in-methods.ts';
import {
  addPasskey,
  beginPasskey,
  readPasskeys,
  removePasskey,
} from '#server/accounts/passkeys/own-passkeys.ts';
import { askPasskey } from '#server/accounts/passkeys/prove-passkey.ts';
import { proveOwn } from '#server/accounts/prove-own.ts';
import { twoFactorHandlers } from '#server/accounts/two-factor/two-factor-handlers.ts';
import { beforeUse } from '#server/auth/guard.ts';
import { knowDevice } from '#server/auth/login-guard/known-device.ts';
import type { CustomerDeps } from '#server/customers/customer-deps.ts';
import { signInCustomerByPasskey } from '#server/customers/sign-in-customer.ts';
import { type Implementation, on, onCustomer, onStaff } from '#server/http/routes.ts';
import { readMemberSignIn, removeMemberPasskey } from './member-sign-in.ts';

/** `auth/passkeys…`, signing in by one, and those of a client's member for staff. */
export function personPasskeyRoutes(deps: CustomerDeps): Implementation[] {
  return [
    onCustomer(api.passkeys, async ({ caller }) => ({ data: await readPasskeys(deps, caller) })),
    onCustomer(
      api.beginPasskey,
      async ({ caller, body }) => ({
        data: await proveOwn(deps, caller, body, (tx, account) => beginPasskey(deps, tx, caller, account)),
      }),
      twoFactorHandlers(deps).before,
    ),
    onCustomer(api.addPasskey, async ({ caller, body }) => ({ data: await addPasskey(deps, caller, body) })),
    onCustomer(api.removePasskey, async ({ caller, params }) => {
      await removePasskey(deps, caller, params.id);
      return { data: {} };
    }),
    onStaff(others.memberSignIn, async ({ params }) => ({
      data: await readMemberSignIn(deps, { clientId: params.id, personId: params.person }),
    })),
    onStaff(others.removeMemberPasskey, async ({ caller, params: { id, person, passkey } }) => {
      await removeMemberPasskey(deps, caller, { clientId: id, personId: person, passkeyId: passkey });
      return { data: {} };
    }),
    on(api.askPasskey, async ({ caller }) => ({ data: await askPasskey(deps, caller, 'customer') })),
    on(
      api.signInByPasskey,
      async (call) =>
        knowDevice(
          deps.devices,
          'customer',
          call,
          await signInCustomerByPasskey(deps, call.caller, call.body.answer),
        ),
      ({ caller }) => beforeUse(deps.guard, 'passkey', caller),
    ),
  ];
}
