import { sql } from 'kysely';
import type { Config } from '#server/kernel/config.ts';
import type { Db } from '#server/db/tables.ts';
import type { QueueCount } from '#server/jobs/queue-store.ts';
import { readHosts } from '#server/cabinets/hosts/read-hosts.ts';
import { silentSeconds } from '#server/db/process-silence.ts';
import { seenProcesses } from '#server/processes/seen-processes.ts';
import { failure, type Finding, ok, warning } from './finding.ts';

/** Whether processes do their work, and what is left undone. */

/**
 * Without a worker nothing is charged, emailed or made; without their host embedded cabinets are closed (GROWTH 20).
 */
export async function processes(db: Db, config: Config): Promise<Finding[]> {
  const { cabinets } = config;
  const seen = await seenProcesses(db);
  const when = (name: 'worker' | 'cabinets') => {
    const last = seen[name].seenAt;
    return last ? `last seen ${last.toISOString()}` : 'none was ever seen';
  };
  const worker = seen.worker.isAlive
    ? ok('Worker', `seen within ${silentSeconds} s`)
    : failure('Worker', `no process with the role worker lives; ${when('worker')}`, startOne('worker'));
  if (cabinets.driver !== 'embedded') return [worker];
  if (cabinets.hosts.length > 0) return [worker, ...(await cabinetHosts(db, config))];
  if (seen.cabinets.isAlive) return [worker, ok('Cabinet host', `seen within ${silentSeconds} s`)];
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from clients
    where cabinet_status in ('creating', 'active', 'suspended') and deleted_at is null`.execute(db);
  const count = rows[0]?.count ?? 0;
  const host =
    count > 0
      ? failure(
          'Cabinet host',
          `no process with the role cabinets lives, and ${count} cabinets need it; ${when('cabinets')}`,
          startOne('cabinets'),
        )
      : warning(
          'Cabinet host',
          `no process with the role cabinets lives; ${when('cabinets')}`,
          startOne('cabinets'),
        );
  return [worker, host];
}

/** Each of several hosts has cabinets that no other can answer for. */
async function cabinetHosts(db: Db, config: Config): Promise<Finding[]> {
  const hosts = await readHosts({ config }, db);
  return hosts.map(({ name, state, cabinets, room }) => {
    const subject = `Cabinet host ${name}`;
    if (state !== 'away') return ok(subject, `${state}, ${cabinets} of ${room} cabinets`);
    const problem = `no process with CABINET_HOST_NAME=${name} lives, and ${cabinets} cabinets are there`;
    const advice = `start it on the machine with its disk, and read its log (docs/runbook.md, TenantryCabinetHostAway)`;
    return cabinets > 0 ? failure(subject, problem, advice) : warning(subject, problem, advice);
  });
}

const startOne = (role: string) =>
  `start a process with the role ${role} (npm start has every role unless ROLES says otherwise), and read its log`;

const late = 15 * 60_000;
const day = 86_400_000;

/** Work that should be done by now: no process has the role worker, or the work fails again and again. */
export async function waitingWork(db: Db, now: Date): Promise<Finding[]> {
  const since = new Date(now.getTime() - late);
  const recently = new Date(now.getTime() - day);
  const { rows } = await sql<{
    due: number;
    queued: number;
    failed: number;
    lately: number;
    cabinets: number;
  }>`
    select (select count(*)::int from clients where next_event_at < ${since} and deleted_at is null
        and blocked_from is null) as due,
      (select count(*)::int from emails where status = 'queued' and created_at < ${since}) as queued,
      (select count(*)::int from emails where status = 'failed' and dealt_with_at is null) as failed,
      (select count(*)::int from emails where status = 'failed' and dealt_with_at is null
        and created_at > ${recently}) as lately,
      (select count(*)::int from clients where cabinet_status = 'failed' and deleted_at is null) as cabinets`.execute(
    db,
  );
  const [counts = { due: 0, queued: 0, failed: 0, lately: 0, cabinets: 0 }] = rows;
  const { due, cabinets } = counts;
  return [
    due > 0
      ? failure('Billing', `${due} clients have waited for a run for over 15 minutes`, startOne('worker'))
      : ok('Billing', 'nobody waits'),
    emails(counts),
    cabinets > 0
      ? failure(
          'Creations',
          `${cabinets} cabinets have failed`,
          "mend the reason on the client's page, then: cabinet retry all",
        )
      : ok('Creations', 'none has failed'),
  ];
}

/** A failure from long ago is known, and stays in the log for as long as the log does. */
function emails({ queued, failed, lately }: { queued: number; failed: number; lately: number }): Finding {
  const subject = 'E-mails';
  if (queued > 0) {
    const advice = `${startOne('worker')}; check the mail server`;
    return failure(subject, `${queued} have waited for over 15 minutes`, advice);
  }
  const advice = 'the email log shows why; resend them there';
  if (lately > 0) return failure(subject, `${lately} of the last day have failed`, advice);
  return failed > 0
    ? warning(subject, `${failed} failed more than a day ago`, advice)
    : ok(subject, 'none waits');
}

const longSeconds = 15 * 60;

export function jobs(counts: readonly QueueCount[]): Finding {
  const subject = 'Jobs';
  const stuck = counts.filter(({ oldestAgeSeconds }) => oldestAgeSeconds > longSeconds);
  if (stuck.length > 0) {
    const named = stuck.map(({ name, queued }) => `${name} ${queued}`).join(', ');
    return failure(subject, `some have been due for over 15 minutes: ${named}`, startOne('worker'));
  }
  const failed = counts.filter((queue) => queue.failed > 0);
  if (failed.length > 0) {
    const named = failed.map(({ name, failed: count }) => `${name} ${count}`).join(', ');
    return warning(subject, `some have failed in the last day: ${named}`, "the server's log shows why");
  }
  const sumOf = (state: 'queued' | 'delayed') => counts.reduce((sum, queue) => sum + queue[state], 0);
  return ok(subject, `${sumOf('queued')} wait, ${sumOf('delayed')} more are for later`);
}

/** Blocks and deletions that a run held (GROWTH section 20, "Clock and brake"). */
export function brake(
  waiting: { blocks: number; deletions: number; since: string; deletions_until: string | null } | null,
): Finding {
  const subject = 'Brake';
  if (!waiting) return ok(subject, 'nothing waits for approval');
  const { deletions_until: until } = waiting;
  const silence =
    until === null ? '' : `; billing had not run for over a week, the deletions go on at ${until}`;
  return failure(
    subject,
    `${waiting.blocks} suspensions and ${waiting.deletions} deletions have waited for approval since ${waiting.since}${silence}`,
    'check the clock, then approve in the panel, or run: billing run --confirm',
  );
}
