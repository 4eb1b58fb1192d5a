import type { Refund } from '#contract/entities/payment.ts';
import type { NamedRefund } from './refund-store.ts';

/** A refund as the API shows it. */
export function toRefund({ created_by, created_by_name, created_at, ...refund }: NamedRefund): Refund {
  const { id, status, amount, reason, reference, detail, ledger_entry_id } = refund;
  return {
    id,
    status,
    amount,
    reason,
    reference,
    detail,
    ledger_entry_id,
    created_by: created_by === null ? null : { id: created_by, name: created_by_name ?? '' },
    created_at: created_at.toISOString(),
  };
}
