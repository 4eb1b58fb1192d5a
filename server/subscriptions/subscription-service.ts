import type { Kysely } from 'kysely';
import type { BaseLogger } from 'pino';
import type { BillingPeriod, ClientStatus } from '#contract/client.ts';
import type { EmailKind } from '#contract/email.ts';
import type { Locale } from '#contract/variants.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { Clock } from '#server/clock.ts';
import type { EmailRow, Tables } from '#server/db/tables.ts';
import { systemCaller } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { Refused } from '#server/refused.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import { insertLines } from '#server/wallet/ledger-store.ts';
import { createBillingRun } from './billing-run.ts';
import { deletionFloor } from './deletion-floor.ts';
import { derived, type Occurrence, upcoming } from './forecast.ts';
import { freePeriodOf } from './free-period.ts';
import { advance, type Outcome, receive, type Subscription, type Terms } from './lifecycle.ts';
import { changePlanWhileBlocked, unblock } from './manual-block.ts';
import { linesOf, type Money } from './outcome-lines.ts';
import { mailFacts } from './mail-facts.ts';
import { type CabinetKeeper, createOutcomeWriter, type OutcomeWriter } from './outcome-writer.ts';
import { addDays, addMonths } from './periods.ts';
import { restored } from './restoring.ts';
import {
  type GeneralTerms,
  isRunning,
  planOf,
  subscriptionOf,
  termsAfter,
  termsOf,
} from './stored-subscription.ts';
import {
  type Concerned,
  lookAgainPiece,
  lookAgainSoon,
  paidPeriod,
  planRow,
  subscribedById,
  type SubscribedRow,
  updateSubscription,
} from './subscription-store.ts';
import type { UsageWatch } from './usage-watch.ts';
import { changePlan, type PaidPeriod, type PlanChangePreview, previewOf } from './tariff-change.ts';

interface SubscriptionDeps {
  db: Kysely<Tables>;
  clock: Clock;
  settings: SettingsService;
  mail: Pick<MailService, 'write' | 'writeAll'>;
  usage: Pick<UsageWatch, 'recheck' | 'factsOf'>;
  queue: Pick<Queue, 'enqueue'>;
  cabinets: CabinetKeeper;
  timeZone: string;
  locale: Locale;
  log: Pick<BaseLogger, 'info' | 'error'>;
}

/** What an act does to one subscription, said by the pure lifecycle. */
type Act = (subscription: Subscription, terms: Terms) => Outcome;

export interface PlanChoice {
  tariffId: string;
  /** The present one unless said otherwise. */
  billingPeriod: BillingPeriod | undefined;
  when: 'now' | 'period_end';
}

const forecastMonths = 24;
/** A changed term is looked at in its own transaction where it could matter so soon. */
const soonDays = 8;
const lookAgainAtOnce = 5000;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Subscriptions (DESIGN section 7). Every act locks the client, lets time pass up to now, asks the pure lifecycle what
 * the act does, and writes all of it in the caller's transaction. Locks: tariffs or settings first where they are
 * needed, then clients, then anything else.
 */
