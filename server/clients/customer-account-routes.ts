import type { customerApi } from '#contract/customer-api.ts';
import { type Implementation, onCustomer } from '#server/http/routes.ts';
import type { CustomerAccountService } from './customer-account-service.ts';
import type { ProformaService } from './proforma-service.ts';

interface CustomerAccountRouteDeps {
  api: ReturnType<typeof customerApi>;
  customerAccounts: CustomerAccountService;
  proformas: ProformaService;
}

/** A customer's own account (API.md, prefix `auth`). */
export function customerAccountRoutes({
  api,
  customerAccounts,
  proformas,
}: CustomerAccountRouteDeps): Implementation[] {
  return [
    onCustomer(api.me, async ({ caller }) => ({ data: await customerAccounts.me(caller) })),
    onCustomer(api.changeMe, async ({ caller, body }) => ({
      data: await customerAccounts.changeMe(caller, body),
    })),
    onCustomer(api.sessions, async ({ caller }) => ({ data: await customerAccounts.ownSessions(caller) })),
    onCustomer(api.endSession, async ({ caller, params }) => {
      await customerAccounts.endOwnSession(caller, params.id);
      return { data: {} };
    }),
    onCustomer(api.staffSignIns, async ({ caller }) => ({
      data: await customerAccounts.staffSignIns(caller),
    })),
    onCustomer(api.paymentWay, async ({ caller }) => ({ data: await proformas.paymentWay(caller) })),
    onCustomer(
      api.proforma,
      ({ caller, body }) => proformas.make(caller, body),
      ({ caller }) => proformas.beforeMake(caller),
    ),
  ];
}
