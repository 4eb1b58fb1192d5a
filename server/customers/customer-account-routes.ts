import { customerApi as api } from '#contract/routes/customer.ts';
import { ownClosingApi } from '#contract/routes/accounts/own-closing.ts';
import { ownPromoCodeApi } from '#contract/routes/promo-code.ts';
import { ownWalletApi } from '#contract/routes/wallet.ts';
import { endOwnSession, ownSessions } from '#server/accounts/sessions.ts';
import { beforeUse } from '#server/auth/guard.ts';
import { type Implementation, onCustomer } from '#server/http/routes.ts';
import { changeOwnAccount } from './change-own-account.ts';
import { profileOf, requireCustomer } from './customer-account.ts';
import { closeAccount, keepAccount, readClosing } from './close-account.ts';
import type { CustomerDeps } from './customer-deps.ts';
import { readPaymentWay } from './read-payment-way.ts';
import { redeemPromoCode } from './redeem-promo-code.ts';
import { readCabinetSignIns, readStaffSignIns } from './read-sign-ins.ts';

/** A customer's own account (API.md, prefix `auth`). */
export function customerAccountRoutes(deps: CustomerDeps): Implementation[] {
  return [
    onCustomer(api.me, async ({ caller }) => ({
      data: profileOf(await requireCustomer(deps.db, caller.actor), deps.urlOf),
    })),
    onCustomer(api.changeMe, async ({ caller, body }) => ({
      data: await changeOwnAccount(deps, caller, body),
    })),
    onCustomer(api.sessions, async ({ caller }) => ({ data: await ownSessions(deps, caller) })),
    onCustomer(api.endSession, async ({ caller, params }) => {
      await endOwnSession(deps, caller, params.id);
      return { data: {} };
    }),
    onCustomer(api.staffSignIns, async ({ caller }) => ({ data: await readStaffSignIns(deps, caller) })),
    onCustomer(api.cabinetSignIns, async ({ caller }) => ({ data: await readCabinetSignIns(deps, caller) })),
    onCustomer(ownClosingApi.closing, async ({ caller }) => ({ data: await readClosing(deps, caller) })),
    onCustomer(ownClosingApi.closeAccount, async ({ caller, body }) => ({
      data: await closeAccount(deps, caller, body),
    })),
    onCustomer(ownClosingApi.keepAccount, async ({ caller }) => ({ data: await keepAccount(deps, caller) })),
    onCustomer(
      ownPromoCodeApi.redeemPromoCode,
      async ({ caller, body: { promo_code }, once: key }) => ({
        data: await redeemPromoCode(deps, caller, { promo_code, key }),
      }),
      ({ caller }) => beforeUse(deps.guard, 'promo', caller),
    ),
    onCustomer(ownWalletApi.paymentWay, async ({ caller, query }) => ({
      data: await readPaymentWay(deps, caller, query),
    })),
  ];
}
