import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargesAhead, derived, upcoming } from '#server/subscriptions/lifecycle/forecast.ts';
import { advance, changeClosing, receive } from '#server/subscriptions/lifecycle/lifecycle.ts';
import type {
  Effect,
  Outcome,
  Plan,
  Subscription,
  Terms,
} from '#server/subscriptions/lifecycle/subscription.ts';
import { addDays } from '#server/kernel/periods.ts';
import { priceMomentsAfter } from '#server/subscriptions/lifecycle/price.ts';
import { changePlan, previewOf } from '#server/subscriptions/lifecycle/tariff-change.ts';
import { dearer, free, monthly, sumOf, termsOf, yearly } from '#tests/support/subscriptions/subscriptions.ts';

const laterPrice = fc
  .record({
    price: fc.constantFrom(0, 4_000, 10_000, 15_000, 30_000, 110_000),
    from: fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }),
    existing: fc.constantFrom('keep' as const, 'change' as const),
    notice: fc.constantFrom(0, 14, 60),
  })
  .map(({ notice, ...one }) => ({ ...one, presentFrom: addDays(one.from, notice, 'UTC') }));
/** One plan in two has later prices. */
const plan = fc
  .record({
    plan: fc.constantFrom(monthly, monthly, yearly, dearer, free),
    later: fc.option(fc.array(laterPrice, { minLength: 1, maxLength: 5 }), { nil: undefined }),
  })
  .map(({ plan: base, later: prices }) => ({
    ...base,
    ...(prices && { later: prices.sort((one, other) => one.from.getTime() - other.from.getTime()) }),
  }));
const days = fc.constantFrom(0, 0, 1, 3, 7, 30, 45, 100);
const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2032-01-01'), noInvalidDate: true });
const amount = fc.integer({ min: -20_000, max: 150_000 });

const terms: fc.Arbitrary<Terms> = fc
  .record({
    plan,
    nextPlan: fc.option(plan, { freq: 3 }),
    graceDays: days,
    retentionDays: days,
    reminderDays: fc.constantFrom([7, 3, 1], [], [1, 30], [40]),
    deletionWarningDays: fc.constant([7, 1]),
    timeZone: fc.constantFrom(
      'Europe/Kyiv',
      'Europe/Vilnius',
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
    ),
  })
  .map(termsOf);

const discount = fc.record({
  id: fc.constantFrom('a', 'b'),
  kind: fc.constantFrom('percent' as const, 'amount' as const),
  value: fc.constantFrom(1, 20, 33, 100),
  left: fc.constantFrom(1, 3, 24, null),
});
/** One subscription in two has discounts. */
const discounts = fc.oneof(fc.constant([]), fc.array(discount, { minLength: 1, maxLength: 3 }));

/** A subscription at the start of its free period, or in any state that it can reach within three years. */
const situationOf = (closing: fc.Arbitrary<number | null>) =>
  fc
    .record({
      terms,
      start: moment,
      freeDays: days,
      balance: amount,
      discounts,
      age: fc.nat(1_100),
      money: amount,
      closing,
    })
    .map(({ terms: given, start, freeDays, balance, discounts: had, age, money, closing: inDays }) => {
      const young: Subscription = {
        status: 'trial',
        trialEnds: addDays(start, freeDays, given.timeZone),
        anchor: null,
        blockedAt: null,
        deletionNotBefore: null,
        balance,
        since: start,
        discounts: had,
        closesAt: inDays === null ? null : addDays(start, inDays, given.timeZone),
        settledAt: start,
      };
      const outcome = receive(young, given, money, addDays(start, age, given.timeZone));
      return { subscription: outcome.subscription, terms: withPlans(given, outcome) };
    });
const openSituation = situationOf(fc.constant(null));
/** Every fifth account closes, up to 1,200 days after its start. */
const situation = situationOf(fc.option(fc.nat(1_200), { freq: 4 }));

