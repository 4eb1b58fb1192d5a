import type { Plan, Subscription, Terms } from '#server/subscriptions/lifecycle/subscription.ts';
import type { WallCalendar } from './wall-calendar.ts';

/**
 * A second, naive implementation of DESIGN section 7: it goes through every tick and checks whether something is due.
 * It shares only the types of plans and terms with the pure functions, so that both can't have the same error.
 */
export interface ModelLine {
  kind: 'charge' | 'renewal' | 'refund';
  tick: number;
  amount: number;
  discount: number;
  from: number;
  to: number;
}

/** A discount, and how many periods have had it. */
interface ModelDiscount {
  kind: 'percent' | 'amount';
  value: number;
  periods: number | null;
  had: number;
}

type Status = Subscription['status'];

export function createSubscriptionModel(calendar: WallCalendar, firstTerms: Terms, freeDays: number) {
  let terms = firstTerms;
  let { plan, nextPlan } = firstTerms;
  let status: Status = 'trial';
  let balance = 0;
  let anchor: number | null = null; // the tick of the anchor
  let monthsGone = 0; // months from the anchor to the present end
  let end = daysAfter(0, freeDays);
  let blockedAt = NaN;
  let since = 0; // the tick at which it came to its tariff
  let enteredAt = 0; // when the present state or period began
  let heldFrom: Status | null = null;
  let deletedAt: number | null = null;
  let usedDiscount = false; // whether the latest period was paid for and was a discount's last
  let paid: { amount: number; from: number; to: number } | null = null;
  let discounts: ModelDiscount[] = [];
  const lines: ModelLine[] = [];
  const mails: string[] = [];

  return {
    lines,
    mails,
    isDeleted: () => deletedAt !== null,
    state: () => ({
      status,
      balance,
      end,
      blockedAt: status === 'blocked' && heldFrom === null ? blockedAt : null,
      plan,
      nextPlan,
      discounts: discounts
        .filter(isRunning)
        .map(({ kind, value, periods, had }) => ({ kind, value, left: periods && periods - had })),
    }),

    /** Lives through one tick. */
    live(tick: number): void {
      if (heldFrom !== null || deletedAt !== null) return;
      settle(tick);
      remind(tick);
    },

    receive(tick: number, amount: number): void {
      balance += amount;
      if (heldFrom === null) settle(tick, { returns: amount > 0 });
    },

    giveDiscount(tick: number, given: Omit<ModelDiscount, 'had'>): void {
      discounts.push({ ...given, had: 0 });
      if (heldFrom === null) settle(tick);
    },

    endDiscounts(tick: number): void {
      discounts = [];
      if (heldFrom === null) settle(tick);
    },

    changePlan(tick: number, wanted: Plan, when: 'now' | 'period_end'): 'refused' | undefined {
      const isSame = wanted.tariffId === plan.tariffId && wanted.billingPeriod === plan.billingPeriod;
      const runs = (heldFrom ?? status) === 'active' && end > tick;
      if (!runs) {
        join(wanted, tick);
        if (heldFrom === null) settle(tick, { returns: true });
        return undefined;
      }
      if (heldFrom !== null || when === 'period_end' || isSame) {
        nextPlan = isSame ? null : wanted;
        return undefined;
      }
      const refund = refundAt(tick);
      const price = lessDiscounts(priceOn(wanted, tick));
      if (price > 0 && balance + refund < price) return 'refused';
      if (refund > 0) lines.push({ kind: 'refund', tick, amount: refund, discount: 0, from: tick, to: end });
      balance += refund;
      beginPeriod(tick, tick, wanted, { anew: true });
      if (usedDiscount) mails.push(`discount_used ${end}`);
      return undefined;
    },

    changeTerms(tick: number, changes: Pick<Terms, 'graceDays' | 'retentionDays'>): void {
      terms = { ...terms, ...changes };
      if (heldFrom === null) settle(tick);
    },

    block(): void {
      if (heldFrom !== null || status === 'archived') return;
      heldFrom = status;
      status = 'blocked';
    },

    unblock(tick: number): void {
      if (heldFrom === null) return;
      const from = heldFrom;
      heldFrom = null;
      enteredAt = tick;
      if (end > tick && (from === 'trial' || from === 'active')) {
        status = from;
        mails.push(`resumed ${tick}`);
        return;
      }
      blockedAt = tick;
      join(nextPlan ?? plan, tick);
      settle(tick, { entered: true });
    },

    delete(tick: number): void {
      deletedAt = tick;
    },

    restore(tick: number): void {
      if (deletedAt === null) return;
      const spent = tick - deletedAt;
      end += spent;
      blockedAt += spent;
      if (anchor !== null) [anchor, monthsGone] = [end, 0];
      deletedAt = null;
      enteredAt = tick;
      if (heldFrom === null) settle(tick);
    },
  };

  /** Takes the due steps one after another, then writes the email for the final state. */
  function settle(tick: number, { returns = false, entered = false } = {}): void {
    const before = status;
    let moved = entered;
    usedDiscount = false;
    while (step(tick, returns)) moved = true;
    if (!moved) return;
    enteredAt = tick;
    if (status === 'grace') mails.push(`grace ${end}`);
    if (status === 'blocked') mails.push(`blocked ${blockedAt}`);
    if (status === 'archived') mails.push(`deleted ${blockedAt}`);
    if (status === 'active' && before === 'blocked') mails.push(`resumed ${tick}`);
    if (status === 'active' && usedDiscount) mails.push(`discount_used ${end}`);
  }

  function step(tick: number, returns: boolean): boolean {
    const due = nextPlan ?? plan;
    const price = lessDiscounts(owed(due, tick));
    const isCovered = price === 0 || balance >= price;
    if ((status === 'trial' || status === 'active') && tick >= end) {
      if (isCovered) beginPeriod(tick, end, due);
      else {
        join(due, end);
        status = 'grace';
      }
      return true;
    }
    if (status === 'grace' && isCovered) {
      beginPeriod(tick, end, due);
      return true;
    }
    if (status === 'grace' && tick >= daysAfter(end, terms.graceDays)) {
      [status, blockedAt] = ['blocked', tick];
      return true;
    }
    if ((status === 'blocked' && isCovered) || (status === 'archived' && isCovered && returns)) {
      beginPeriod(tick, tick, due, { anew: true });
      return true;
    }
    if (status === 'blocked' && tick >= deletion()) {
      status = 'archived';
      return true;
    }
    return false;
  }

  function beginPeriod(tick: number, from: number, wanted: Plan, { anew = false } = {}): void {
    if (anew || anchor === null) [anchor, monthsGone] = [from, 0];
    monthsGone += wanted.billingPeriod === 'year' ? 12 : 1;
    const to = monthsAfter(anchor, monthsGone);
    const full = status === 'grace' && !anew ? owed(wanted, tick) : priceOn(wanted, from);
    const price = lessDiscounts(full);
    join(wanted, from);
    const kind = full > 0 ? 'charge' : 'renewal';
    lines.push({ kind, tick, amount: price, discount: full - price, from, to });
    const running = full > 0 ? discounts.filter(isRunning) : [];
    for (const one of running) one.had += 1;
    usedDiscount = price > 0 && !running.every(isRunning);
    paid = price > 0 ? { amount: price, from, to } : null;
    balance -= price;
    [status, end, enteredAt] = ['active', to, tick];
  }

  /** What the period that is due costs; one that is owed also at the lower price of the day. */
  function owed(due: Plan, tick: number): number {
    if (status === 'grace') return Math.min(priceOn(due, end), priceOn(due, tick));
    return priceOn(due, status === 'blocked' || status === 'archived' ? tick : end);
  }

  function isRunning({ periods, had }: ModelDiscount): boolean {
    return periods === null || had < periods;
  }

  /** Takes one off after the other, in hundredths of the smallest coin where it is a share. */
  function lessDiscounts(full: number): number {
    let left = BigInt(full);
    for (const kind of ['percent', 'amount']) {
      for (const one of discounts.filter(isRunning)) {
        if (one.kind !== kind) continue;
        left = kind === 'percent' ? (left * BigInt(100 - one.value)) / 100n : left - BigInt(one.value);
        if (left < 0n) left = 0n;
      }
    }
    return Number(left);
  }

  function join(wanted: Plan, tick: number): void {
    if (wanted.tariffId !== plan.tariffId) since = tick;
    [plan, nextPlan] = [wanted, null];
  }

  /** Goes through what was announced and what came to hold, one event after another. */
  function priceOn(wanted: Plan, start: number): number {
    const came = calendar.moment(wanted.tariffId === plan.tariffId ? since : start).getTime();
    const until = Math.max(came, calendar.moment(start).getTime());
    const events = (wanted.later ?? [])
      .flatMap((one, place) => [
        { at: one.presentFrom.getTime(), isNew: false, place, one },
        { at: one.from.getTime(), isNew: true, place, one },
      ])
      .filter(({ at }) => at <= until)
      .sort((a, b) => a.at - b.at || Number(a.isNew) - Number(b.isNew) || a.place - b.place);
    let pays = wanted.price;
    let waiting = -1;
    for (const { at, isNew, place, one } of events) {
      const isPresent = came < one.from.getTime();
      if (!isNew && waiting === place) [pays, waiting] = [one.price, -1];
      if (!isNew || (isPresent && one.existing === 'keep')) continue;
      if (isPresent && one.price > pays && one.presentFrom.getTime() > at) waiting = place;
      else [pays, waiting] = [one.price, -1];
    }
    return pays;
  }

  function remind(tick: number): void {
    if (tick <= enteredAt) return;
    const price = lessDiscounts(priceOn(nextPlan ?? plan, end));
    const isCovered = price === 0 || balance >= price;
    if ((status === 'trial' || status === 'active') && !isCovered) {
      for (const days of terms.reminderDays) {
        if (daysAfter(end, -days) === tick) mails.push(`reminder ${end} ${days}`);
      }
      const isLong = status === 'active' && plan.billingPeriod === 'year';
      if (isLong && daysAfter(end, -7) === tick) mails.push(`renewal_ahead ${end}`);
    }
    if (status === 'blocked') {
      for (const days of terms.deletionWarningDays) {
        if (daysAfter(deletion(), -days) === tick) mails.push(`deletion_warning ${deletion()} ${days}`);
      }
    }
  }

  function refundAt(tick: number): number {
    if (paid === null) return 0;
    const days = calendar.day(paid.to) - calendar.day(paid.from);
    let unused = 0;
    while (unused < days && daysAfter(end, -unused - 1) >= tick) unused += 1;
    return Math.floor((paid.amount * unused) / days);
  }

  function deletion(): number {
    return daysAfter(blockedAt, terms.retentionDays);
  }

  function daysAfter(tick: number, days: number): number {
    return days === 0 ? tick : calendar.showing(calendar.day(tick) + days, calendar.minutes(tick));
  }

  /** Goes from month to month, then to the anchor's day or the last day before it. */
  function monthsAfter(tick: number, months: number): number {
    const date = new Date(calendar.day(tick) * 86_400_000);
    const wanted = date.getUTCDate();
    let [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    for (let count = 0; count < months; count += 1)
      [year, month] = month === 11 ? [year + 1, 0] : [year, month + 1];
    let day = Date.UTC(year, month, 1) / 86_400_000;
    while (new Date((day + 1) * 86_400_000).getUTCMonth() === month && dateOf(day) < wanted) day += 1;
    return calendar.showing(day, calendar.minutes(tick));
  }
}

function dateOf(day: number): number {
  return new Date(day * 86_400_000).getUTCDate();
}
