import { matchingApi as api } from '#contract/routes/payment.ts';
import { clientById } from '#server/clients/client-store.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { type ListDeps, onList } from '#server/lists/list-reply.ts';
import { certainPayments } from '#server/payments/suggestions/certain-payments.ts';
import type { WalletDeps } from '#server/payments/write-wallet-line.ts';
import { readInbox } from './inbox-store.ts';
import { matchCertain } from './match-certain.ts';
import { matchPayment } from './match-payment.ts';
import { bankLineListing, knownPayment, linesWaitingFor } from './read-bank-lines.ts';
import { ignorePayment, unmatchPayment } from './unmatch-payment.ts';
import { unmatchPayments } from './unmatch-payments.ts';

/** Finding the owner of money that came by bank: `admin/payments/…` (GROWTH section 16). */
export function matchingRoutes(deps: WalletDeps & { lists: ListDeps }): Implementation[] {
  const { db, lists } = deps;
  const found = knownPayment(deps);
  const knownClient = async ({ params: { id } }: { params: { id: string } }): Promise<void> => {
    if (!(await clientById(db, id))) throw new AppError('not_found');
  };
  return [
    onList(api.bankLines, bankLineListing(deps), lists),
    onStaff(api.inboxSummary, async () => ({ data: await readInbox(db) })),
    onStaff(api.certainPayments, async () => {
      const certain = await certainPayments(deps, db);
      const amount = certain.reduce((sum, { payment }) => sum + payment.amount, 0);
      return { data: { count: certain.length, amount } };
    }),
    onStaff(
      api.waitingFor,
      async ({ params }) => ({ data: await linesWaitingFor(deps, params.id) }),
      knownClient,
    ),
    onStaff(api.matchCertain, async ({ caller, body }) => ({
      data: await matchCertain(deps, caller, body ?? {}),
    })),
    onStaff(api.unmatchPayments, async ({ caller, body }) => ({
      data: await unmatchPayments(deps, caller, body),
    })),
    onStaff(
      api.matchPayment,
      async ({ caller, params, body, once: key }) => ({
        data: await matchPayment(deps, caller, { paymentId: params.id, key }, body),
      }),
      found,
    ),
    onStaff(
      api.unmatchPayment,
      async ({ caller, params, body, once: key }) => ({
        data: await unmatchPayment(deps, caller, { paymentId: params.id, key }, body),
      }),
      found,
    ),
    onStaff(
      api.ignorePayment,
      async ({ caller, params, body, once: key }) => ({
        data: await ignorePayment(deps, caller, { paymentId: params.id, key }, body),
      }),
      found,
    ),
  ];
}
