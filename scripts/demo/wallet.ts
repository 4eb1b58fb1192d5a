import type { Insertable } from 'kysely';
import type { LedgerTable } from '#server/db/tables.ts';
import { localDay } from '#server/kernel/periods.ts';
import { day, hour, later, minute, monthsLater } from './calendar.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

type Entry = Insertable<LedgerTable>;

export interface Wallet {
  entries: Entry[];
  balance: number;
  lastTopUp: { amount: number; at: Date } | null;
  /** The end of the last period that the balance covers; null when nothing has to be paid. */
  lastsUntil: Date | null;
}

export interface WalletOptions {
  clientId: string;
  random: Random;
  now: Date;
  timeZone: string;
  tariffId: string;
  /** Per period, in minor units. */
  price: number;
  /** What it was in the first periods, on another tariff. */
  earlier?: { tariffId: string; price: number; periods: number } | undefined;
  /** Periods, from the first one, in which the client stayed away. */
  away?: { from: number; until: number } | undefined;
  /** What the promo code gave when the cabinet became active. */
  bonus: number;
  /** Whether there may be money for later periods. If not, less than a price is left. */
  paysAhead: boolean;
  cashierIds: readonly string[];
  /** Why a top-up was taken back. */
  mistake: string;
}

/**
 * What a client paid and was charged, in order of time: each period is charged once, at its start or with a late top-
 * up (DESIGN section 7).
 */
export function walletOf(timeline: Timeline, options: WalletOptions): Wallet {
  const { random, now, timeZone, price, bonus, paysAhead } = options;
  const { readyAt, anchor, periods, periodMonths } = timeline;
  const entries: Entry[] = [];
  let balance = 0;
  let lastTopUp: Wallet['lastTopUp'] = null;
  if (!readyAt || !anchor) return { entries, balance, lastTopUp, lastsUntil: null };
  const startOf = (period: number) => monthsLater(anchor, period * periodMonths, timeZone);
  // Nobody pays several years ahead.
  const byYear = periodMonths === 12;

  if (bonus > 0) add({ kind: 'bonus', amount: bonus, created_at: readyAt });
  const planIn = (period: number) => {
    const { earlier } = options;
    return earlier && period < earlier.periods ? earlier : { tariffId: options.tariffId, price };
  };
  for (let period = 0; price > 0 && period < periods; period += 1) {
    if (options.away && period >= options.away.from && period < options.away.until) continue;
    const start = startOf(period);
    const plan = planIn(period);
    const paidLate = balance < plan.price && pay(period, start, plan.price);
    add({
      kind: 'charge',
      tariff_id: plan.tariffId,
      amount: -plan.price,
      period_start: start,
      period_end: startOf(period + 1),
      created_at: paidLate || later(start, random.int(400, 50_000)),
    });
  }
  if (price > 0 && paysAhead && random.chance(periods === 0 ? 0.2 : 0.3)) payAhead();
  const covered = price > 0 ? periods + Math.max(0, Math.floor(balance / price)) : 0;
  return { entries, balance, lastTopUp, lastsUntil: price > 0 ? startOf(covered) : null };

  /** Adds a top-up for this period and perhaps later ones; returns its time when it came after the start. */
  function pay(period: number, start: Date, owed: number): Date | undefined {
    const due = Math.ceil((owed - balance) / owed) * owed;
    const more = random.weighted([
      [0, 6],
      [1, 1],
      [2, 2],
    ] as const);
    const amount = due + Math.min(byYear ? 0 : more, paysAhead ? 2 : periods - period - 1) * owed;
    const at = later(start, random.between(0.5, 5) * day);
    if (period > 0 && at < later(now, -hour) && random.chance(0.12)) {
      topUp(amount, at);
      return at;
    }
    const earliest = entries.at(-1)?.created_at ?? readyAt;
    const early = later(start, -random.between(0.1, 4) * day);
    const moment = new Date(Math.max(early.getTime(), new Date(earliest ?? start).getTime() + hour));
    if (random.chance(0.02)) mistake(amount, moment);
    topUp(amount, later(moment, 30 * minute));
    return undefined;
  }

  function payAhead(): void {
    const earliest = Math.max(
      new Date(entries.at(-1)?.created_at ?? readyAt ?? now).getTime(),
      now.getTime() - 9 * day,
    );
    const at = new Date(random.between(earliest, now.getTime()));
    const ahead = random.int(1, 3);
    topUp(price * (byYear ? 1 : ahead) + random.int(0, 4) * Math.round(price / 10), at);
  }

  /** Credited to the wrong client, and reversed a little later. */
  function mistake(amount: number, at: Date): void {
    const before = lastTopUp;
    const id = topUp(amount, at);
    add({
      kind: 'reversal',
      amount: -amount,
      reverses_id: id,
      note: options.mistake,
      created_by: random.pick(options.cashierIds),
      created_at: later(at, random.between(4, 25) * minute),
    });
    lastTopUp = before;
  }

  /** Bank transfers get the number of their proforma later (`insertProformas`); a gateway books without a cashier. */
  function topUp(amount: number, at: Date): string {
    const [service, isOnline] = random.weighted([
      [['non_cash', false], 10],
      [['card', true], 5],
      [['card', false], 3],
      [['cash', false], 4],
    ] as const);
    lastTopUp = { amount, at };
    const created_by = isOnline ? null : random.pick(options.cashierIds);
    return add({ kind: 'top_up', service, amount, created_at: at, created_by });
  }

  function add(entry: Omit<Entry, 'id' | 'client_id' | 'balance_after' | 'value_date'>): string {
    const id = random.id();
    balance += entry.amount;
    const value_date = localDay(new Date(entry.created_at), timeZone);
    entries.push({ id, client_id: options.clientId, ...entry, balance_after: balance, value_date });
    return id;
  }
}
