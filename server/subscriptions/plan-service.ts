import type { Kysely } from 'kysely';
import type { ClientDetails } from '#contract/client.ts';
import type {
  ForecastEntry,
  OwnSubscription,
  TariffChangeInput,
  TariffChangePreview,
} from '#contract/subscription.ts';
import type { Locale } from '#contract/variants.ts';
import { auditChanges } from '#server/audit/audit-changes.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import type { ClientService } from '#server/clients/client-service.ts';
import { type OnceKey, once } from '#server/db/idempotency.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Caller, CustomerActor, StaffActor } from '#server/http/caller.ts';
import type { MailService } from '#server/mail/mail-service.ts';
import { translate } from '#server/messages.ts';
import { Refused, refusedField } from '#server/refused.ts';
import type { TariffService } from '#server/tariffs/tariff-service.ts';
import type { Occurrence } from './forecast.ts';
import { calendarDaysBetween } from './periods.ts';
import { subscribedById, type SubscribedRow } from './subscription-store.ts';
import type { PlanChange, SubscriptionService } from './subscription-service.ts';
import type { UsageWatch } from './usage-watch.ts';

interface PlanDeps {
  db: Kysely<Tables>;
  subscriptions: SubscriptionService;
  tariffs: TariffService;
  clients: ClientService;
  usage: UsageWatch;
  mail: Pick<MailService, 'write'>;
  timeZone: string;
}

type Chooser = Caller<StaffActor> | Caller<CustomerActor>;

/** What customers see of their subscription, and what they and staff choose for it (API.md; DESIGN section 7). */
export function createPlanService({ db, subscriptions, tariffs, clients, usage, mail, timeZone }: PlanDeps) {
  const daysUntil = (moment: string | null, now: Date) =>
    moment === null ? null : Math.max(0, calendarDaysBetween(now, new Date(moment), timeZone));
  return {
    /** What will happen to a client by itself, in the reader's words. */
    async forecast({ now, locale }: Caller, clientId: string): Promise<ForecastEntry[]> {
      return inWords(await subscriptions.forecast(clientId, now), locale);
    },

    /** What comes next for a client, for the e-mail log; null when nothing does. */
    async nextEvent({ now, locale }: Caller, clientId: string): Promise<ForecastEntry | null> {
      const [next] = await subscriptions.forecast(clientId, now);
      return next ? presentOccurrence(next, locale) : null;
    },

    /** A customer's own subscription, with the tariffs that one may change to. */
    async own(caller: Caller<CustomerActor>): Promise<OwnSubscription> {
      const { actor, now, locale } = caller;
      const client = await clients.show(caller, actor.id);
      const choices = await tariffs.choices(locale, client.tariff_id);
      const tariff = choices.find(({ id }) => id === client.tariff_id);
      if (!tariff) throw new Error('a client without its tariff');
      const forecast = await subscriptions.forecast(actor.id, now, { months: 12 });
      return {
        status: client.status,
        blocked_by_hand: client.blocked_by_hand,
        tariff,
        billing_period: client.billing_period,
        price: client.billing_period === 'year' ? tariff.price_year : tariff.price_month,
        next_tariff: client.next_tariff,
        currency: client.currency,
        time_zone: timeZone,
        balance: client.balance,
        recommended_amount: client.recommended_amount,
        trialEnds: client.trialEnds,
        remaining_days: client.remaining_days,
        lasts_until: client.lasts_until,
        deletion_at: client.deletion_at,
        deletion_days: daysUntil(client.deletion_at, now),
        limits: limitsOf(client, tariff),
        usage: {
          monthly_turnover: client.monthly_turnover,
          goods_count: client.goods_count,
          cash_registers: client.cash_registers,
        },
        over_limit: client.over_limit,
        forecast: inWords(forecast, locale),
        tariffs: choices,
      };
    },

    /** Another tariff or billing period, once for its key. A tariff that is archived can only be kept. */
    async change(
      caller: Chooser,
      clientId: string,
      input: TariffChangeInput,
      key: OnceKey | null,
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const isOpen = await tariffs.isOpen(tx, input.tariff_id);
        const before = await present(tx, clientId);
        await once(tx, key, caller.now, async () => {
          if (before.deleted_at) throw new Refused('deleted');
          if (!isOpen && before.tariff_id !== input.tariff_id) throw notOpen();
          const changed = await subscriptions.changePlan(tx, clientId, choiceOf(input), { now: caller.now });
          const after = await present(tx, clientId);
          await usage.recheck(tx, [clientId], caller.now);
          await trail(tx, caller, before, after);
          await tell(tx, caller.now, after, { tariffId: input.tariff_id, changed });
          return {};
        });
      });
    },

    /** What the same change would do; changes nothing. */
    async preview(
      { now }: Chooser,
      clientId: string,
      input: TariffChangeInput,
    ): Promise<TariffChangePreview> {
      return db.transaction().execute(async (tx) => {
        const isOpen = await tariffs.isOpen(tx, input.tariff_id);
        const before = await present(tx, clientId);
        if (before.deleted_at) throw new Refused('deleted');
        if (!isOpen && before.tariff_id !== input.tariff_id) throw notOpen();
        const { preview } = await subscriptions.changePlan(tx, clientId, choiceOf(input), {
          now,
          preview: true,
        });
        return {
          refund: preview.refund,
          charge: preview.charge,
          balance_after: preview.balanceAfter,
          trialEnds: preview.trialEnds?.toISOString() ?? null,
          status: preview.status,
          from: preview.holdsFrom.toISOString(),
        };
      });
    },
  };

  async function tell(
    tx: Kysely<Tables>,
    now: Date,
    { id, name, email, locale, status }: SubscribedRow,
    { tariffId, changed }: { tariffId: string; changed: PlanChange },
  ): Promise<void> {
    // Whose address is not proven could have anybody written to.
    if (status === 'unconfirmed') return;
    const date = changed.preview.holdsFrom.toISOString();
    await mail.write(tx, now, {
      kind: 'tariff_changed',
      to: email,
      locale,
      data: { name, tariff: await tariffs.nameOf(tx, tariffId, locale), amount: changed.price, date },
      reason: 'tariff_changed',
      clientId: id,
    });
  }
}
export type PlanService = ReturnType<typeof createPlanService>;

