import type { NewLine } from '#server/wallet/ledger-store.ts';
import type { Effect } from './subscription.ts';

/** Money that somebody brought into a wallet or took out of it. The lines of charges follow from the outcome. */
export type Money = Pick<NewLine, 'id' | 'kind' | 'amount'> &
  Partial<
    Pick<NewLine, 'service' | 'invoice' | 'year' | 'reverses_id' | 'note' | 'created_by' | 'tariff_id'>
  > & {
    /** The day that it counts for, where that is not today: never one after it. */
    value_date?: string;
  };

type Line = Omit<NewLine, 'client_id' | 'balance_after' | 'created_at' | 'value_date'> &
  Pick<Money, 'value_date'>;

interface Wallet {
  clientId: string;
  /** The balance before the first line. */
  balance: number;
  now: Date;
  /** On the variant's calendar. */
  today: string;
  newId(now: Date): string;
}

/**
 * The ledger lines of an outcome, each with the balance after it. The money comes before the first charge that needed
 * it, and after charges that the earlier balance covered. Pure.
 */
export function linesOf(
  effects: readonly Effect[],
  money: Money | undefined,
  { clientId, balance, now, today, newId }: Wallet,
): { lines: NewLine[]; paidEntryId: string | null | undefined } {
  const lines: NewLine[] = [];
  let waiting = money;
  let paidEntryId: string | null | undefined;
  const add = ({ value_date = today, ...line }: Line) => {
    balance += line.amount;
    lines.push({ ...line, client_id: clientId, balance_after: balance, created_at: now, value_date });
  };
  for (const effect of effects) {
    if (effect.kind === 'renewal') paidEntryId = null;
    if (effect.kind !== 'charge' && effect.kind !== 'refund') continue;
    const isCharge = effect.kind === 'charge';
    if (waiting && waiting.amount > 0 && isCharge && balance < effect.amount) {
      add(waiting);
      waiting = undefined;
    }
    const id = newId(now);
    if (isCharge) paidEntryId = id;
    const period = { period_start: effect.periodStart, period_end: effect.periodEnd };
    const amount = isCharge ? -effect.amount : effect.amount;
    const discount = isCharge && effect.discount > 0 ? { discount: effect.discount } : {};
    add({ id, kind: effect.kind, amount, tariff_id: effect.plan.tariffId, ...period, ...discount });
  }
  if (waiting) add(waiting);
  return { lines, paidEntryId };
}