export function createSubscriptionService(deps: SubscriptionDeps) {
  const { db, clock, settings, mail, usage, queue, cabinets, timeZone, locale, log } = deps;
  const writeOutcomes = createOutcomeWriter({ mail, cabinets, locale });
  /** Another tariff has other limits. */
  const write: OutcomeWriter = async (tx, now, changes) => {
    const columns = await writeOutcomes(tx, now, changes);
    const moved = changes.filter(({ row, outcome }) => outcome.plan.tariffId !== row.tariff_id);
    await usage.recheck(
      tx,
      moved.map(({ row }) => row.id),
      now,
    );
    return columns;
  };

  return {
    runs: createBillingRun({ db, clock, write, generalTerms, report, log }),

    /** What holds for whoever has no terms of their own. */
    generalTerms: () => generalTerms(db),

    /** Days of a client's free period: its own, else the partner's, else the general one, and the promo code's. */
    async freePeriodDays(tx: Kysely<Tables>, clientId: string): Promise<number> {
      return (await freePeriodOf(tx, settings, clientId)).days;
    },

    /**
     * Begins the free period, when the cabinet becomes active, and gives what the promo code promised. Once: a client
     * that had its own keeps its end.
     */
    async startFreePeriod(tx: Kysely<Tables>, clientId: string, now: Date): Promise<void> {
      await lock(tx, clientId);
      const { client, days } = await freePeriodOf(tx, settings, clientId);
      if (client.trial_ends) return;
      await updateSubscription(tx, clientId, {
        status: 'trial',
        trial_ends: addDays(now, days, timeZone),
        settled_at: now,
        updated_at: now,
      });
      if (client.bonus === null || client.bonus <= 0) return settle(tx, clientId, now);
      const { balance } = await credit(
        tx,
        clientId,
        { id: newId(now), kind: 'bonus', amount: client.bonus },
        now,
      );
      const { name, email, locale: language } = await lock(tx, clientId);
      await mail.write(tx, now, {
        kind: 'bonus_given',
        to: email,
        locale: language,
        data: { name, amount: client.bonus, balance },
        reason: 'promo_bonus',
        onceKey: `${clientId}:promo_bonus`,
        clientId,
      });
    },

    /** Gives a free period that still runs the length that now holds, counted from its beginning. */
    async moveFreePeriod(tx: Kysely<Tables>, clientId: string, now: Date): Promise<void> {
      const row = await lock(tx, clientId);
      const { client, days } = await freePeriodOf(tx, settings, clientId);
      if ((row.blocked_from ?? row.status) !== 'trial' || !client.ready_at) return;
      await updateSubscription(tx, clientId, { trial_ends: addDays(client.ready_at, days, timeZone) });
      await settle(tx, clientId, now);
    },

    /** Lets time pass for one client up to now. */
    settle,

    /** Money came in, or went: a line of the ledger, and what it sets off. Gives the line's balance. */
    credit,

    /** What money coming in would set off; changes nothing. */
    async previewCredit(
      id: string,
      amount: number,
      now: Date,
    ): Promise<{
      charge: number;
      balance: number;
      status: ClientStatus;
      trialEnds: Date | null;
      lastsUntil: Date | null;
    }> {
      const row = await subscribedById(db, id);
      if (!row) throw new Refused('not_found');
      if (row.deleted_at) throw new Refused('deleted');
      const subscription = subscriptionOf(row);
      const terms = termsOf(row, await generalTerms(db));
      if (!subscription || !isRunning(row)) {
        const lastsUntil = subscription
          ? derived({ ...subscription, balance: row.balance + amount }, terms).lastsUntil
          : null;
        return {
          charge: 0,
          balance: row.balance + amount,
          status: row.status,
          trialEnds: row.trial_ends,
          lastsUntil,
        };
      }
      const outcome = receive(subscription, terms, amount, now);
      const { balance, status, trialEnds } = outcome.subscription;
      const { lastsUntil } = derived(outcome.subscription, termsAfter(terms, outcome));
      return { charge: previewOf(outcome).charge, balance, status, trialEnds, lastsUntil };
    },

    /**
     * Another tariff or billing period, now or at the period's end. With `preview` nothing is written, and what is
     * told is exactly what the change would do. A client without a subscription yet simply gets the plan.
     *
     * @throws Refused `balance_too_low`; nothing changes then.
     */
    async changePlan(
      tx: Kysely<Tables>,
      id: string,
      choice: PlanChoice,
      { now, preview = false }: { now: Date; preview?: boolean },
    ): Promise<PlanChange> {
      const row = await lock(tx, id);
      const tariff = await planRow(tx, choice.tariffId);
      if (!tariff) throw new Error('the tariff is gone'); // tariffs are archived, never deleted
      const plan = planOf(tariff, choice.billingPeriod ?? row.billing_period);
      const terms = termsOf(row, await generalTerms(tx));
      const subscription = subscriptionOf(row);
      if (!subscription || row.blocked_from !== null) {
        const outcome =
          subscription && row.blocked_from
            ? changePlanWhileBlocked(subscription, terms, { plan, blockedFrom: row.blocked_from }, now)
            : undefined;
        const planAfter = outcome?.plan ?? plan;
        const next = outcome?.nextPlan ?? null;
        if (!preview) {
          await updateSubscription(tx, id, {
            tariff_id: planAfter.tariffId,
            billing_period: planAfter.billingPeriod,
            next_tariff_id: next?.tariffId ?? null,
            next_billing_period: next?.billingPeriod ?? null,
          });
        }
        return {
          preview: {
            refund: 0,
            charge: 0,
            balanceAfter: row.balance,
            trialEnds: row.trial_ends,
            status: row.status,
            holdsFrom: next && row.trial_ends ? row.trial_ends : now,
          },
          price: plan.price,
        };
      }
      const paid = await paidPeriodOf(tx, row);
      const outcome = changePlan(subscription, terms, { plan, when: choice.when, paid }, now);
      if ('refused' in outcome) {
        throw new Refused('balance_too_low', { fields: { tariff_id: [{ key: 'errors.balance_too_low' }] } });
      }
      if (!preview) await write(tx, now, [{ row, outcome, terms }]);
      return { preview: previewOf(outcome), price: plan.price };
    },

    /** After a block by hand was written: time stops for the client. */
    async stop(tx: Kysely<Tables>, id: string): Promise<void> {
      await updateSubscription(tx, id, { next_event_at: null, deletion_at: null });
    },

    /** After a block by hand was lifted: back into the period that runs, else what the balance pays. */
    async unblock(tx: Kysely<Tables>, id: string, blockedFrom: ClientStatus, now: Date): Promise<void> {
      if (!subscriptionOf(await lock(tx, id))) return updateSubscription(tx, id, { status: blockedFrom });
      await act(tx, id, now, (subscription, terms) => unblock(subscription, terms, blockedFrom, now));
    },

    /**
     * After an archived client's data were brought back: blocked from now on, as before the deletion, with the
     * retention anew and at least the days that a changed setting leaves, however short that is.
     */
    async blockAnew(tx: Kysely<Tables>, id: string, now: Date): Promise<void> {
      await updateSubscription(tx, id, {
        status: 'blocked',
        blocked_at: now,
        deletion_not_before: deletionFloor(addDays(now, soonDays, timeZone), now, timeZone),
        next_event_at: now,
      });
    },

    /** After a deletion was undone: the time spent deleted was not lived. */
    async restore(tx: Kysely<Tables>, id: string, deletedAt: Date, now: Date): Promise<void> {
      const row = await lock(tx, id);
      const before = subscriptionOf(row);
      if (!before) return;
      const { trialEnds, anchor, blockedAt, deletionNotBefore, settledAt } = restored(before, deletedAt, now);
      await updateSubscription(tx, id, {
        trial_ends: trialEnds,
        anchor,
        blocked_at: blockedAt,
        deletion_not_before: deletionNotBefore,
        settled_at: settledAt,
      });
      await settle(tx, id, now);
    },

    /**
     * A client's own terms change by `change`: what was due before is settled by the old ones, and no deletion comes
     * nearer than 7 days.
     */
    async withNewTerms(
      tx: Kysely<Tables>,
      id: string,
      now: Date,
      change: () => Promise<void>,
    ): Promise<void> {
      await settle(tx, id, now);
      const before = await lock(tx, id);
      const subscription = isRunning(before) ? subscriptionOf(before) : undefined;
      await change();
      if (!subscription) return;
      const { deletionAt } = derived(subscription, termsOf(before, await generalTerms(tx)));
      const floor = deletionAt && deletionFloor(deletionAt, now, timeZone);
      const old = before.deletion_not_before;
      if (floor) await updateSubscription(tx, id, { deletion_not_before: old && old > floor ? old : floor });
      await settle(tx, id, now);
    },

    /**
     * General terms or a tariff's prices have changed in the caller's transaction: at once for those whom it could
     * reach within days, soon after for everybody else concerned. `protect` as in `withNewTerms`.
     */
    async termsChanged(
      tx: Kysely<Tables>,
      concerned: Concerned,
      { now, protect }: { now: Date; protect: boolean },
    ): Promise<void> {
      const floor = deletionFloor(addDays(now, soonDays, timeZone), now, timeZone);
      const until = addDays(now, soonDays, timeZone);
      await lookAgainSoon(tx, concerned, { now, until, protect: protect ? floor : null });
      await queue.enqueue(tx, 'look-again', { ...concerned, since: now.toISOString() });
      await queue.enqueue(tx, 'billing-run', {});
    },

    /** The job that follows: has the lifecycle look at everybody concerned. */
    async lookAgain({ since, ...concerned }: Concerned & { since: string }): Promise<void> {
      const now = new Date(since);
      for (let after: string | undefined = firstId; after !== undefined;) {
        after = await lookAgainPiece(db, concerned, { now, after, limit: lookAgainAtOnce });
      }
      await queue.enqueue(db, 'billing-run', {});
    },

    /**
     * What a mail to a client says if it is sent again now, where that hangs on the state; undefined when it is no
     * longer so.
     */
    async mailFacts(
      tx: Kysely<Tables>,
      { kind, clientId }: { kind: EmailKind; clientId: string },
      now: Date,
    ): Promise<EmailRow['data'] | undefined> {
      if (kind === 'turnover_exceeded' || kind === 'goods_exceeded') return usage.factsOf(tx, clientId, kind);
      const row = await subscribedById(tx, clientId);
      return row ? mailFacts(kind, row, await generalTerms(tx), now) : undefined;
    },

    /** What will happen by itself, 24 months ahead or until the deletion; nothing for whom time stands still. */
    async forecast(id: string, now: Date, { months = forecastMonths } = {}): Promise<Occurrence[]> {
      const row = await subscribedById(db, id);
      if (!row) throw new Refused('not_found');
      const subscription = isRunning(row) ? subscriptionOf(row) : undefined;
      if (!subscription) return [];
      const terms = termsOf(row, await generalTerms(db));
      const outcome = advance(subscription, terms, now);
      const until = addMonths(now, months, timeZone);
      return upcoming(outcome.subscription, termsAfter(terms, outcome), until);
    },
  };

  async function lock(tx: Kysely<Tables>, id: string): Promise<SubscribedRow> {
    const row = await subscribedById(tx, id, { lock: true });
    if (!row) throw new Refused('not_found');
    return row;
  }

  async function act(tx: Kysely<Tables>, id: string, now: Date, how: Act): Promise<void> {
    const row = await lock(tx, id);
    const subscription = isRunning(row) ? subscriptionOf(row) : undefined;
    if (!subscription) return;
    const terms = termsOf(row, await generalTerms(tx));
    await write(tx, now, [{ row, terms, outcome: how(subscription, terms) }]);
  }

  async function settle(tx: Kysely<Tables>, id: string, now: Date): Promise<void> {
    await act(tx, id, now, (subscription, terms) => advance(subscription, terms, now));
  }

  async function credit(
    tx: Kysely<Tables>,
    id: string,
    money: Money,
    now: Date,
  ): Promise<{ balance: number }> {
    const row = await lock(tx, id);
    const subscription = isRunning(row) ? subscriptionOf(row) : undefined;
    if (!subscription) return keep(tx, row, money, now);
    const terms = termsOf(row, await generalTerms(tx));
    const outcome = receive(subscription, terms, money.amount, now);
    await write(tx, now, [{ row, terms, money, outcome }]);
    return { balance: outcome.subscription.balance };
  }

  /** Money for whom time stands still: it waits in the wallet. */
  async function keep(
    tx: Kysely<Tables>,
    row: SubscribedRow,
    money: Money,
    now: Date,
  ): Promise<{ balance: number }> {
    const { lines } = linesOf([], money, { clientId: row.id, balance: row.balance, now, newId });
    await insertLines(tx, lines);
    const balance = row.balance + money.amount;
    const subscription = subscriptionOf(row);
    if (!subscription) return { balance };
    const terms = termsOf(row, await generalTerms(tx));
    await updateSubscription(tx, row.id, {
      lasts_until: derived({ ...subscription, balance }, terms).lastsUntil,
    });
    return { balance };
  }

  async function paidPeriodOf(
    tx: Kysely<Tables>,
    { paid_entry_id }: SubscribedRow,
  ): Promise<PaidPeriod | null> {
    const paid = paid_entry_id ? await paidPeriod(tx, paid_entry_id) : undefined;
    if (!paid?.period_start || !paid.period_end) return null;
    return { amount: -paid.amount, start: paid.period_start, end: paid.period_end };
  }

  async function generalTerms(tx: Kysely<Tables>): Promise<GeneralTerms> {
    const known = await settings.getAll(
      ['term_without_payment_days', 'database_retention_days', 'reminder_days'],
      tx,
    );
    return {
      graceDays: known.term_without_payment_days,
      retentionDays: known.database_retention_days,
      reminderDays: known.reminder_days,
      timeZone,
    };
  }

  async function report(tx: Kysely<Tables>, row: SubscribedRow, error: unknown, now: Date): Promise<void> {
    await writeAudit(tx, systemCaller(now, locale), {
      action: 'client.lifecycle_failed',
      subject: { type: 'client', id: row.id, name: row.name },
      clientId: row.id,
      changes: [
        { field: 'error', before: null, after: error instanceof Error ? error.message : String(error) },
      ],
    });
  }
}
export type SubscriptionService = ReturnType<typeof createSubscriptionService>;

/** What a change of plan did, or would do; `price` is that of the new plan's period. */
export interface PlanChange {
  preview: Omit<PlanChangePreview, 'trialEnds' | 'status'> & { trialEnds: Date | null; status: ClientStatus };
  price: number;
}