async function present(tx: Kysely<Tables>, clientId: string): Promise<SubscribedRow> {
  const row = await subscribedById(tx, clientId, { lock: true });
  if (!row) throw new Refused('not_found');
  return row;
}

function choiceOf({ tariff_id, billing_period, when }: TariffChangeInput) {
  return { tariffId: tariff_id, billingPeriod: billing_period, when };
}

function notOpen(): Refused {
  return refusedField('tariff_id', 'validation.notAllowed');
}

async function trail(
  tx: Kysely<Tables>,
  caller: Chooser,
  before: SubscribedRow,
  after: SubscribedRow,
): Promise<void> {
  const chosen = ({
    tariff_id,
    billing_period,
    next_tariff_id,
    next_billing_period,
    trial_ends,
  }: SubscribedRow) => ({
    tariff_id,
    billing_period,
    next_tariff_id,
    next_billing_period,
    trial_ends,
  });
  await writeAudit(tx, caller, {
    action: 'client.tariff',
    subject: { type: 'client', id: after.id, name: after.name },
    clientId: after.id,
    changes: auditChanges(chosen(before), chosen(after)),
  });
}

/** The client's own limits, else the tariff's. */
function limitsOf(
  client: ClientDetails,
  tariff: Pick<OwnSubscription['tariff'], 'monthly_turnover_limit' | 'goods_quantity'>,
): OwnSubscription['limits'] {
  return {
    monthly_turnover: client.monthly_turnover_limit ?? tariff.monthly_turnover_limit,
    goods_quantity: client.goods_quantity ?? tariff.goods_quantity,
  };
}

function inWords(occurrences: readonly Occurrence[], locale: Locale): ForecastEntry[] {
  return occurrences.map((occurrence) => presentOccurrence(occurrence, locale));
}

function presentOccurrence({ date, event, rule, days, amount }: Occurrence, locale: Locale): ForecastEntry {
  return {
    date: date.toISOString(),
    event,
    rule: translate(locale, `forecastRules.${rule}`, { count: days }),
    ...(amount !== undefined && { amount }),
  };
}
