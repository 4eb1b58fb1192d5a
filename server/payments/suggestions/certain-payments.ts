import type { Suggestion } from '#contract/money/payment-matching.ts';
import type { Db, PaymentRow } from '#server/db/tables.ts';
import { namedIn, type SuggestDeps, waitingPayments } from './suggest-for-payments.ts';
import { openNumberKeys, payableLines } from './suggestion-store.ts';

export interface CertainPayment {
  payment: PaymentRow;
  suggestion: Suggestion;
}

const atOnce = 1000;

/**
 * The waiting payments that are certain, the oldest first; of two for one proforma only the first. Only lines that name
 * an open proforma are judged, whose sum is asked for first: the others can't be certain (docs/decisions/0317).
 */
export async function certainPayments(
  deps: SuggestDeps,
  db: Db,
  { statementId }: { statementId?: string | undefined } = {},
): Promise<CertainPayment[]> {
  const waiting = await waitingPayments(deps, db, { ids: await linesThatNameOne(db, statementId) });
  return waiting.flatMap(({ payment, suggestions }) => {
    const suggestion = suggestions.find(({ certainty }) => certainty === 'certain');
    return suggestion ? [{ payment, suggestion }] : [];
  });
}

/** Lines with the number of an open proforma in their purpose. */
async function linesThatNameOne(db: Db, statementId: string | undefined): Promise<string[]> {
  const lines = await payableLines(db, { statementId });
  const ids: string[] = [];
  for (let start = 0; start < lines.length; start += atOnce) {
    const some = lines.slice(start, start + atOnce).map((line) => ({ id: line.id, ...namedIn(line) }));
    const open = await openNumberKeys(
      db,
      some.flatMap(({ documents }) => documents),
    );
    ids.push(...some.filter(({ documents }) => documents.some((key) => open.has(key))).map(({ id }) => id));
  }
  return ids;
}
