import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#server/kernel/clock.ts';
import { columnTypes } from '#server/db/column-types.ts';
import type { Tables } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { createQueue, type Queue } from '#server/jobs/queue.ts';
import { createMailService, type MailService } from '#server/mail/mail-service.ts';
import { createSecrets } from '#server/keys/secrets.ts';
import { createSettingsService } from '#server/settings/settings-service.ts';
import { deliverEmail, recoverLostEmails } from '#server/mail/deliver-email.ts';
import { readEmail } from '#server/mail/log/read-email.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/postgres/database.ts';
import { type Mailbox, openMailbox } from '#tests/support/files/mailbox.ts';

const log = pino({ level: 'silent' });

let database: TestDatabase;
let db: Kysely<Tables>;
let queue: Queue;
let mailbox: Mailbox;
let mail: MailService;

beforeEach(async () => {
  database = await freshDatabase();
  const pool = new pg.Pool({ ...database.connection, types: columnTypes });
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  mailbox = await openMailbox();
  queue = createQueue({ connection: database.connection, log });
  await queue.start({ supervise: true });
  mail = serviceOn(queue);
});

afterEach(async () => {
  await queue.stop(5000);
  mail.close();
  await mailbox.close();
  await db.destroy();
  await database.drop();
});

test('an email waits for a mail server that is down, and arrives once when it is back', async () => {
  const { port } = mailbox;
  await mailbox.close();
  await work();
  const id = await write('olena@example.com');
  await expect
    .poll(() => show(id))
    .toMatchObject({
      status: 'queued',
      error: expect.stringContaining('ECONNREFUSED'),
    });

  mailbox = await openMailbox({ port });
  await mailbox.waitFor('olena@example.com');
  await expect.poll(() => show(id)).toMatchObject({ status: 'sent', error: null });
  expect(mailbox.mails).toHaveLength(1);
});

test('an address that hangs and one that is refused delay nobody else', async () => {
  mailbox.behave('slow@example.com', { hold: true });
  mailbox.behave('refused@example.com', { refuseWith: 550 });
  const slow = await write('slow@example.com');
  const refused = await write('refused@example.com');
  const others = Array.from({ length: 12 }, (_, index) => `customer-${index}@example.com`);
  for (const to of others) await write(to);
  await work();

  await Promise.all(others.map((to) => mailbox.waitFor(to)));
  await expect.poll(() => show(refused)).toMatchObject({ status: 'failed', attempts: 1 });
  expect(await show(slow)).toMatchObject({ status: 'queued', error: null });
  mailbox.release();
  await mailbox.waitFor('slow@example.com');
});

test('an email whose worker died is sent by the next one', async () => {
  const id = await write('olena@example.com');
  const longAgo = new Date(Date.now() - 1000);
  const dead = { lease: '0198c000-0000-7000-8000-00000000dead', leased_until: longAgo, attempts: 1 };
  await db.updateTable('emails').set(dead).where('id', '=', id).execute();
  await db.transaction().execute((tx) => loseJobs(tx));
  await work();
  expect(await recoverLostEmails(mail, new Date())).toBe(1);
  await mailbox.waitFor('olena@example.com');
  await expect.poll(() => show(id)).toMatchObject({ status: 'sent', attempts: 2 });
});

test('a transaction that is undone sends nothing', async () => {
  await work();
  const undone = db.transaction().execute(async (tx) => {
    await mail.write(tx, new Date(), emailTo('nobody@example.com'));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await write('somebody@example.com');
  await mailbox.waitFor('somebody@example.com');
  expect(mailbox.mails).toHaveLength(1);
});

const work = () => queue.work('send-email', ({ emailId }) => deliverEmail(mail, emailId), { concurrency: 4 });

const show = (id: string) => readEmail(mail, systemCaller(new Date(), 'en'), id);

async function write(to: string): Promise<string> {
  const id = await db.transaction().execute((tx) => mail.write(tx, new Date(), emailTo(to)));
  if (!id) throw new Error('was not written');
  return id;
}

function emailTo(to: string) {
  return {
    kind: 'cabinet_ready',
    to,
    locale: 'uk',
    data: { name: 'Олена', cabinet_url: 'https://sad.example', free_until: null },
    reason: 'cabinet_ready',
  } as const;
}

function loseJobs(tx: Kysely<Tables>) {
  return tx
    .withSchema('jobs')
    .deleteFrom('job' as never)
    .execute(); // pg-boss's own table
}

function serviceOn(jobs: Queue): MailService {
  return createMailService({
    db,
    queue: jobs,
    secrets: createSecrets('a secret key of at least 32 characters'),
    clock: systemClock,
    log,
    settings: createSettingsService({ db }),
    currency: 'UAH',
    timeZone: 'Europe/Kyiv',
    logoUrl: null,
    documentFile: () => Promise.reject(new Error('no email here has a document')),
    config: {
      logoName: 'tenantry',
      smtpUrl: mailbox.url,
      smtpNeedsTls: false,
      mailFrom: 'Tenantry <no-reply@tenantry.example>',
      publicUrl: 'https://panel.example',
      productName: 'Tenantry',
    },
    print: () => {
      throw new Error('with a mail server nothing is printed');
    },
  });
}
