import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClientStatus } from '#contract/entities/client.ts';
import { advanceDay, nextRunMoment } from '#server/subscriptions/billing/catch-up.ts';
import { derived } from '#server/subscriptions/lifecycle/forecast.ts';
import { advance, changeDiscounts, receive } from '#server/subscriptions/lifecycle/lifecycle.ts';
import type { Discount, Effect, Outcome, Plan, Terms } from '#server/subscriptions/lifecycle/subscription.ts';
import { changePlanWhileBlocked, unblock } from '#server/subscriptions/lifecycle/manual-block.ts';
import { restored } from '#server/subscriptions/lifecycle/restoring.ts';
import { changePlan, type PaidPeriod } from '#server/subscriptions/lifecycle/tariff-change.ts';
import { createSubscriptionModel, type ModelLine } from '#tests/support/subscriptions/subscription-model.ts';
import {
  dearer,
  free,
  monthly,
  subscriptionOf,
  termsOf,
  yearly,
} from '#tests/support/subscriptions/subscriptions.ts';
import { readWallCalendar, type WallCalendar } from '#tests/support/subscriptions/wall-calendar.ts';

/** Random histories in the pure functions and in the naive model: both must give the same result. */

// Each begins at a clock time, and most on a day of the month, that daylight saving will skip or double.
const calendars = [
  { timeZone: 'Europe/Kyiv', from: '2027-01-28T01:00:00Z', step: 60 },
  { timeZone: 'Europe/Vilnius', from: '2027-01-28T01:00:00Z', step: 60 },
  { timeZone: 'America/New_York', from: '2027-01-14T07:00:00Z', step: 60 },
  { timeZone: 'Australia/Lord_Howe', from: '2027-01-02T15:00:00Z', step: 30 },
].map(({ timeZone, from, step }) => ({
  timeZone,
  ticksOfDay: (24 * 60) / step,
  // Over a leap day, with time for yearly periods to end.
  ticks: (840 * 24 * 60) / step,
  calendar: readWallCalendar(timeZone, { from, to: '2032-06-01T00:00:00Z', step }),
}));

type Act =
  | { kind: 'receive'; amount: number }
  | { kind: 'changePlan'; plan: Plan; when: 'now' | 'period_end' }
  | { kind: 'changeTerms'; graceDays: number; retentionDays: number }
  | { kind: 'discount'; discount: { kind: 'percent' | 'amount'; value: number; periods: number | null } }
  | { kind: 'endDiscounts' }
  | { kind: 'block' | 'unblock' | 'delete' | 'restore' };

const someDays = fc.constantFrom(0, 0, 1, 3, 7, 14, 40);
const money = (...amounts: number[]) =>
  fc.record({ kind: fc.constant('receive' as const), amount: fc.constantFrom(...amounts) });
const periods = fc.constantFrom(1, 2, 3, 12, null);
const discount = fc.oneof(
  fc.record({
    kind: fc.constant('percent' as const),
    value: fc.constantFrom(100, 50, 33, 7, 1, 99),
    periods,
  }),
  fc.record({
    kind: fc.constant('amount' as const),
    value: fc.constantFrom(1, 2_500, 9_999, 10_000, 60_000),
    periods,
  }),
);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: money(10_000, 9_999, 25_000, 1, 35_000, 70_000, 130_000) },
  { weight: 1, arbitrary: money(-10_000, -3) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('changePlan' as const),
      plan: fc.constantFrom(monthly, yearly, dearer, free),
      when: fc.constantFrom('now' as const, 'period_end' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('discount' as const), discount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('endDiscounts' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('changeTerms' as const),
      graceDays: someDays,
      retentionDays: someDays,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('block', 'unblock', 'unblock', 'delete', 'restore', 'restore'),
    }),
  },
);

