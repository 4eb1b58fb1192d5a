import type { ClientDetails } from '#contract/clients/client-details.ts';
import type {
  OwnSubscription,
  TariffChangeInput,
  TariffChangePreview,
} from '#contract/clients/subscription.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { auditClient } from '#server/audit-log/audit-store.ts';
import { answered, type Say } from '#server/db/answered.ts';
import { type IdempotencyKey, once } from '#server/db/idempotency.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError, deletedClient, fieldError } from '#server/kernel/app-error.ts';
import type { CustomerCaller, StaffCaller } from '#server/kernel/caller.ts';
import { priceOfPeriod } from '#server/subscriptions/lifecycle/lifecycle-messages.ts';
import { subscribedById, type SubscribedRow } from '#server/subscriptions/subscription-store.ts';
import { recheckUsage } from '#server/subscriptions/watch-usage.ts';
import { choosePlan, type PlanOutcome } from '#server/subscriptions/choose-plan.ts';
import { isOpenTariff, isPublicTariff, tariffNameIn } from '#server/tariffs/choose-tariff.ts';
import type { ClientDeps } from '#server/clients/client-deps.ts';
import { readOwnSubscription } from './read-own-subscription.ts';
import { readClient } from '#server/clients/read-client.ts';

type Chooser = StaffCaller | CustomerCaller;

interface PlanRequest {
  clientId: string;
  input: TariffChangeInput;
  key: IdempotencyKey | null;
}

/** Changes the tariff or billing period, once per key. A tariff that isn't on sale can only be kept. */
export function changePlan(deps: ClientDeps, caller: Chooser, choice: PlanRequest): Promise<ClientDetails> {
  return change(deps, caller, choice, (tx) => readClient(deps, caller, choice.clientId, tx));
}

/** The same for the customer. */
export function changeOwnPlan(
  deps: ClientDeps,
  caller: CustomerCaller,
  choice: Omit<PlanRequest, 'clientId'>,
): Promise<OwnSubscription> {
  const own = { ...choice, clientId: caller.actor.id };
  return change(deps, caller, own, (tx) => readOwnSubscription(deps, caller, tx));
}

/** What the same change would do; writes nothing. */
export function previewPlan(
  deps: ClientDeps,
  caller: Chooser,
  { clientId, input }: Omit<PlanRequest, 'key'>,
): Promise<TariffChangePreview> {
  return deps.db.transaction().execute(async (tx) => {
    const isOpen = await isOpenTo(caller, tx, input.tariff_id);
    refuseChoice(caller, await requireSubscribed(tx, clientId), { input, isOpen });
    const { now } = caller;
    const { preview, next } = await choosePlan(deps.subscriptions, tx, {
      id: clientId,
      choice: wantedBy(input),
      now,
      preview: true,
    });
    return {
      refund: preview.refund,
      charge: preview.charge,
      discount: preview.discount,
      balance_after: preview.balanceAfter,
      trialEnds: preview.trialEnds?.toISOString() ?? null,
      status: preview.status,
      from: preview.holdsFrom.toISOString(),
      next_charge: next && { ...next, date: next.date.toISOString() },
    };
  });
}

function change<Answer>(
  deps: ClientDeps,
  caller: Chooser,
  { clientId, input, key }: PlanRequest,
  say: Say<Answer>,
): Promise<Answer> {
  const { now } = caller;
  return answered(deps.db, caller, async (tx) => {
    const isOpen = await isOpenTo(caller, tx, input.tariff_id);
    const before = await requireSubscribed(tx, clientId);
    await once(tx, key, now, async () => {
      refuseChoice(caller, before, { input, isOpen });
      const changed = await choosePlan(deps.subscriptions, tx, {
        id: clientId,
        choice: wantedBy(input),
        now,
      });
      const after = await requireSubscribed(tx, clientId);
      await recheckUsage(deps.subscriptions, tx, [clientId], now);
      const changes = auditChanges(planOf(before), planOf(after));
      await auditClient(tx, caller, after, { action: 'client.tariff', changes });
      await notifyClient(deps, tx, after, { before, input, changed, now });
      return {};
    });
    return say(tx);
  });
}

async function requireSubscribed(tx: Db, clientId: string): Promise<SubscribedRow> {
  const row = await subscribedById(tx, clientId, { lock: true });
  if (!row) throw new AppError('not_found');
  return row;
}

/** Staff choose any open tariff, customers a public one (GROWTH section 17, "Visibility"). */
function isOpenTo({ actor }: Chooser, tx: Db, id: string): Promise<boolean> {
  return actor.kind === 'staff' ? isOpenTariff(tx, id) : isPublicTariff(tx, id);
}

function refuseChoice(
  { actor }: Chooser,
  { deleted_at, erased_at, blocked_from, tariff_id, next_tariff_id }: SubscribedRow,
  { input, isOpen }: { input: TariffChangeInput; isOpen: boolean },
): void {
  if (deleted_at) throw deletedClient({ erased_at });
  // A customer blocked by hand can't choose; support does it for them (docs/decisions/0133).
  if (actor.kind === 'customer' && blocked_from !== null) throw new AppError('account_blocked');
  const isOwn =
    input.tariff_id === tariff_id || (actor.kind === 'customer' && input.tariff_id === next_tariff_id);
  if (!isOpen && !isOwn) throw fieldError('tariff_id', 'validation.notAllowed');
}

function wantedBy({ tariff_id, billing_period, when }: TariffChangeInput) {
  return { tariffId: tariff_id, billingPeriod: billing_period, when };
}

function planOf(row: SubscribedRow) {
  const { tariff_id, billing_period, next_tariff_id, next_billing_period, trial_ends } = row;
  return { tariff_id, billing_period, next_tariff_id, next_billing_period, trial_ends };
}

interface ToldChange {
  before: SubscribedRow;
  input: TariffChangeInput;
  changed: PlanOutcome;
  now: Date;
}

async function notifyClient(
  { mail, defaultLocale }: ClientDeps,
  tx: Db,
  { id, name, email, locale, status }: SubscribedRow,
  { before, input, changed, now }: ToldChange,
): Promise<void> {
  // An address that nobody has confirmed may belong to a stranger.
  if (status === 'unconfirmed') return;
  const { preview, next } = changed;
  const period = input.billing_period ?? before.billing_period;
  const isOther = period !== before.billing_period;
  const nameOf = (tariffId: string) => tariffNameIn({ db: tx, defaultLocale }, tariffId, locale);
  await mail.write(tx, now, {
    kind: 'tariff_changed',
    to: email,
    locale,
    data: {
      name,
      tariff: await nameOf(input.tariff_id),
      former: before.tariff_id === input.tariff_id ? null : await nameOf(before.tariff_id),
      amount: changed.price,
      pays_monthly: isOther && period === 'month' ? 1 : null,
      pays_yearly: isOther && period === 'year' ? 1 : null,
      ...priceOfPeriod(changed.price, period),
      date: preview.holdsFrom.toISOString(),
      refund: preview.refund || null,
      charge: preview.charge || null,
      balance: preview.balanceAfter,
      sum: next?.amount ?? null,
      discount: next?.discount ?? null,
      next_date: next?.date.toISOString() ?? null,
      missing: next && Math.max(0, next.amount - preview.balanceAfter),
    },
    reason: 'tariff_changed',
    clientId: id,
  });
}
