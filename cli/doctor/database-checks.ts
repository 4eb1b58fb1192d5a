import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '#server/kernel/clock.ts';
import { clockAlarms } from '#server/db/clock-alarms.ts';
import { isOff, measureOffset } from '#server/db/clock-guard.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Database } from '#server/postgres/connect.ts';
import { pendingMigrations } from '#server/db/migrate.ts';
import { keyInUse } from '#server/keys/secret-key-check.ts';
import { judgedSecretKey } from '#server/keys/secret-key.ts';
import { wrongIn } from './ledger-words.ts';
import type { LedgerProofRow } from '#server/db/tables.ts';
import { failure, type Finding, ok, reasonOf, warning } from './finding.ts';

/** Checks the database and the platform's data in it. */

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

/** A process with a wrong clock bills nobody, and reports it (GROWTH section 20, "Clock and brake"). */
export async function clocks({ db }: Database, clock: Clock): Promise<Finding> {
  const subject = 'Clock';
  const right = 'keep both machines right by NTP';
  const here = clock.now().getTime();
  const { rows } = await sql<{ latest: Date | null }>`
    select max(settled_at) as latest from clients where next_event_at is not null`.execute(db);
  const latest = rows[0]?.latest;
  if (latest && latest.getTime() > here + 60_000) {
    return failure(
      subject,
      `was set back: subscriptions have been settled up to ${latest.toISOString()}`,
      'set the clock right, and keep it so by NTP; nothing is charged or sent until it is past that moment',
    );
  }
  const [alarm] = await clockAlarms(db);
  if (alarm) {
    return failure(
      subject,
      `a process (${alarm.roles}) on ${alarm.host} is ${apart(alarm.offset_seconds)}: it bills, blocks, deletes and mails nothing`,
      `${right}; it goes on by itself`,
    );
  }
  const offset = await measureOffset(db, clock);
  if (isOff(offset)) {
    return failure(
      subject,
      `this machine is ${apart(offset)}: its processes bill, block, delete and mail nothing`,
      `${right}; they go on by themselves`,
    );
  }
  if (Math.abs(offset) < 5) return ok(subject, new Date(here).toISOString());
  return warning(subject, `this machine is ${apart(offset)}`, right);
}

function apart(offsetSeconds: number): string {
  const seconds = Math.round(Math.abs(offsetSeconds));
  return `${seconds} s ${offsetSeconds > 0 ? 'ahead of' : 'behind'} the database`;
}

/** Checks that the key is the one with which this database was used. */
export async function secretKey({ db }: Database, config: Config): Promise<Finding> {
  const subject = 'Secret key';
  const found = await judgedSecretKey(db, config);
  if ('problem' in found) return failure(subject, found.problem, found.advice);
  const [newest] = found.keys;
  if (newest === undefined) return warning(subject, 'none yet, and nothing is sealed', 'npm start makes one');
  if (((await keyInUse(db, found.keys)) ?? newest) !== newest) {
    return warning(subject, 'a newer one is there and not in use', 'run: key rotate');
  }
  return ok(subject, 'is that of this database');
}

const proofAgeMs = 2 * 86_400_000;

export function ledger(
  proof: Pick<LedgerProofRow, 'at' | 'broken_client_ids' | 'findings'> | undefined,
  now: Date,
): Finding {
  const subject = 'Ledger';
  if (!proof) return warning(subject, 'was never proved', 'run: ledger check');
  const { at } = proof;
  const wrong = wrongIn(proof).map(({ what }) => what);
  if (wrong.length > 0) {
    return failure(subject, wrong.join('; '), 'run: ledger check, and restore or ask for help');
  }
  if (now.getTime() - at.getTime() > proofAgeMs) {
    return warning(
      subject,
      `was last proved at ${at.toISOString()}`,
      'run: ledger check; the worker does it every night',
    );
  }
  return ok(
    subject,
    `every balance was the sum of its lines, and payments and documents agreed with them, at ${at.toISOString()}`,
  );
}