/** Later prices of the four plans: when each comes, how long its notice is, and who pays it. */
const priced = fc.array(
  fc.record({
    of: fc.constantFrom(monthly, monthly, yearly, dearer, free),
    when: fc.nat(9_999),
    price: fc.constantFrom(0, 5_000, 10_000, 12_000, 30_000, 40_000, 100_000, 120_000),
    existing: fc.constantFrom('keep' as const, 'change' as const, 'change' as const),
    notice: fc.constantFrom(0, 0, 1, 14, 40),
  }),
  { maxLength: 8 },
);

const history = fc.record({
  zone: fc.constantFrom(...calendars),
  priced,
  freeDays: fc.constantFrom(0, 0, 1, 3, 14, 24, 31),
  plan: fc.constantFrom(monthly, monthly, yearly, dearer, free),
  graceDays: someDays,
  retentionDays: someDays,
  // A point in the whole time, often at the same time of day as the start; several actions may share a tick.
  acts: fc.array(fc.record({ when: fc.nat(9_999), isSameTime: fc.boolean(), act }), {
    minLength: 3,
    maxLength: 40,
    size: 'max',
  }),
});

describe('a random history', () => {
  it('is told alike by the lifecycle, woken when it asked to be, and by the model', () => {
    fc.assert(
      fc.property(history, (told) => {
        expect(tellByLifecycle(told, 'awake')).toEqual(tellByModel(told));
      }),
      { numRuns: 60, unbiased: true },
    );
  });

  it('ends alike when nobody looks between the acts', () => {
    fc.assert(
      fc.property(history, (told) => {
        const { mails: sent, ...attentive } = tellByLifecycle(told, 'awake');
        const { mails, ...asleep } = tellByLifecycle(told, 'asleep');
        expect(asleep).toEqual(attentive);
        expect(mails.filter((key) => !sent.includes(key))).toEqual([]);
      }),
      { numRuns: 200, unbiased: true },
    );
  });
});

describe('a server that was off for weeks or months', () => {
  it('catches up day by day to where one that never stopped would be', () => {
    fc.assert(
      fc.property(history, (told) => {
        const { mails: late, ...caughtUp } = tellByLifecycle(told, 'day by day');
        const { mails: asleep } = tellByLifecycle(told, 'asleep');
        const { mails: _sent, ...model } = tellByModel(told);
        expect(caughtUp).toEqual(model);
        // The final state, and nothing that is over.
        expect(late).toEqual(asleep);
      }),
      { numRuns: 60, unbiased: true },
    );
  });
});

type History = typeof history extends fc.Arbitrary<infer Told> ? Told : never;

function scheduleOf({ acts, zone }: History): { tick: number; act: Act }[] {
  return acts
    .map(({ when, isSameTime, act: chosen }) => {
      const grain = isSameTime ? zone.ticksOfDay : 1;
      return { tick: Math.floor((when * zone.ticks) / 10_000 / grain) * grain, act: chosen };
    })
    .sort((one, other) => one.tick - other.tick);
}

function termsIn(told: History): Terms {
  const { plan, graceDays, retentionDays, zone } = told;
  return termsOf({ plan: pricedIn(told, plan), graceDays, retentionDays, timeZone: zone.timeZone });
}

/** A plan with its later prices. */
function pricedIn({ priced: all, zone: { calendar, ticks } }: History, plan: Plan): Plan {
  const later = all
    .filter(({ of }) => of === plan)
    .map(({ when, price, existing, notice }) => {
      const from = Math.floor((when * ticks) / 10_000);
      const presentFrom = calendar.moment(freeEnd(calendar, notice, from));
      return { price, from: calendar.moment(from), existing, presentFrom };
    })
    .sort((one, other) => one.from.getTime() - other.from.getTime());
  return later.length > 0 ? { ...plan, later } : plan;
}