describe('time', () => {
  it('in one leap over years comes to the same as in any steps', () => {
    const steps = fc.array(fc.nat(4 * 365 * 24 * 60), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(situation, steps, (before, minutes) => {
        const moments = minutes
          .sort((one, other) => one - other)
          .map((count) => later(before.subscription, count));
        const leap = advance(
          before.subscription,
          before.terms,
          moments.at(-1) ?? before.subscription.settledAt,
        );
        const slow = walk(before, moments);
        expect(slow.subscription).toEqual(leap.subscription);
        expect([slow.terms.plan, slow.terms.nextPlan]).toEqual([leap.plan, leap.nextPlan]);
        expect(slow.effects.filter(isNoMail)).toEqual(leap.effects.filter(isNoMail));
      }),
    );
  });

  it('does nothing twice: not a charge, not an email', () => {
    fc.assert(
      fc.property(situation, fc.array(fc.nat(1_000), { maxLength: 30 }), (before, ages) => {
        const moments = ages
          .sort((one, other) => one - other)
          .flatMap((age) => {
            const now = later(before.subscription, age * 1440);
            return [now, now];
          });
        const { effects } = walk(before, moments);
        const keys = effects.flatMap((effect) => (effect.kind === 'mail' ? [effect.key] : []));
        expect(new Set(keys).size).toBe(keys.length);
        const periods = effects.flatMap((effect) =>
          effect.kind === 'charge' || effect.kind === 'renewal' ? [effect.periodStart.getTime()] : [],
        );
        expect(new Set(periods).size).toBe(periods.length);
      }),
    );
  });

  it('set back does nothing', () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 1, max: 1e12 }), ({ subscription, terms: given }, back) => {
        const now = new Date(subscription.settledAt.getTime() - back);
        const outcome = advance(subscription, given, now);
        expect(outcome).toEqual({ subscription, plan: given.plan, nextPlan: given.nextPlan, effects: [] });
      }),
    );
  });
});

