import type { ProofFindingKind } from '#contract/panel/report.ts';
import type { LedgerProofRow } from '#server/db/tables.ts';

/** What a proof found, for the operator, each with names to start looking at. */
export function wrongIn({
  broken_client_ids: broken,
  findings,
}: Pick<LedgerProofRow, 'broken_client_ids' | 'findings'>): { what: string; names: string[] }[] {
  const wallets =
    broken.length > 0 ? [{ what: `${broken.length} wallets disagree with their lines`, names: broken }] : [];
  return [
    ...wallets,
    ...findings.map(({ kind, count, names }) => ({ what: `${count} ${words[kind]}`, names })),
  ];
}

const words: Record<ProofFindingKind, string> = {
  payment_without_line: 'payments have no line of their sum in the wallet',
  line_without_payment: 'lines of the ledger have no payment',
  payment_not_reversed: 'failed payments are still in the wallet',
  reversal_differs: 'reversals differ from the lines that they reverse',
  refund_differs: 'payments differ from what was paid back of them',
  document_differs: 'proformas differ from the payments for them',
  numbers_with_gaps: 'series of document numbers have gaps',
  closed_month_changed: 'closed months have changed',
  line_without_document: 'charges of months that are over are on no document',
};