function tellByModel(told: History) {
  const model = createSubscriptionModel(told.zone.calendar, termsIn(told), told.freeDays);
  const schedule = scheduleOf(told);
  let refusals = 0;
  for (let tick = 0; tick <= told.zone.ticks; tick += 1) {
    model.live(tick);
    while (schedule[0]?.tick === tick) {
      const chosen = schedule.shift()?.act;
      if (!chosen) break;
      if (model.isDeleted()) {
        if (chosen.kind === 'restore') model.restore(tick);
        continue;
      }
      if (chosen.kind === 'receive') model.receive(tick, chosen.amount);
      if (chosen.kind === 'changePlan' && model.changePlan(tick, pricedIn(told, chosen.plan), chosen.when))
        refusals += 1;
      if (chosen.kind === 'discount') model.giveDiscount(tick, chosen.discount);
      if (chosen.kind === 'endDiscounts') model.endDiscounts(tick);
      if (chosen.kind === 'changeTerms') model.changeTerms(tick, chosen);
      if (chosen.kind === 'block') model.block();
      if (chosen.kind === 'unblock') model.unblock(tick);
      if (chosen.kind === 'delete') model.delete(tick);
    }
  }
  return { ...model.state(), lines: model.lines, mails: model.mails.sort(), refusals };
}

/**
 * `awake`: checked whenever it asked to be. `asleep`: only when somebody acts. `day by day`: the server was off
 * between actions, and its runs then catch up.
 */
type Watch = 'awake' | 'asleep' | 'day by day';

function tellByLifecycle(told: History, watch: Watch) {
  const { calendar, ticks } = told.zone;
  let terms = termsIn(told);
  let subscription = subscriptionOf({
    since: calendar.moment(0),
    settledAt: calendar.moment(0),
    trialEnds: calendar.moment(freeEnd(calendar, told.freeDays)),
  });
  let heldFrom: ClientStatus | null = null;
  let deletedAt: Date | null = null;
  let paid: PaidPeriod | null = null;
  let refusals = 0;
  const effects: Effect[] = [];

  const accept = (outcome: Outcome) => {
    subscription = outcome.subscription;
    terms = { ...terms, plan: outcome.plan, nextPlan: outcome.nextPlan };
    effects.push(...outcome.effects);
    for (const effect of outcome.effects) {
      if (effect.kind === 'renewal') paid = null;
      if (effect.kind === 'charge') {
        paid = { amount: effect.amount, start: effect.periodStart, end: effect.periodEnd };
      }
    }
  };
  /** Like the runs: checked when due, one day after the other. */
  const catchUp = (now: Date) => {
    let from = subscription.settledAt;
    let dueAt = derived(subscription, terms).nextEventAt;
    for (;;) {
      const moment = nextRunMoment(from, dueAt, now);
      if (dueAt && dueAt <= moment) {
        const { outcome, wakeAt } = advanceDay(subscription, terms, { moment, now });
        const before = effects.length;
        accept(outcome);
        dueAt = wakeAt ?? derived(subscription, terms).nextEventAt;
        expect(dueAt === null || dueAt > moment).toBe(true);
        // What happened on a day is done on that day, unless nothing more follows.
        const steps = effects.slice(before).flatMap((effect) => ('at' in effect ? [effect.at] : []));
        expect(steps.filter((at) => at > moment)).toEqual([]);
      }
      if (moment >= now) break;
      from = moment;
    }
    // Nothing was due, but time passed.
    accept(advance(subscription, terms, now));
  };
  const sleepUntil = (moment: Date) => {
    while (heldFrom === null && deletedAt === null) {
      const { nextEventAt } = derived(subscription, terms);
      if (watch === 'awake' && nextEventAt && nextEventAt < moment) {
        accept(advance(subscription, terms, nextEventAt));
      } else if (watch === 'day by day') {
        catchUp(moment);
        break;
      } else {
        accept(advance(subscription, terms, moment));
        break;
      }
    }
  };

  for (const { tick, act: chosen } of scheduleOf(told)) {
    const now = calendar.moment(tick);
    sleepUntil(now);
    if (deletedAt !== null) {
      if (chosen.kind !== 'restore') continue;
      subscription = restored(subscription, deletedAt, now);
      deletedAt = null;
      if (heldFrom === null) accept(advance(subscription, terms, now));
      continue;
    }
    switch (chosen.kind) {
      case 'receive':
        if (heldFrom === null) accept(receive(subscription, terms, chosen.amount, now));
        else subscription = { ...subscription, balance: subscription.balance + chosen.amount };
        break;
      case 'changePlan': {
        const { when } = chosen;
        const plan = pricedIn(told, chosen.plan);
        if (heldFrom !== null) {
          accept(changePlanWhileBlocked(subscription, terms, { plan, blockedFrom: heldFrom }, now));
          break;
        }
        const outcome = changePlan(subscription, terms, { plan, when, paid }, now);
        if ('refused' in outcome) refusals += 1;
        else accept(outcome);
        break;
      }
      case 'discount':
      case 'endDiscounts': {
        const change = (before: readonly Discount[]) => discountsAfter(before, chosen);
        if (heldFrom === null) accept(changeDiscounts(subscription, terms, change, now));
        else subscription = { ...subscription, discounts: change(subscription.discounts) };
        break;
      }
      case 'changeTerms':
        terms = { ...terms, graceDays: chosen.graceDays, retentionDays: chosen.retentionDays };
        if (heldFrom === null) accept(advance(subscription, terms, now));
        break;
      case 'block':
        if (heldFrom === null && subscription.status !== 'archived') {
          heldFrom = subscription.status;
          subscription = { ...subscription, status: 'blocked' };
        }
        break;
      case 'unblock':
        if (heldFrom !== null) {
          const from: ClientStatus = heldFrom;
          heldFrom = null;
          accept(unblock(subscription, terms, from, now));
        }
        break;
      case 'delete':
        deletedAt = now;
        break;
      case 'restore':
        break;
    }
  }
  sleepUntil(calendar.moment(ticks));

  const { status, balance, trialEnds, blockedAt } = subscription;
  return {
    status,
    balance,
    end: calendar.tickOf(trialEnds),
    blockedAt: blockedAt && status === 'blocked' && !heldFrom ? calendar.tickOf(blockedAt) : null,
    plan: terms.plan,
    nextPlan: terms.nextPlan,
    discounts: subscription.discounts.map(({ kind, value, left }) => ({ kind, value, left })),
    lines: effects.flatMap((effect) => lineOf(effect, calendar)),
    mails: effects.flatMap((effect) => (effect.kind === 'mail' ? [mailOf(effect.key, calendar)] : [])).sort(),
    refusals,
  };
}

