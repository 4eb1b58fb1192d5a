import {
  gatewayApi,
  onlinePaymentApi as api,
  ownOnlinePaymentApi as own,
} from '#contract/routes/online-payment.ts';
import { type Implementation, on, onCustomer, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { changeAutoTopUp, readAutoTopUp } from '#server/payments/cards/auto-top-up.ts';
import { readCards } from '#server/payments/cards/read-cards.ts';
import { removeCard } from '#server/payments/cards/remove-card.ts';
import { dismissNotice } from './dismiss-notice.ts';
import type { OnlineDeps } from './online-deps.ts';
import { noticeListing, readGateways } from './read-gateways.ts';
import { readOwnPayment } from './read-own-payment.ts';
import { receiveNotice } from './receive-notice.ts';
import { beforePayment, startPayment } from './start-payment.ts';

/** Online payment: gateways' notices, `admin/payment-gateways`, `…-notices`, and customers' own (GROWTH section 16). */
export function onlineRoutes(deps: OnlineDeps & { lists: ListDeps }): Implementation[] {
  return [
    on(gatewayApi.event, async ({ caller, params, request }) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      await receiveNotice(deps, params.provider, { headers, body: request.rawBody, now: caller.now });
      return { data: {} };
    }),
    onStaff(api.gateways, async ({ caller }) => ({ data: await readGateways(deps, caller) })),
    onList(api.notices, noticeListing(deps.db), deps.lists),
    onStaff(api.dismissNotice, async ({ caller, params }) => {
      await dismissNotice(deps, caller, params.id);
      return { data: {} };
    }),
    onCustomer(
      own.startPayment,
      async ({ caller, body, once: key }) => ({ data: await startPayment(deps, caller, body, key) }),
      ({ caller }) => beforePayment(deps, caller),
    ),
    onCustomer(own.payment, async ({ caller, params }) => ({
      data: await readOwnPayment(deps, caller, params.id),
    })),
    onCustomer(own.cards, async ({ caller }) => ({ data: await readCards(deps, caller) })),
    onCustomer(own.removeCard, async ({ caller, params }) => {
      await removeCard(deps, caller, params.id);
      return { data: {} };
    }),
    onCustomer(own.autoTopUp, async ({ caller }) => ({ data: await readAutoTopUp(deps, caller) })),
    onCustomer(own.changeAutoTopUp, async ({ caller, body }) => ({
      data: await changeAutoTopUp(deps, caller, body),
    })),
  ];
}
