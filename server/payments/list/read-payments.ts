import type { Payment, PaymentDetails } from '#contract/entities/payment.ts';
import { gatewayNames } from '#contract/money/payment-gateway.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import type { Gateways } from '#server/payments/gateways/gateways.ts';
import { onlinePaymentById } from '#server/payments/online/online-store.ts';
import { toEntry } from '#server/payments/read-ledger.ts';
import { toRefund } from '#server/payments/refunds/read-refund.ts';
import { linesOfPayment, refundsOfPayment } from '#server/payments/refunds/refund-store.ts';
import { suggestForPayments } from '#server/payments/suggestions/suggest-for-payments.ts';
import { clientById } from '#server/clients/client-store.ts';
import {
  chargedSince,
  type NamedPayment,
  namedPayments,
  paymentCsv,
  paymentSource,
} from './payment-list-store.ts';

interface ReadDeps {
  db: Db;
  /** Of the installation. */
  currency: string;
  timeZone: string;
}

/** All payments, newest first. */
export function paymentListing({ db, currency, timeZone }: ReadDeps): Listing<Payment> {
  return {
    name: 'payments',
    source: ({ now }) => paymentSource({ currency, time: { now, timeZone } }),
    rows: async (_caller, ids) =>
      inOrderOf(ids, await namedPayments(db, ids)).map((row) => toPayment(row, currency)),
    csv: paymentCsv,
  };
}

/**
 * One payment with everything about it.
 * @throws AppError `not_found`
 */
export async function readPayment(
  { currency, gateways }: Pick<ReadDeps, 'currency'> & { gateways: Pick<Gateways, 'names'> },
  db: Db,
  id: string,
): Promise<PaymentDetails> {
  const [row] = await namedPayments(db, [id]);
  if (!row) throw new AppError('not_found');
  const [[suggestions = []], entries, refunds, online, client] = [
    row.status === 'unmatched' ? await suggestForPayments({ currency }, db, [row]) : [],
    await linesOfPayment(db, row),
    await refundsOfPayment(db, id),
    row.method === 'online' ? await onlinePaymentById(db, id) : undefined,
    row.client_id === null ? undefined : await clientById(db, row.client_id),
  ];
  return {
    ...toPayment(row, currency),
    failure: row.status === 'failed' ? (online?.failure ?? null) : null,
    suggestions,
    entries: entries.map(toEntry),
    refunds: refunds.map(toRefund),
    refundable: isInWallet(row) ? row.amount - row.refunded : 0,
    refund_by: gateways.names.some((name) => name === row.provider) ? 'gateway' : 'hand',
    client_balance: client?.balance ?? null,
    kept: await keptOf(db, row),
  };
}

/** What stays when the payment is taken back: a reversal takes the money and leaves what was charged. */
async function keptOf(db: Db, row: NamedPayment): Promise<PaymentDetails['kept']> {
  if (!isInWallet(row) || row.ledger_entry_id === null) return null;
  const { charged, period_end } = await chargedSince(db, row.ledger_entry_id);
  return charged > 0 ? { charged, period_end: period_end?.toISOString() ?? null } : null;
}

/** Whether its money came and was not taken back, whatever went to the payer since. */
export function isInWallet({ status }: Pick<NamedPayment, 'status'>): boolean {
  return status === 'matched' || status === 'succeeded' || status === 'refunded';
}

/** A payment as the API shows it; `own` is the installation's currency. */
export function toPayment(row: NamedPayment, own: string): Payment {
  const { client_id, client_name, document_id, document_number, payer_name, payer_code, payer_account } = row;
  const isToldOf = payer_name !== null || payer_code !== null || payer_account !== null;
  return {
    id: row.id,
    value_date: row.value_date,
    status: row.status,
    method: row.method,
    provider: gatewayNames.find((name) => name === row.provider) ?? null,
    amount: row.amount,
    refunded: row.refunded,
    currency: row.currency ?? own,
    client: client_id === null ? null : { id: client_id, name: client_name ?? '' },
    client_name,
    document: document_id === null ? null : { id: document_id, number: document_number ?? '' },
    document_number,
    payer: isToldOf ? { name: payer_name, code: payer_code, account: payer_account } : null,
    payer_name,
    purpose: row.purpose,
    reason: row.reason,
    matched_at: matchedAt(row)?.toISOString() ?? null,
    batch: row.batch_id === null ? null : { id: row.batch_id, lines: row.batch_lines ?? 0 },
    matched_by: row.matched_by_rule ? 'rule' : namedBy(row.matched_by, row.matched_by_name),
    created_by: namedBy(row.created_by, row.created_by_name),
    created_by_name: row.created_by_name,
    ledger_entry_id: row.ledger_entry_id,
    statement_id: row.statement_id,
    external_id: row.external_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Nothing changes a line that was set aside, so its last change is that. */
function matchedAt({ statement_id, status, booked_at, updated_at }: NamedPayment): Date | null {
  if (statement_id === null) return null;
  return status === 'ignored' ? updated_at : booked_at;
}

function namedBy(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null ? null : { id, name: name ?? '' };
}