function discountsAfter(
  before: readonly Discount[],
  chosen: Extract<Act, { kind: 'discount' | 'endDiscounts' }>,
): readonly Discount[] {
  if (chosen.kind === 'endDiscounts') return [];
  const { kind, value, periods: left } = chosen.discount;
  return [...before, { id: `${before.length}`, kind, value, left }];
}

/** The tick some days after another at the same time of day. */
function freeEnd(calendar: WallCalendar, days: number, from = 0): number {
  return days === 0 ? from : calendar.showing(calendar.day(from) + days, calendar.minutes(from));
}

function lineOf(effect: Effect, calendar: WallCalendar): ModelLine[] {
  if (effect.kind !== 'charge' && effect.kind !== 'renewal' && effect.kind !== 'refund') return [];
  const [from, to] = [calendar.tickOf(effect.periodStart), calendar.tickOf(effect.periodEnd)];
  const amount = effect.kind === 'renewal' ? 0 : effect.amount;
  const taken = effect.kind === 'charge' ? effect.discount : 0;
  return [{ kind: effect.kind, tick: calendar.tickOf(effect.at), amount, discount: taken, from, to }];
}

/** `reminder:2027-02-03T10:00:00.000Z:7` in the model's words: `reminder 336 7`. */
function mailOf(key: string, calendar: WallCalendar): string {
  const [, event = '', moment = '', days] = /^(\w+):(.{24}):?(\d*)$/.exec(key) ?? [];
  return `${event} ${calendar.tickOf(new Date(moment))} ${days ?? ''}`.trim();
}
