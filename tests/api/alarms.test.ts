import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RaisedAlarms } from '#contract/accounts/alarm.ts';
import type { Permission } from '#contract/kernel/permissions.ts';
import { lookForAlarms } from '#server/alarm-watch/look-for-alarms.ts';
import { notifyAlarms } from '#server/alarm-watch/notify-alarms.ts';
import { forgetOldAlarms } from '#server/alarms/alarm-store.ts';
import { deliverEmail } from '#server/mail/deliver-email.ts';
import { newId } from '#server/kernel/ids.ts';
import { type Gateway, GatewayError, outcomeOf } from '#server/payments/gateways/driver.ts';
import { watchedGateway } from '#server/payments/gateways/watched-gateway.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** What is wrong: in the head of the panel, and emailed to those who asked for it (GROWTH section 19, "Alarms"). */
let app: TestApp;
let tariffId: string;
beforeAll(async () => {
  // Without a worker, so that nothing is raised or mended at the same time.
  app = await startApp({ ROLES: 'web' });
  tariffId = await newTariff(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  const { db } = app.platform;
  await sql`update clients set cabinet_status = 'none' where cabinet_status = 'failed'`.execute(db);
  await sql`update clients set next_event_at = null`.execute(db);
  await sql`update users set alarms = '{}'`.execute(db);
  await sql`delete from alarms`.execute(db);
  await sql`update process_heartbeats set started_at = now()`.execute(db);
  await sql`delete from emails where kind = 'alarms_raised' or status = 'failed'`.execute(db);
});

const look = () => lookForAlarms(app.platform, app.clock.now());
const notify = () => notifyAlarms(app.platform, app.clock.now());
/** In seconds. */
const quarterOfAnHour = 15 * 60;

async function raised({ token }: Person): Promise<RaisedAlarms[]> {
  const answer = await app.call('GET', '/api/admin/alarms', { token });
  expect(answer.status).toBe(200);
  return answer.body.data.raised;
}

const choose = ({ token }: Person, alarms: readonly string[]) =>
  app.call('PUT', '/api/admin/auth/me', { token, body: { alarms } });

async function askingFor(alarms: readonly string[], permissions?: readonly Permission[]): Promise<Person> {
  const person = await staffMember(app, { ...(permissions && { permissions }) });
  expect((await choose(person, alarms)).status).toBe(200);
  return person;
}

const emailsTo = ({ email }: Person) =>
  app.platform.db
    .selectFrom('emails')
    .select(['subject', 'data'])
    .where('kind', '=', 'alarms_raised')
    .where('to_address', '=', email)
    .orderBy('id')
    .execute();

async function failCabinets(count: number): Promise<{ id: string }[]> {
  const clients = [];
  for (let number = 1; number <= count; number += 1) {
    const { id } = await subscriber(app, { tariffId });
    const failed = { name: `Крамниця ${number}`, cabinet_status: 'failed' } as const;
    await app.platform.db.updateTable('clients').set(failed).where('id', '=', id).execute();
    clients.push({ id });
  }
  return clients;
}

describe('alarms that are chosen', () => {
  it('are kept in their order, and recorded', async () => {
    const person = await staffMember(app);
    const answer = await choose(person, ['unowned_payment', 'ledger', 'ledger']);
    expect(answer.body.data.alarms).toEqual(['ledger', 'unowned_payment']);
    const me = await app.call('GET', '/api/admin/auth/me', { token: person.token });
    expect(me.body.data.alarms).toEqual(['ledger', 'unowned_payment']);
    const { changes } = await app.platform.db
      .selectFrom('audit_entries')
      .select('changes')
      .where('subject_id', '=', person.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(changes).toEqual([{ field: 'alarms', before: [], after: ['ledger', 'unowned_payment'] }]);
  });

  it('are chosen by read-only staff too', async () => {
    const person = await staffMember(app, { permissions: ['clients.read', 'read_only'] });
    expect((await choose(person, ['cabinet_failed'])).status).toBe(200);
  });

  it('are refused when they are unknown, or about what one may not see', async () => {
    const person = await staffMember(app, { permissions: ['clients.read'] });
    for (const kind of ['fire', 'ledger']) {
      const answer = await choose(person, [kind]);
      expect(answer.status).toBe(422);
    }
  });
});

describe('an open alarm', () => {
  it('is there once while its cause lasts, and for those who may know', async () => {
    const [client] = await failCabinets(1);
    await look();
    await look();
    const manager = await staffMember(app, { permissions: ['clients.read'] });
    expect(await raised(manager)).toMatchObject([
      { kind: 'cabinet_failed', count: 1, names: ['Крамниця 1'], subject_id: client?.id },
    ]);
    expect(await raised(await staffMember(app, { permissions: ['tariffs.read'] }))).toEqual([]);
    await sql`update clients set cabinet_status = 'active' where cabinet_status = 'failed'`.execute(
      app.platform.db,
    );
    await look();
    expect(await raised(manager)).toEqual([]);
    const { rows } = await sql`select closed_at from alarms where closed_at is not null`.execute(
      app.platform.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('is as old as the fault, not as the look that found it', async () => {
    const [client] = await failCabinets(1);
    const failed_at = new Date(app.clock.now().getTime() - 4 * 86_400_000);
    await app.platform.db
      .insertInto('cabinets')
      .values({
        client_id: client?.id ?? '',
        driver: 'embedded',
        secret_sealed: '',
        reference: 'FAULT',
        started_at: failed_at,
        failed_at,
      })
      .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ failed_at }))
      .execute();
    await look();
    const manager = await staffMember(app, { permissions: ['clients.read'] });
    expect((await raised(manager))[0]?.since).toBe(failed_at.toISOString());
  });

  it('is raised by looking at ten workers at once no more than once', async () => {
    await failCabinets(2);
    await Promise.all(Array.from({ length: 10 }, look));
    const { rows } = await sql`select kind from alarms`.execute(app.platform.db);
    expect(rows).toHaveLength(2);
  });

  it('of money tells of lines that nobody owned for three days', async () => {
    const { db } = app.platform;
    const now = app.clock.now();
    const day = 86_400_000;
    for (const [payer_name, days] of [
      ['Новий', 2],
      ['Давній', 4],
    ] as const)
      await sql`insert into payments (id, method, status, amount, value_date, payer_name, created_at, updated_at)
        values (${newId(now)}, 'bank', 'unmatched', 100, current_date, ${payer_name},
          ${new Date(now.getTime() - days * day)}, ${now})`.execute(db);
    await look();
    expect(await raised(await staffMember(app, { permissions: ['payments.read'] }))).toMatchObject([
      { kind: 'unowned_payment', count: 1, names: ['Давній'] },
    ]);
    await sql`delete from payments`.execute(db);
  });

  it('of billing tells that clients wait for a run', async () => {
    const client = await subscriber(app, { tariffId });
    const at = new Date(app.clock.now().getTime() - 20 * 60_000);
    const { db } = app.platform;
    await db.updateTable('clients').set({ next_event_at: at }).where('id', '=', client.id).execute();
    await look();
    const keeper = await staffMember(app, { permissions: ['settings.read'] });
    expect((await raised(keeper)).map(({ kind }) => kind)).toEqual(['billing_late']);
    await db.updateTable('clients').set({ next_event_at: null }).where('id', '=', client.id).execute();
    await look();
    expect(await raised(keeper)).toEqual([]);
  });

  it('of a queue names what waits, and of no worker nothing else', async () => {
    const { db, queue, config, log } = app.platform;
    const keeper = await staffMember(app, { permissions: ['settings.read'] });
    await queue.enqueue(db, 'notify-limits', { tariffId: 'nobody' }, { afterSeconds: 3600 });
    await sql`update jobs.job set start_after = now() - interval '16 minutes', state = 'retry', retry_limit = 0
      where name = 'notify-limits'`.execute(db);
    const counts = async () => [
      { name: 'notify-limits', queued: 1, delayed: 0, active: 0, failed: 0, oldestAgeSeconds: 960 },
    ];
    await lookForAlarms({ db, config, log, queue: { counts } }, app.clock.now());
    expect(await raised(keeper)).toMatchObject([{ kind: 'slow_worker', names: ['notify-limits'] }]);
    await sql`update process_heartbeats set started_at = now() - interval '1 hour', seen_at = now() - interval '4 minutes'`.execute(
      db,
    );
    await lookForAlarms({ db, config, log, queue: { counts } }, app.clock.now());
    expect(await raised(keeper)).toMatchObject([{ kind: 'slow_worker', count: 1, names: [] }]);
    await sql`delete from jobs.job where name = 'notify-limits'`.execute(db);
  });

  it('is raised and emailed though another kind can’t be looked for, nor another person told', async () => {
    const { db, config, mail } = app.platform;
    const failed: string[] = [];
    const log = { error: (_facts: unknown, text?: string) => failed.push(text ?? '') };
    const [first, second] = [await askingFor(['cabinet_failed']), await askingFor(['cabinet_failed'])];
    await failCabinets(1);
    const counts = () => Promise.reject(new Error('no counts'));
    await lookForAlarms({ db, config, log, queue: { counts } }, app.clock.now());
    const write: typeof mail.write = (tx, now, email) =>
      email.to === first.email ? Promise.reject(new Error('no email')) : mail.write(tx, now, email);
    await notifyAlarms({ db, log, mail: { write } }, app.clock.now());
    expect(await emailsTo(first)).toEqual([]);
    expect(await emailsTo(second)).toHaveLength(1);
    expect(failed).toEqual(['an alarm could not be looked for', 'alarms could not be emailed']);
  });
});

describe('an email that failed for good', () => {
  it('raises its alarm, which ends when somebody deals with it', async () => {
    const { db, mail } = app.platform;
    const client = await subscriber(app, { tariffId });
    const id = await db.transaction().execute(async (tx) => {
      const written = await mail.write(tx, app.clock.now(), {
        kind: 'welcome',
        to: 'nobody@example.com',
        locale: 'uk',
        clientId: client.id,
        data: { name: 'Олена' },
        reason: 'email_confirmed',
      });
      if (written === null) throw new Error('not written');
      await sql`update emails set attempts = 99 where id = ${written}`.execute(tx);
      return written;
    });
    const keeper = await staffMember(app);
    await deliverEmail(mail, id);
    expect(await raised(keeper)).toMatchObject([
      { kind: 'email_failed', names: ['nobody@example.com'], subject_id: id },
    ]);
    // It was written long before somebody looked.
    const created = '2026-02-03T04:05:06.000Z';
    await sql`update emails set created_at = ${created} where id = ${id}`.execute(db);
    expect((await raised(keeper))[0]?.since).toBe(created);
    const { token } = keeper;
    expect((await app.call('POST', `/api/admin/emails/${id}/dismiss`, { token })).status).toBe(200);
    expect(await raised(keeper)).toEqual([]);
    await look();
    expect(await raised(keeper)).toEqual([]);
  });
});

describe('a wallet that does not add up', () => {
  it('raises its alarm with the proof, and the next clean proof ends it', async () => {
    const { db } = app.platform;
    const keeper = await staffMember(app, { permissions: ['reports.read'] });
    await sql`insert into document_numbers (kind, year, last) values ('invoice', 2020, 7)`.execute(db);
    await verifyLedger(app.platform, app.clock.now());
    expect(await raised(keeper)).toMatchObject([{ kind: 'ledger', count: 1, subject_id: null }]);
    await sql`delete from document_numbers where year = 2020`.execute(db);
    app.clock.advance(1);
    await verifyLedger(app.platform, app.clock.now());
    await look();
    expect(await raised(keeper)).toEqual([]);
  });
});

describe('a gateway', () => {
  let failure: 'timeout' | 'refused' | 'key_refused' | null = null;
  const answer = async () => {
    if (failure) throw new GatewayError(failure, 'no');
    return outcomeOf('pending');
  };
  const nothing = async () => {
    throw new Error('is not asked here');
  };
  const plain: Gateway = {
    name: 'stripe',
    start: nothing,
    event: nothing,
    findRefund: nothing,
    refund: nothing,
    charge: nothing,
    status: answer,
  };
  const ask = async (gateway: Gateway) => {
    const now = app.clock.now();
    const asked = { reference: 'r', externalId: null, startedAt: now, expiresAt: null, now };
    return gateway.status(asked).catch((error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
    });
  };

  it('raises an alarm by three failures in a row, or by refusing our key, until it answers', async () => {
    const gateway = watchedGateway(app.platform, plain);
    const person = await staffMember(app, { permissions: ['payments.read'] });
    const kinds = async () => (await raised(person)).map(({ kind }) => kind);
    failure = 'timeout';
    await ask(gateway);
    await ask(gateway);
    expect(await kinds()).toEqual([]);
    failure = 'refused';
    await ask(gateway);
    failure = 'timeout';
    await ask(gateway);
    await ask(gateway);
    expect(await kinds()).toEqual([]);
    await ask(gateway);
    expect(await raised(person)).toMatchObject([{ kind: 'gateway', names: ['stripe'] }]);
    await look();
    expect(await kinds()).toEqual(['gateway']);
    failure = null;
    await ask(gateway);
    expect(await kinds()).toEqual([]);
    failure = 'key_refused';
    await ask(gateway);
    expect(await kinds()).toEqual(['gateway']);
    failure = null;
    await ask(gateway);
  });
});

describe('emails about alarms', () => {
  it('go once to each person who asked, many alarms in one', async () => {
    const person = await askingFor(['cabinet_failed']);
    const other = await staffMember(app);
    await failCabinets(7);
    await look();
    await Promise.all([notify(), notify(), notify()]);
    await notify();
    const [email, ...more] = await emailsTo(person);
    expect(more).toEqual([]);
    expect(email?.subject).toContain('Кабінет не створено');
    expect(email?.data.words).toMatch(/^Кабінет не створено \(7\): Крамниця 1, .*, …$/);
    expect(await emailsTo(other)).toEqual([]);
  });

  it('collect for a quarter of an hour what comes after the first', async () => {
    const person = await askingFor(['cabinet_failed']);
    await failCabinets(1);
    await look();
    await notify();
    await failCabinets(2);
    await look();
    await notify();
    expect(await emailsTo(person)).toHaveLength(1);
    app.clock.advance(quarterOfAnHour);
    await notify();
    const [, later] = await emailsTo(person);
    expect(later?.data.words).toContain('(2)');
  });

  it('tell again of a cause that came back', async () => {
    const person = await askingFor(['cabinet_failed']);
    const [client] = await failCabinets(1);
    const set = (cabinet_status: 'active' | 'failed') =>
      app.platform.db
        .updateTable('clients')
        .set({ cabinet_status })
        .where('id', '=', client?.id ?? '')
        .execute();
    await look();
    await notify();
    await set('active');
    await look();
    app.clock.advance(quarterOfAnHour);
    await set('failed');
    await look();
    await notify();
    expect(await emailsTo(person)).toHaveLength(2);
  });

  it('do not go to somebody who lost the right, or left', async () => {
    const demoted = await askingFor(['cabinet_failed']);
    const gone = await askingFor(['cabinet_failed']);
    const { db } = app.platform;
    await db
      .updateTable('users')
      .set({ permissions: ['tariffs.read'] })
      .where('id', '=', demoted.id)
      .execute();
    await db.updateTable('users').set({ deleted_at: app.clock.now() }).where('id', '=', gone.id).execute();
    await failCabinets(1);
    await look();
    await notify();
    expect(await emailsTo(demoted)).toEqual([]);
    expect(await emailsTo(gone)).toEqual([]);
    const me = await app.call('GET', '/api/admin/auth/me', { token: demoted.token });
    expect(me.body.data.alarms).toEqual([]);
  });

  it('do not raise alarms when they fail themselves', async () => {
    const { db } = app.platform;
    const person = await askingFor(['cabinet_failed', 'email_failed']);
    await failCabinets(1);
    await look();
    await notify();
    await sql`update emails set status = 'failed' where kind = 'alarms_raised'`.execute(db);
    await look();
    expect((await raised(person)).map(({ kind }) => kind)).toEqual(['cabinet_failed']);
  });
});

it('forgets alarms that are long over', async () => {
  const { db } = app.platform;
  await failCabinets(1);
  await look();
  await sql`update clients set cabinet_status = 'none' where cabinet_status = 'failed'`.execute(db);
  await look();
  await forgetOldAlarms(db, new Date(app.clock.now().getTime() + 1000));
  const { rows } = await sql`select id from alarms`.execute(db);
  expect(rows).toEqual([]);
});