describe('money', () => {
  it('is neither made nor lost: the balance moves by what came in and what the effects say', () => {
    const acts = fc.array(fc.record({ after: fc.nat(90), amount, wanted: fc.option(plan) }), {
      maxLength: 15,
    });
    fc.assert(
      fc.property(situation, acts, (before, list) => {
        let { subscription, terms: now } = before;
        let expected = subscription.balance;
        for (const { after, amount: money, wanted } of list) {
          const at = addDays(subscription.settledAt, after, now.timeZone);
          const when = money % 2 === 0 ? 'now' : 'period_end';
          const outcome = wanted
            ? changePlan(subscription, now, { plan: wanted, when, paid: null }, at)
            : receive(subscription, now, money, at);
          if ('refused' in outcome) continue;
          expected += sumOf(outcome.effects) + (wanted ? 0 : money);
          subscription = outcome.subscription;
          now = withPlans(now, outcome);
          expect(subscription.balance).toBe(expected);
        }
      }),
    );
  });

  it('is never charged beyond what there is', () => {
    fc.assert(
      fc.property(situation, ({ subscription, terms: given }) => {
        const { effects, subscription: after } = advance(
          subscription,
          given,
          later(subscription, 3 * 365 * 1440),
        );
        if (effects.some((effect) => effect.kind === 'charge' && effect.amount > 0))
          expect(after.balance).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('an account that closes', () => {
  it('sees nothing begin, end or be charged from that day on, whatever comes in', () => {
    fc.assert(
      fc.property(situation, amount, fc.nat(900), ({ subscription, terms: given }, money, after) => {
        const { closesAt } = subscription;
        fc.pre(closesAt !== null);
        const now = addDays(closesAt, after, given.timeZone);
        const moment = now < subscription.settledAt ? subscription.settledAt : now;
        const untilThen = advance(subscription, given, moment);
        const paid = receive(subscription, given, money, moment);
        const changed = changePlan(
          subscription,
          given,
          { plan: given.plan, when: 'now', paid: null },
          moment,
        );
        if ('refused' in changed) throw new Error('a closed account is asked for money');
        for (const { effects } of [untilThen, paid, changed])
          for (const effect of effects)
            if (effect.kind !== 'mail') expect(effect.at.getTime()).toBeLessThan(closesAt.getTime());
        expect(paid.subscription.balance).toBe(untilThen.subscription.balance + money);
      }),
    );
  });

  it('comes to the same as one that stayed open, when the closing is taken back before its day', () => {
    fc.assert(
      fc.property(situation, fc.nat(400), fc.nat(400), ({ subscription, terms: given }, asked, span) => {
        const open = { ...subscription, closesAt: null };
        const from = addDays(open.settledAt, asked, given.timeZone);
        const until = addDays(from, span, given.timeZone);
        const closesAt = new Date(until.getTime() + 1);
        const closing = changeClosing(open, given, closesAt, from);
        const kept = changeClosing(closing.subscription, withPlans(given, closing), null, until);
        const never = advance(open, given, until);
        expect(kept.subscription).toEqual(never.subscription);
        expect([...closing.effects, ...kept.effects].filter(isNoMail)).toEqual(
          never.effects.filter(isNoMail),
        );
      }),
    );
  });
});

describe('the charges ahead', () => {
  it('are those that follow once what they lack is paid in, one after the other, and it lasts until their end', () => {
    fc.assert(
      fc.property(openSituation, fc.integer({ min: 1, max: 12 }), ({ subscription, terms: given }, count) => {
        const told = chargesAhead(subscription, given, count);
        expect(told).toHaveLength(count);
        const sum = told.reduce((total, one) => total + one.amount, 0);
        const lacking = Math.max(0, sum - subscription.balance);
        // Only money brings an archived client back.
        fc.pre(subscription.status !== 'archived' || lacking > 0);
        const paid = receive(subscription, given, lacking, subscription.settledAt);
        const last = told.at(-1)?.date ?? subscription.settledAt;
        const until = last > subscription.settledAt ? last : subscription.settledAt;
        const after = advance(paid.subscription, withPlans(given, paid), until);
        const periods = [...paid.effects, ...after.effects].flatMap((effect) => {
          if (effect.kind === 'renewal') return [[effect.periodStart, 0]];
          return effect.kind === 'charge' ? [[effect.periodStart, effect.amount]] : [];
        });
        expect(periods.slice(0, count)).toEqual(told.map(({ date, amount: charge }) => [date, charge]));
        const { lastsUntil } = derived(paid.subscription, withPlans(given, paid));
        expect(lastsUntil === null || lastsUntil > last).toBe(true);
      }),
    );
  });

  it('of a closing account end with its day', () => {
    fc.assert(
      fc.property(situation, ({ subscription, terms: given }) => {
        const { closesAt } = subscription;
        fc.pre(closesAt !== null);
        for (const { date } of chargesAhead(subscription, given, 12))
          expect(date.getTime()).toBeLessThan(closesAt.getTime());
      }),
    );
  });
});

describe('the forecast', () => {
  it('of a closing account ends with its day', () => {
    fc.assert(
      fc.property(situation, ({ subscription, terms: given }) => {
        const { closesAt, settledAt } = subscription;
        fc.pre(closesAt !== null);
        for (const { date } of upcoming(subscription, given, addDays(settledAt, 730, given.timeZone)))
          expect(date.getTime()).toBeLessThan(closesAt.getTime());
      }),
    );
  });

  it('is what then really happens, emails included', () => {
    fc.assert(
      fc.property(situation, fc.nat(730), ({ subscription, terms: given }, ahead) => {
        const until = addDays(subscription.settledAt, ahead, given.timeZone);
        const told = upcoming(subscription, given, until);
        const { effects } = walkAttentively({ subscription, terms: given }, until);
        expect(
          told.filter(({ event }) => !isAnnouncement(event)).map(({ date, event }) => [date, event]),
        ).toEqual(effects.flatMap((effect) => occurrencesOf(effect)));
        expect(
          told.filter(({ event }) => isAnnouncement(event)).map(({ event, days: before }) => [event, before]),
        ).toEqual(
          effects.flatMap((effect) =>
            effect.kind === 'mail' && isAnnouncement(effect.mail) ? [[effect.mail, effect.days]] : [],
          ),
        );
        expect(told.map(({ date }) => date.getTime())).toEqual(
          told.map(({ date }) => date.getTime()).sort((one, other) => one - other),
        );
      }),
    );
  });

  it('keeps in a row when the money ends, when the database is deleted, and when to look again', () => {
    fc.assert(
      fc.property(situation, ({ subscription, terms: given }) => {
        const kept = derived(subscription, given);
        const end = new Date('2100-01-01');
        const { effects } =
          isFreeAtLast(given.nextPlan ?? given.plan) || isFreeForEver(subscription)
            ? { effects: [] }
            : advance(subscription, given, end);
        const deletion = effects.find(({ kind }) => kind === 'archive');
        if (deletion?.kind === 'archive') expect(kept.deletionAt).toEqual(deletion.at);
        const grace = effects.find(({ kind }) => kind === 'grace');
        if (grace?.kind === 'grace') expect(kept.lastsUntil).toEqual(grace.at);
        if (!kept.nextEventAt) {
          if (subscription.closesAt === null) expect(subscription.status).toBe('archived');
          expect(effects).toEqual([]);
          return;
        }
        const before = new Date(kept.nextEventAt.getTime() - 1);
        expect(advance(subscription, given, before).effects).toEqual([]);
        const prices = priceMomentsAfter(given.nextPlan ?? given.plan, subscription.settledAt);
        const isOfPrice = prices.some((moment) => moment.getTime() === kept.nextEventAt?.getTime());
        // What a client without a running period is asked for may be another sum from then on.
        if (isOfPrice && !['trial', 'active'].includes(subscription.status)) return;
        expect(advance(subscription, given, kept.nextEventAt).effects).not.toEqual([]);
      }),
    );
  });
});

describe('the preview of a change', () => {
  it('is what then happens, now and at the end of the period', () => {
    const when = fc.constantFrom('now' as const, 'period_end' as const);
    fc.assert(
      fc.property(
        situation,
        plan,
        when,
        fc.nat(40),
        ({ subscription, terms: given }, wanted, chosen, after) => {
          const now = addDays(subscription.settledAt, after, given.timeZone);
          const change = { plan: wanted, when: chosen, paid: null };
          const outcome = changePlan(subscription, given, change, now);
          if ('refused' in outcome) {
            expect(outcome.missing).toBeGreaterThan(0);
            return;
          }
          const preview = previewOf(outcome);
          expect(preview.balanceAfter).toBe(subscription.balance + preview.refund - preview.charge);
          const then = advance(outcome.subscription, withPlans(given, outcome), preview.holdsFrom);
          const { closesAt } = subscription;
          if (closesAt && preview.holdsFrom >= closesAt) {
            expect(then.effects.filter(({ kind }) => kind === 'charge')).toEqual([]);
            return;
          }
          expect(then.plan).toEqual(isSame(wanted, outcome.plan) ? outcome.plan : wanted);
        },
      ),
    );
  });
});

/** Whether a period may cost nothing once all prices have come. */
function isFreeAtLast({ price, later: prices = [] }: Plan): boolean {
  return [price, ...prices.map((one) => one.price)].includes(0);
}

function isFreeForEver({ discounts: had }: Subscription): boolean {
  return had.some(({ kind, value, left }) => kind === 'percent' && value === 100 && left === null);
}

function walk(before: { subscription: Subscription; terms: Terms }, moments: readonly Date[]) {
  let { subscription, terms: now } = before;
  const effects: Effect[] = [];
  for (const at of moments) {
    const outcome = advance(subscription, now, at);
    effects.push(...outcome.effects);
    subscription = outcome.subscription;
    now = withPlans(now, outcome);
  }
  return { subscription, terms: now, effects };
}

/** Like the run: wakes whenever the row says so. */
function walkAttentively(before: { subscription: Subscription; terms: Terms }, until: Date) {
  let { subscription, terms: now } = before;
  const effects: Effect[] = [];
  for (;;) {
    const { nextEventAt } = derived(subscription, now);
    const isOver = nextEventAt === null || nextEventAt > until;
    const outcome = advance(subscription, now, isOver ? until : nextEventAt);
    effects.push(...outcome.effects);
    if (isOver) return { effects };
    subscription = outcome.subscription;
    now = withPlans(now, outcome);
  }
}

function withPlans(given: Terms, { plan: current, nextPlan }: Outcome): Terms {
  return { ...given, plan: current, nextPlan };
}

function later({ settledAt }: Subscription, minutes: number): Date {
  return new Date(settledAt.getTime() + minutes * 60_000);
}

function isNoMail({ kind }: Effect): boolean {
  return kind !== 'mail';
}

function isAnnouncement(event: string): boolean {
  return event === 'reminder' || event === 'deletion_warning';
}

function isSame(one: { tariffId: string; billingPeriod: string }, other: typeof one): boolean {
  return one.tariffId === other.tariffId && one.billingPeriod === other.billingPeriod;
}

function occurrencesOf(effect: Effect): [Date, string][] {
  switch (effect.kind) {
    case 'charge':
    case 'grace':
    case 'block':
      return [[effect.at, effect.kind]];
    case 'archive':
      return [[effect.at, 'deletion']];
    default:
      return [];
  }
}
