import type { Usage } from '#contract/cabinets/cabinet.ts';
import type { Db } from '#server/db/tables.ts';
import { firstId } from '#server/kernel/ids.ts';
import { localDay } from '#server/kernel/periods.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import { exceededLimits, limitsOf, type UsageLimit } from './lifecycle/usage-limits.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import { flagOverLimit, type OverLimit, overLimit, updateUsage } from './usage-store.ts';

/** Limits of usage (DESIGN section 7): a client over one is flagged and told; nothing is cut off. */

type WatchDeps = Pick<SubscriptionDeps, 'mail' | 'timeZone'>;

const notifiedAtOnce = 500;

/** Stores a cabinet's report of its client's usage. */
export async function reportUsage(
  deps: WatchDeps,
  tx: Db,
  { clientId, usage, now }: { clientId: string; usage: Usage; now: Date },
): Promise<void> {
  await updateUsage(tx, clientId, usage, now);
  await recheckUsage(deps, tx, [clientId], now);
}

/** Checks clients again after their limits or usage changed. */
export async function recheckUsage(
  deps: WatchDeps,
  tx: Db,
  clientIds: readonly string[],
  now: Date,
): Promise<void> {
  if (clientIds.length === 0) return;
  await flagOverLimit(tx, { clientIds });
  await notify(deps, tx, await overLimit(tx, { clientIds }, { after: firstId, limit: notifiedAtOnce }), now);
}

/** After a tariff's limits have changed: flags its clients at once; the job that follows tells them. */
export async function recheckTariff(
  { queue }: Pick<SubscriptionDeps, 'queue'>,
  tx: Db,
  tariffId: string,
): Promise<void> {
  await flagOverLimit(tx, { tariffId });
  await queue.enqueue(tx, 'notify-limits', { tariffId });
}

/** The job: tells a tariff's clients who are over a limit, some hundred at a time. */
export async function notifyLimits(
  deps: WatchDeps & Pick<SubscriptionDeps, 'db'>,
  tariffId: string,
  now: Date,
): Promise<void> {
  for (let last: string | undefined = firstId; last !== undefined;) {
    const after: string = last;
    last = await deps.db.transaction().execute(async (tx) => {
      const found = await overLimit(tx, { tariffId }, { after, limit: notifiedAtOnce });
      await notify(deps, tx, found, now);
      return found.length < notifiedAtOnce ? undefined : found.at(-1)?.id;
    });
  }
}

/** The values of an email about a limit now; undefined when the client is not over it. */
export async function limitFacts(tx: Db, clientId: string, kind: LimitMail): Promise<LimitFacts | undefined> {
  const found = await overLimit(tx, { clientIds: [clientId] }, { after: firstId, limit: 1 });
  return found.flatMap(exceeded).find((one) => one.kind === kind)?.facts;
}

/** At most once a month for each limit. */
async function notify(
  { mail, timeZone }: WatchDeps,
  tx: Db,
  clients: readonly OverLimit[],
  now: Date,
): Promise<void> {
  const month = localDay(now, timeZone).slice(0, '2027-03'.length);
  const emails = clients.flatMap((client) =>
    exceeded(client).map(({ name, kind, facts }): NewMail => ({
      kind,
      to: client.email,
      locale: client.locale,
      data: { name: client.name, ...facts },
      reason: 'limit_exceeded',
      dedupeKey: `${client.id}:limit:${name}:${month}`,
      clientId: client.id,
    })),
  );
  await mail.writeAll(tx, now, emails);
}

const kinds = { monthlyTurnover: 'turnover_exceeded', goods: 'goods_exceeded' } as const;
type LimitMail = (typeof kinds)[UsageLimit];
type LimitFacts = { used: number; limit: number | null };

function exceeded(client: OverLimit): { name: UsageLimit; kind: LimitMail; facts: LimitFacts }[] {
  const limits = limitsOf(
    { monthlyTurnover: client.own_turnover, goods: client.own_goods },
    { monthlyTurnover: client.tariff_turnover, goods: client.tariff_goods },
  );
  const used = { monthlyTurnover: client.monthly_turnover, goods: client.goods_count };
  return exceededLimits(used, limits).map((name) => ({
    name,
    kind: kinds[name],
    facts: { used: used[name], limit: limits[name] },
  }));
}
