import path from 'node:path';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { systemClock } from '#server/kernel/clock.ts';
import type { Db } from '#server/db/tables.ts';
import type { Platform } from '#server/platform.ts';
import { freePort } from '#tests/support/processes/ports.ts';
import { startProcess } from '#tests/support/processes/process.ts';
import { until } from '#tests/support/until.ts';
import { fillDue } from '../charge-run.ts';
import type { Figure } from '../figure.ts';
import { emptyDataDir } from '../support/own-server.ts';
import { databaseUrlOf } from '../support/database-url.ts';
import { startWeb } from '../support/web-server.ts';

const clients = Number(process.env.BENCH_CLIENTS ?? 100_000);
const emails = Number(process.env.BENCH_EMAILS ?? 600);
const mostWorkers = 3;
/** As a mail server far away. */
const slowMs = 200;
const secretKey = 'a secret of benchmarks that nobody has to know';

/** Emails and a billing run by one to three workers in processes of their own, with what each further one gains. */
export async function* workers(): AsyncGenerator<Figure> {
  await using folder = await emptyDataDir();
  await using mailServer = await slowMailServer();
  const environment = { SECRET_KEY: secretKey, SMTP_URL: mailServer.url };
  const web = await startWeb(environment, path.join(folder.path, 'web'));
  try {
    const { platform } = web;
    const { db, connection } = platform.database;
    await fillDue(db, clients);
    await sql`update clients set next_event_at = null`.execute(db);
    const shared = { ...environment, DATABASE_URL: databaseUrlOf(connection), LOG_LEVEL: 'error' };
    const first = new Map<string, number>();
    for (let number = 1; number <= mostWorkers; number += 1) {
      const dataDir = path.join(folder.path, `worker-${number}`);
      await startProcess({ ...shared, ROLES: 'worker', DATA_DIR: dataDir }, { ready: 'runs: worker' });
      // Only the runs of the benchmark count.
      await sql`delete from jobs.schedule`.execute(db);
      for (const [what, measure] of Object.entries({
        [`${emails} emails, each accepted after ${slowMs} ms`]: sendAll,
        [`${clients} due clients charged`]: chargeAll,
      })) {
        const took = await measure(platform);
        yield { what: `${what}, by ${number}`, samples: [took], unit: 'ms' };
        const before = first.get(what);
        if (before === undefined) first.set(what, took);
        else yield { what: 'faster than by one', samples: [before / took], unit: '×' };
      }
    }
  } finally {
    await web.stop();
  }
}

/** Has a number of emails sent; returns how long that took. */
async function sendAll({ database: { db }, mail, clock }: Platform): Promise<number> {
  const started = performance.now();
  const email = (number: number) =>
    ({
      kind: 'cabinet_ready',
      to: `${number}@example.com`,
      locale: 'uk',
      data: { name: 'Олена', cabinet_url: 'https://sad.example', free_until: null },
      reason: 'cabinet_ready',
    }) as const;
  const all = Array.from({ length: emails }, (_, number) => email(number));
  await db.transaction().execute((tx) => mail.writeAll(tx, clock.now(), all));
  await until('the emails', async () => (await countQueued(db)) === 0, { withinMs: 600_000 });
  return performance.now() - started;
}

async function countQueued(db: Db): Promise<number> {
  const { rows } = await sql<{ queued: number }>`
    select count(*)::int as queued from emails where status = 'queued'`.execute(db);
  return rows[0]?.queued ?? NaN;
}

/** Has everybody charged once more; returns how long that took. Fails unless each was, once. */
async function chargeAll({ database: { db }, queue }: Platform): Promise<number> {
  const hour = 3_600_000;
  const ends = new Date(systemClock.now().getTime() - hour);
  await sql`
    update clients set trial_ends = ${ends}, anchor = ${ends}, settled_at = ${new Date(ends.getTime() - hour)},
      next_event_at = ${ends}`.execute(db);
  await sql`vacuum analyze clients`.execute(db);
  const charges = async () => {
    const { rows } = await sql<{ charges: number }>`
      select count(*)::int as charges from ledger_entries where kind = 'charge'`.execute(db);
    return rows[0]?.charges ?? NaN;
  };
  const before = await charges();
  const lastRun = () => db.selectFrom('billing_progress').select('last_run_at').executeTakeFirst();
  const run = (await lastRun())?.last_run_at;
  const started = performance.now();
  await queue.enqueue(db, 'billing-run', {});
  await until('the run', async () => (await lastRun())?.last_run_at?.getTime() !== run?.getTime(), {
    withinMs: 600_000,
  });
  const took = performance.now() - started;
  const charged = (await charges()) - before;
  if (charged !== clients) throw new Error(`${charged} charges for ${clients} clients`);
  return took;
}

/** A mail server that accepts each email after a while. */
async function slowMailServer(): Promise<AsyncDisposable & { url: string }> {
  const port = await freePort();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => setTimeout(done, slowMs));
    },
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', () => listening()));
  return {
    url: `smtp://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
