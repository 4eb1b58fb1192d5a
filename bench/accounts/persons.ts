import { sql } from 'kysely';
import { pino } from 'pino';
import { memberBy } from '#server/auth/member-store.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Db } from '#server/db/tables.ts';
import type { Figure } from '../figure.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { fillClients } from '../support/million-clients.ts';

const many = Number(process.env.BENCH_CLIENTS ?? 1_000_000);
const logins = 2000;
const log = pino({ level: 'silent' });

/**
 * Clients become persons with their memberships (0091, 0092) while others read and change them, as a running server
 * does; and what finding an account at login costs before and after. Fails when somebody has no person or no client.
 */
export async function* persons(): AsyncGenerator<Figure> {
  await using installation = await emptyDatabase();
  const { db } = installation.database;
  // An embedded database comes with the present schema, because that is quicker to start.
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await migrate({ db, log, through: '0090-backup-runs.ts' });
  await fillClients(db, many);
  const emails = await someEmails(db);
  yield {
    what: 'the account of a login, before persons',
    samples: await each(emails, (email) => clientBy(db, email)),
    unit: 'ms',
  };

  const beside = useBeside(db, emails);
  const begun = performance.now();
  await migrate({ db, log, through: '0092-persons-of-clients.ts' });
  const ms = performance.now() - begun;
  const waits = await beside.stop();
  const what = `${many.toLocaleString('en')} clients become persons, beside reads and changes`;
  yield { what, samples: [ms / 60_000], unit: 'min', goal: 10 };
  yield { what: 'the longest of those', samples: [Math.max(...waits)], unit: 'ms' };
  yield { what: 'the usual one', samples: waits, unit: 'ms' };
  await requireWhole(db);

  await migrate({ db, log });
  yield {
    what: 'the account of a login, with persons',
    samples: await each(emails, (email) => memberBy(db, { email })),
    unit: 'ms',
  };
}

/** As the login of the version before did. */
function clientBy(db: Db, email: string): Promise<unknown> {
  return sql`select * from clients where email_key = ${email} and deleted_at is null`.execute(db);
}

async function someEmails(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email_key: string }>`
    select email_key from clients where deleted_at is null order by md5(id::text) limit ${logins}`.execute(
    db,
  );
  return rows.map(({ email_key }) => email_key);
}

async function each(emails: readonly string[], work: (email: string) => Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  for (const email of emails) {
    const begun = performance.now();
    await work(email);
    samples.push(performance.now() - begun);
  }
  return samples;
}

/** Reads and changes clients one after the other until it is stopped; gives how long each took. */
function useBeside(db: Db, emails: readonly string[]): { stop(): Promise<number[]> } {
  const waits: number[] = [];
  let isStopped = false;
  const running = (async () => {
    for (let at = 0; !isStopped; at += 1) {
      const email = emails[at % emails.length] ?? '';
      const begun = performance.now();
      await clientBy(db, email);
      await sql`update clients set last_login = now(), phone = phone
        where email_key = ${email} and deleted_at is null`.execute(db);
      waits.push(performance.now() - begun);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await running;
      return waits;
    },
  };
}

async function requireWhole(db: Db): Promise<void> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*) as wrong from clients c
    where not exists (select from members m join persons p on p.id = m.person_id
      where m.client_id = c.id and m.role = 'owner' and p.email_key = c.email_key)`.execute(db);
  if (Number(rows[0]?.wrong) !== 0) throw new Error(`${rows[0]?.wrong} clients have no owner`);
}
