import { paymentApi as api } from '#contract/routes/payment.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { knownPayment } from '#server/payments/matching/read-bank-lines.ts';
import type { OnlineDeps } from '#server/payments/online/online-deps.ts';
import { refundPayment } from '#server/payments/refunds/refund-payment.ts';
import { paymentListing, readPayment } from './read-payments.ts';

/** Payments of all kinds: `admin/payments`, `…/{id}`, `…/{id}/refund` (GROWTH section 16). */
export function paymentRoutes(deps: OnlineDeps & { lists: ListDeps }): Implementation[] {
  const { db, lists } = deps;
  return [
    onList(api.payments, paymentListing(deps), lists),
    onStaff(api.payment, async ({ params }) => ({ data: await readPayment(deps, db, params.id) })),
    onStaff(
      api.refundPayment,
      async ({ caller, params, body, once: key }) => ({
        data: await refundPayment(deps, caller, { paymentId: params.id, key }, body),
      }),
      knownPayment(deps),
    ),
  ];
}
