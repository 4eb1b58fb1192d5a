import { describe, expect, it } from 'vitest';
import { advance, receive } from '#server/subscriptions/lifecycle/lifecycle.ts';
import type { LifecycleMail, MailEffect } from '#server/subscriptions/lifecycle/subscription.ts';
import { emailOf } from '#server/subscriptions/lifecycle/lifecycle-messages.ts';
import { at, dearer, subscriptionOf, termsOf } from '#tests/support/subscriptions/subscriptions.ts';

const client = { id: 'client', name: 'Ірина', email: 'iryna@example.com', locale: 'lt' as const };
const outcome = advance(
  subscriptionOf({ balance: 4_000, status: 'active' }),
  termsOf(),
  at('2026-03-14T12:00:00Z'),
);
const effect = (mail: LifecycleMail): MailEffect => ({
  kind: 'mail',
  mail,
  key: `${mail}:then`,
  days: 3,
  date: at('2026-03-15T10:00:00Z'),
});

describe('the email of a state', () => {
  it.each([
    ['reminder', 'payment_reminder', 'end_not_covered'],
    ['grace', 'payment_due', 'period_unpaid'],
    ['blocked', 'access_blocked', 'term_over'],
    ['resumed', 'access_resumed', 'paid_again'],
    ['deletion_warning', 'deletion_warning', 'deletion_near'],
    ['discount_used', 'discount_ended', 'discount_used'],
    ['deleted', 'data_deleted', 'retention_over'],
  ] as const)('%s is of the kind %s by the rule %s, once per client', (mail, kind, reason) => {
    expect(emailOf(client, effect(mail), outcome)).toMatchObject({
      kind,
      reason,
      to: client.email,
      locale: 'lt',
      clientId: client.id,
      dedupeKey: `client:${mail}:then`,
      data: expect.objectContaining({ name: client.name }),
    });
  });

  it('tells the end of a free period in words of its own, with the first payment', () => {
    const trial = { ...outcome, subscription: { ...outcome.subscription, status: 'trial' as const } };
    expect(emailOf(client, effect('reminder'), trial, { tariff: 'Krautuvė' })).toMatchObject({
      kind: 'trial_ending',
      reason: 'end_not_covered',
      data: {
        sum: 10_000,
        amount: 6_000,
        tariff: 'Krautuvė',
        monthly: 10_000,
        yearly: null,
        days: 3,
        number: null,
        suspended_on: null,
        kept_until: null,
      },
    });
    const plan = { ...trial.plan, billingPeriod: 'year' as const };
    expect(emailOf(client, effect('reminder'), { ...trial, plan }).data).toMatchObject({
      tariff: null,
      monthly: null,
      yearly: 10_000,
    });
  });

  it.each([
    ['trial', 'trial_ends', 'renews_on'],
    ['active', 'renews_on', 'trial_ends'],
  ] as const)('asks for nothing that a card pays, and says what it pays: %s', (status, end, other) => {
    const state = { ...outcome, subscription: { ...outcome.subscription, status } };
    const charge = { at: at('2026-03-14T10:00:00Z'), amount: 6_000, last4: '4242' };
    expect(emailOf(client, effect('reminder'), state, { charge, tariff: 'Krautuvė' })).toMatchObject({
      kind: 'card_payment_ahead',
      reason: 'card_pays',
      dedupeKey: 'client:reminder:then',
      data: {
        name: client.name,
        amount: 6_000,
        card: '4242',
        charged_on: '2026-03-14T10:00:00.000Z',
        [end]: '2026-03-15T10:00:00.000Z',
        [other]: null,
        tariff: 'Krautuvė',
        monthly: 10_000,
      },
    });
  });

  it('says of a free period that nobody pays after when the cabinet stops and how long its data is kept', () => {
    const trial = subscriptionOf({ balance: 4_000, status: 'trial' });
    const reminded = advance(trial, termsOf(), at('2026-03-14T12:00:00Z'));
    const mail = reminded.effects.find((one): one is MailEffect => one.kind === 'mail');
    expect(mail && emailOf(client, mail, reminded).data).toMatchObject({
      date: '2026-03-15T10:00:00.000Z',
      suspended_on: '2026-03-22T10:00:00.000Z',
      kept_until: '2026-04-21T09:00:00.000Z',
    });
  });

  it('says what is missing of what comes next, the plan chosen for the end included', () => {
    const missing = (next: typeof outcome) => emailOf(client, effect('reminder'), next).data;
    expect(missing(outcome)).toEqual({
      name: client.name,
      amount: 6_000,
      sum: 10_000,
      discount: 0,
      date: '2026-03-15T10:00:00.000Z',
      days: 3,
      number: null,
      rest: null,
    });
    expect(missing({ ...outcome, nextPlan: dearer })).toMatchObject({ amount: 26_000 });
    const proforma = { number: 'PF-2026-000007', rest: 6_000 };
    expect(emailOf(client, effect('reminder'), outcome, { proforma }).data).toMatchObject(proforma);
    const rich = receive(subscriptionOf(), termsOf(), 50_000, at('2026-03-02T00:00:00Z'));
    expect(missing(rich)).toMatchObject({ amount: 0 });
  });

  it('promises the data back until its copy is deleted, by a payment or by support as the setting says', () => {
    const keptUntil = '2027-06-12T10:00:00.000Z';
    const told = (returns: boolean) =>
      emailOf(client, effect('deleted'), outcome, { backup: { keptUntil, returns } }).data;
    expect(told(true)).toMatchObject({ date: keptUntil, ask_by: null });
    expect(told(false)).toMatchObject({ date: null, ask_by: keptUntil });
    expect(emailOf(client, effect('deleted'), outcome).data).toMatchObject({ date: null, ask_by: null });
  });
});
