import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { pendingMigrations } from '#server/db/migrate.ts';
import type { Tables } from '#server/db/tables.ts';
import { judgedSecretKey } from '#server/secret-key.ts';
import { failure, type Finding, ok, reasonOf, warning } from './finding.ts';

/** What the database says of itself and of the platform. */

export async function databaseVersion({ db, embedded }: Database): Promise<Finding> {
  const { rows } = await sql<{ version: string; size: string }>`
    select current_setting('server_version') as version,
      pg_size_pretty(pg_database_size(current_database())) as size`.execute(db);
  const [{ version, size } = { version: '?', size: '?' }] = rows;
  return ok('Database', `PostgreSQL ${version}, ${embedded ? 'embedded' : 'of DATABASE_URL'}, ${size}`);
}

export async function migrations({ db }: Database, log: Logger): Promise<Finding> {
  const subject = 'Migrations';
  try {
    const pending = await pendingMigrations({ db, log });
    if (pending.length === 0) return ok(subject, 'all run');
    return failure(
      subject,
      `${pending.length} not run yet, from ${pending[0]}`,
      'start the server of this version once',
    );
  } catch (error) {
    return failure(
      subject,
      reasonOf(error),
      'use the version of the program that the database was last used with',
    );
  }
}

/** PostgreSQL only keeps time for itself; but two clocks that disagree show that one is wrong. */
export async function clocks({ db }: Database, clock: Clock): Promise<Finding> {
  const subject = 'Clock';
  const before = clock.now().getTime();
  const { rows } = await sql<{ now: Date; latest: Date | null }>`
    select clock_timestamp() as now,
      (select max(settled_at) from clients where next_event_at is not null) as latest`.execute(db);
  const here = (before + clock.now().getTime()) / 2;
  const [{ now, latest } = { now: new Date(here), latest: null }] = rows;
  if (latest && latest.getTime() > here + 60_000) {
    return failure(
      subject,
      `was set back: subscriptions have been settled up to ${latest.toISOString()}`,
      'set the clock right, and keep it so by NTP; nothing is charged or sent until it is past that moment',
    );
  }
  const seconds = Math.round((now.getTime() - here) / 1000);
  if (Math.abs(seconds) < 5) return ok(subject, new Date(here).toISOString());
  return warning(
    subject,
    `the database's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`,
    'keep both machines right by NTP',
  );
}

/** The key that seals the cabinets' secrets is the one with which this database was used. */
export async function secretKey({ db }: Database, config: Config): Promise<Finding> {
  const subject = 'Secret key';
  const found = await judgedSecretKey(db, config);
  if ('problem' in found) return failure(subject, found.problem, found.advice);
  if (!found.key) return warning(subject, 'none yet, and nothing is sealed', 'npm start makes one');
  return ok(subject, 'is that of this database');
}

const late = 15 * 60_000;

/** Work that should long be done: nobody with the role worker is there, or it fails again and again. */
export async function waitingWork(db: Kysely<Tables>, now: Date): Promise<Finding[]> {
  const since = new Date(now.getTime() - late);
  const { rows } = await sql<{ due: number; queued: number; failed: number; cabinets: number }>`
    select (select count(*)::int from clients where next_event_at < ${since} and deleted_at is null
        and blocked_from is null) as due,
      (select count(*)::int from emails where status = 'queued' and created_at < ${since}) as queued,
      (select count(*)::int from emails where status = 'failed') as failed,
      (select count(*)::int from clients where cabinet_status = 'failed' and deleted_at is null) as cabinets`.execute(
    db,
  );
  const [{ due, queued, failed, cabinets } = { due: 0, queued: 0, failed: 0, cabinets: 0 }] = rows;
  const worker = 'start a process with the role worker, and look into its log';
  return [
    due > 0
      ? failure('Billing', `${due} clients have waited for a run for over 15 minutes`, worker)
      : ok('Billing', 'nobody waits'),
    queued > 0
      ? failure('E-mails', `${queued} have waited for over 15 minutes`, `${worker}; check the mail server`)
      : failed > 0
        ? warning('E-mails', `${failed} have failed`, 'the e-mail log shows why; resend them there')
        : ok('E-mails', 'none waits'),
    cabinets > 0
      ? warning(
          'Creations',
          `${cabinets} cabinets have failed`,
          "mend the reason on the client's page, then: cabinet retry all",
        )
      : ok('Creations', 'none has failed'),
  ];
}

export function jobs(counts: readonly { name: string; queued: number; failed: number }[]): Finding {
  const failed = counts.filter((queue) => queue.failed > 0);
  if (failed.length === 0) return ok('Jobs', `${counts.reduce((sum, { queued }) => sum + queued, 0)} wait`);
  const named = failed.map(({ name, failed: count }) => `${name} ${count}`).join(', ');
  return warning('Jobs', `some have failed in the last day: ${named}`, "the server's log shows why");
}

const proofAgeMs = 2 * 86_400_000;

export function ledger(proof: { at: Date; broken_client_ids: string[] } | undefined, now: Date): Finding {
  const subject = 'Ledger';
  if (!proof) return warning(subject, 'was never proved', 'run: ledger check');
  const { at, broken_client_ids: broken } = proof;
  if (broken.length > 0) {
    return failure(
      subject,
      `${broken.length} wallets disagree with their lines`,
      'run: ledger check, and restore or ask for help',
    );
  }
  if (now.getTime() - at.getTime() > proofAgeMs) {
    return warning(
      subject,
      `was last proved at ${at.toISOString()}`,
      'run: ledger check; the worker does it every night',
    );
  }
  return ok(subject, `every balance was the sum of its lines at ${at.toISOString()}`);
}
