import type { Usage } from '#contract/cabinets/cabinet.ts';
import type { Db, EmailRow } from '#server/db/tables.ts';
import { recordEvents } from '#server/events/record-events.ts';
import { firstId } from '#server/kernel/ids.ts';
import { localDay } from '#server/kernel/periods.ts';
import type { NewMail } from '#server/mail/new-mail.ts';
import { putUsage } from '#server/metrics/limit-store.ts';
import { noteReported } from '#server/metrics/metric-store.ts';
import type { Languages } from '#server/kernel/messages.ts';
import { nameOf } from '#server/metrics/read-metrics.ts';
import { reportedUsage } from '#server/metrics/reported-usage.ts';
import type { SubscriptionDeps } from './subscription-deps.ts';
import {
  type ExceededLimit,
  flagOverLimit,
  type OverLimit,
  overLimit,
  updateUsage,
  type Users,
} from './usage-store.ts';

/** Limits of usage (DESIGN section 7): a client over one is flagged and told; nothing is cut off. */

type WatchDeps = Pick<SubscriptionDeps, 'mail' | 'timeZone' | 'locale'>;

const notifiedAtOnce = 500;

/**
 * Stores a cabinet's report of its client's usage, all of it or none.
 * @throws AppError 422 at `metrics.KEY` for an unknown metric, or a number that it can't have.
 */
export async function reportUsage(
  deps: WatchDeps,
  tx: Db,
  { clientId, usage, now }: { clientId: string; usage: Usage; now: Date },
): Promise<void> {
  const { columns, others, reported } = await reportedUsage(tx, usage);
  await updateUsage(tx, clientId, { ...columns, last_visit: usage.last_visit }, now);
  await putUsage(tx, clientId, others, now);
  await noteReported(tx, reported, now);
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
  await flag(tx, { clientIds }, now);
  await notify(deps, tx, await overLimit(tx, { clientIds }, { after: firstId, limit: notifiedAtOnce }), now);
}

/** After a tariff's limits have changed: flags its clients at once; the job that follows tells them. */
export async function recheckTariff(
  { queue }: Pick<SubscriptionDeps, 'queue'>,
  tx: Db,
  tariffId: string,
  now: Date,
): Promise<void> {
  await flag(tx, { tariffId }, now);
  await queue.enqueue(tx, 'notify-limits', { tariffId });
}

async function flag(tx: Db, users: Users, now: Date): Promise<void> {
  const ids = await flagOverLimit(tx, users);
  await recordEvents(
    tx,
    now,
    ids.map((id) => ({ type: 'limit.exceeded', clientId: id, subjectId: id })),
  );
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

/**
 * The values of an email about a limit now; undefined when the client is not over it. `metric`: which one, for the
 * kind that serves several.
 */
export async function limitFacts(
  { locale: fallback }: Pick<WatchDeps, 'locale'>,
  tx: Db,
  clientId: string,
  { kind, metric }: { kind: LimitMail; metric: unknown },
): Promise<EmailRow['data'] | undefined> {
  const [client] = await overLimit(tx, { clientIds: [clientId] }, { after: firstId, limit: 1 });
  if (!client) return undefined;
  const { name, locale, exceeded } = client;
  const said = exceeded.map((one) => saidOf(one, name, { locale, defaultLocale: fallback }));
  return said.find(
    (one) => one.kind === kind && (!('metric_key' in one.data) || one.data.metric_key === metric),
  )?.data;
}

/** At most once a month for each limit. */
async function notify(
  { mail, timeZone, locale: defaultLocale }: WatchDeps,
  tx: Db,
  clients: readonly OverLimit[],
  now: Date,
): Promise<void> {
  const month = localDay(now, timeZone).slice(0, '2027-03'.length);
  const emails = clients.flatMap(({ id, name, email, locale, exceeded }) =>
    exceeded.map((one): NewMail => ({
      ...saidOf(one, name, { locale, defaultLocale }),
      to: email,
      locale,
      reason: 'limit_exceeded',
      dedupeKey: `${id}:limit:${onceNames.get(one.key) ?? one.key}:${month}`,
      clientId: id,
    })),
  );
  await mail.writeAll(tx, now, emails);
}

type LimitMail = 'turnover_exceeded' | 'goods_exceeded' | 'limit_exceeded';

/** What the limits of the specification were called when emails were first counted by them. */
const onceNames = new Map([
  ['monthly_turnover', 'monthlyTurnover'],
  ['goods_count', 'goods'],
]);

/** The kind of the email about a limit, with its values. */
function saidOf({ key, unit, translations, used, most }: ExceededLimit, name: string, languages: Languages) {
  const data = { name, used, limit: most };
  if (key === 'monthly_turnover') return { kind: 'turnover_exceeded', data } as const;
  if (key === 'goods_count') return { kind: 'goods_exceeded', data } as const;
  const metric = { metric: nameOf({ key, translations }, languages), metric_key: key, unit };
  return { kind: 'limit_exceeded', data: { ...data, ...metric } } as const;
}
