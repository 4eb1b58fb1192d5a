import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { connectDatabase } from '#server/postgres/connect.ts';
import { columnTypes } from '#server/db/column-types.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { forecastAll } from '#server/reports/forecast-all.ts';
import { createReports, readSummary } from '#server/reports/read-reports.ts';
import { createSettingsService } from '#server/settings/settings-service.ts';
import type { Figure } from './figure.ts';
import { emptyDataDir } from './support/own-server.ts';
import { fillClients } from './support/million-clients.ts';

const many = 1_000_000;
const timeZone = 'Europe/Kyiv';
const now = new Date('2026-11-20T12:00:00Z');
const general = { graceDays: 7, retentionDays: 30, reminderDays: [7, 3, 1], timeZone, prices: new Map() };
const rounds = 3;

/** The dashboard of a million clients: its figures, the forecast, and how long the thread is blocked meanwhile. */
export async function* forecast(): AsyncGenerator<Figure> {
  await using dataDir = await emptyDataDir();
  const log = pino({ level: 'error' });
  const database = await connectDatabase({ databaseUrl: undefined, dataDir: dataDir.path, log });
  const { db, exports } = database;
  // These tables are found before the program's own of the same name.
  const options = '-c search_path=moving,public';
  const moving = new pg.Pool({ ...database.connection, types: columnTypes, options });
  moving.on('error', () => undefined); // it ends with the database below
  try {
    await migrate({ db, log });
    await fillClients(db, many);
    const figures = [];
    for (let round = 0; round < rounds; round += 1) {
      const reports = createReports({
        db,
        exports,
        config: { backups: undefined, smtpUrl: undefined },
        timeZone,
        defaultLocale: 'uk',
        settings: createSettingsService({ db }),
      });
      figures.push(await timed(() => readSummary(reports, systemCaller(now, 'uk'), 365)));
    }
    yield { what: 'dashboard of a year, 1,000,000 clients, counted anew', samples: figures, unit: 'ms' };

    await letAllMove(db);
    const forecasts = [];
    const late: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const stop = watchThread(late);
      forecasts.push(await timed(() => forecastAll(moving, { now, days: 30, general })));
      stop();
    }
    yield { what: 'forecast of 30 days for 1,000,000 clients', samples: forecasts, unit: 'ms', goal: 5000 };
    yield { what: 'the thread of requests held up by it, at most', samples: late, unit: 'ms', goal: 50 };
  } finally {
    await moving.end();
    await database.close();
  }
}

/** Gives the clients, in a separate table, subscriptions with an event within the month. */
async function letAllMove(db: Db): Promise<void> {
  await sql`create schema moving`.execute(db);
  await sql`create table moving.clients as select * from public.clients`.execute(db);
  await sql`
    update moving.clients set settled_at = ${now}, deleted_at = null,
      status = case when status in ('unconfirmed', 'archived') then 'active' else status end,
      trial_ends = ${now}::timestamptz + make_interval(mins => case status
        when 'grace' then -(abs(hashtext(email)) % 8640) when 'blocked' then -(20000 + abs(hashtext(email)) % 20000)
        else abs(hashtext(email)) % 43200 end),
      blocked_at = case when status = 'blocked'
        then ${now}::timestamptz - make_interval(mins => abs(hashtext(email)) % 20000) end,
      billing_period = 'month', next_event_at = ${now}::timestamptz + interval '1 day'`.execute(db);
  await sql`create index on moving.clients (next_event_at)`.execute(db);
  await sql`vacuum (analyze) moving.clients`.execute(db);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Records the longest delay of a 5 ms timer until it is stopped. */
function watchThread(late: number[]): () => void {
  const everyMs = 5;
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const seen = performance.now();
    longest = Math.max(longest, seen - last - everyMs);
    last = seen;
  }, everyMs);
  return () => {
    clearInterval(timer);
    late.push(longest);
  };
}
