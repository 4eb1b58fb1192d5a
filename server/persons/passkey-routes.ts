import { ownPasskeyApi as api } from '#contract/routes/accounts/passkey.ts';
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
import { type Implementation, on, onCustomer } from '#server/http/routes.ts';

/** `auth/passkeys…` and signing in by one. */
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
