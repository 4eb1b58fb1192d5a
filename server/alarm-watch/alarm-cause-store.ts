import { sql } from 'kysely';
import type { AlarmKind } from '#contract/accounts/alarm.ts';
import type { AlarmCause, CauseQuery } from '#server/alarms/alarm-store.ts';
import { readHosts } from '#server/cabinets/hosts/read-hosts.ts';
import type { Db } from '#server/db/tables.ts';
import type { QueueCount } from '#server/jobs/queue-store.ts';
import type { Config } from '#server/kernel/config.ts';
import { failuresOfAGateway } from '#server/payments/gateways/watched-gateway.ts';
import { ledgerCauses } from '#server/wallet/ledger-causes.ts';
import { latestProof } from '#server/wallet/proof-store.ts';

/** SQL for what is wrong now, by kind (docs/decisions/0184). What a kind means is written here and nowhere else. */

const minute = 60_000;
const day = 24 * 60 * minute;

/** As the doctor has it. */
const lateMs = 15 * minute;
const unownedMs = 3 * day;
/** A process that is restarted is away for less. */
const processAwaySeconds = 180;

interface Look {
  db: Db;
  config: Pick<Config, 'cabinets'>;
  queue: { counts(): Promise<QueueCount[]> };
  now: Date;
}

/** For each kind a query, or what was found out without one. */
export const alarmCauses: Record<AlarmKind, (look: Look) => CauseQuery | Promise<CauseQuery>> = {
  cabinet_failed: () => sql<AlarmCause>`
    select id::text as cause, name, id as subject_id from clients
    where cabinet_status = 'failed' and deleted_at is null`,
  // An email about alarms would raise the next one.
  email_failed: () => sql<AlarmCause>`
    select id::text as cause, to_address as name, id as subject_id from emails
    where status = 'failed' and dealt_with_at is null and kind <> 'alarms_raised'`,
  unowned_payment: ({ now }) => sql<AlarmCause>`
    select id::text as cause, payer_name as name, id as subject_id from payments
    where status = 'unmatched' and created_at < ${new Date(now.getTime() - unownedMs)}`,
  gateway: () => sql<AlarmCause>`
    select gateway as cause, gateway as name, null::uuid as subject_id from gateway_failures
    where count >= ${failuresOfAGateway}`,
  billing_late: ({ now }) => sql<AlarmCause>`
    select 'billing' as cause, null::text as name, null::uuid as subject_id where exists (
      select from clients where next_event_at < ${new Date(now.getTime() - lateMs)}
        and deleted_at is null and blocked_from is null)`,
  // Without cabinets nobody misses it.
  async cabinet_host_away(look) {
    const isMissed = ({ state, cabinets, silentSeconds }: Host) =>
      state === 'away' && cabinets > 0 && (silentSeconds === null || silentSeconds > processAwaySeconds);
    return hostsThat(look, isMissed);
  },
  cabinet_host_full: (look) => hostsThat(look, ({ state }) => state === 'full'),
  async ledger({ db }) {
    const proof = await latestProof(db);
    return listed(proof ? ledgerCauses(proof) : []);
  },
  async slow_worker({ db, queue }) {
    const away = await isWorkerAway(db);
    const slow = (await queue.counts()).filter(({ oldestAgeSeconds }) => oldestAgeSeconds * 1000 > lateMs);
    // Without a worker every queue is slow.
    return listed(away ? [named('worker', null)] : slow.map(({ name }) => named(name, name)));
  },
};

type Host = Awaited<ReturnType<typeof readHosts>>[number];

async function hostsThat({ db, config }: Look, isWrong: (host: Host) => boolean): Promise<CauseQuery> {
  const hosts = await readHosts({ config }, db);
  return listed(hosts.filter(isWrong).map(({ name }) => named(name, name)));
}

function named(cause: string, name: string | null): AlarmCause {
  return { cause, name, subject_id: null };
}

function listed(causes: readonly AlarmCause[]): CauseQuery {
  const of = (key: 'cause' | 'name') => causes.map((one) => one[key]);
  return sql<AlarmCause>`select cause, name, null::uuid as subject_id
    from unnest(${of('cause')}::text[], ${of('name')}::text[]) as found (cause, name)`;
}

/** By the database's clock, as heartbeats are. */
async function isWorkerAway(db: Db): Promise<boolean> {
  const { rows } = await sql<{ away: boolean }>`
    select coalesce(max(seen_at) filter (where 'worker' = any(roles)), min(started_at))
      < now() - make_interval(secs => ${processAwaySeconds}) as away
    from process_heartbeats`.execute(db);
  return rows[0]?.away ?? false;
}
