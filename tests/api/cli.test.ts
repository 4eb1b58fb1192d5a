import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '#cli/doctor/finding.ts';
import { newId } from '#server/kernel/ids.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';
import { giveBalance, password } from '#tests/support/people.ts';
import { clientRow, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

let app: TestApp;
let tariffId: string;
beforeAll(async () => {
  // Without workers, so that only the commands run billing.
  app = await startApp({ ROLES: 'web' });
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());

const run = (...words: string[]) => cli(words, environmentOf(app), app.clock);

describe('the command line', () => {
  it('lists its commands when nothing is asked for', async () => {
    for (const words of [[], ['--help'], ['help']]) {
      const { code, out } = await cli(words);
      expect(code).toBe(0);
      for (const name of [
        'doctor',
        'admin create',
        'billing run',
        'ledger check',
        'cabinet retry',
        'cabinet rotate-secret',
        'cabinet upgrade',
        'backup',
        'restore',
      ])
        expect(out).toContain(`  ${name}`);
    }
  });

  it.each(['doctor', 'admin create', 'billing run', 'ledger check', 'cabinet retry', 'backup', 'restore'])(
    'explains %s, without any configuration',
    async (name) => {
      const { code, out } = await cli([...name.split(' '), '--help'], { PORT: 'wrong' });
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^Usage: npm run cli -- ${name}[\\s\\S]*--json`));
    },
  );

  it.each([
    [['billing', 'walk'], 'There is no command "billing walk"'],
    [['billing', 'run', 'now'], '"billing run" takes no arguments'],
    [['billing', 'run', '--dry'], "Unknown option '--dry'"],
    [['backup'], '"backup" takes FOLDER'],
    [['backup', ''], 'FOLDER is empty'],
    [['admin', 'create', 'nobody'], '"nobody" is not an email address'],
  ])('answers %j with 2 and how it is typed', async (words, expected) => {
    const { code, out, err } = await cli(words);
    expect(code).toBe(2);
    expect(err).toContain(expected);
    expect(err).toContain('Usage:');
    expect(out).toBe('');
  });

  it('says what is wrong with the configuration or the place, in a line', async () => {
    const wrong = await cli(['ledger', 'check'], { PORT: 'wrong' });
    expect([wrong.code, wrong.err]).toEqual([
      1,
      'PORT: "wrong" is not accepted; it takes a port from 0 to 65535.\n',
    ]);
    const nowhere = await cli(['ledger', 'check', '--json'], { DATA_DIR: '/nowhere/at/all' });
    expect(nowhere.code).toBe(1);
    expect(nowhere.json()).toEqual({ ok: false, error: expect.stringContaining('has no installation') });
  });
});

describe('billing run', () => {
  it('says what would happen, then does it, then finds nothing to do', async () => {
    const paying = await subscriber(app, { tariffId, endsIn: -0.01, balance: 15_000 });
    const trying = await subscriber(app, { tariffId, status: 'trial', endsIn: -0.01 });
    const expected = { clients: 2, charges: 1, charged: 10_000, graces: 1, blocks: 0, failed: 0 };

    const dry = await run('billing', 'run', '--dry-run', '--json');
    expect(dry.code).toBe(0);
    expect(dry.json()).toMatchObject({ ok: true, dry_run: true, ...expected });
    expect(await clientRow(app, trying.id)).toMatchObject({ status: 'trial' });

    const done = await run('billing', 'run', '--json');
    expect(done.json()).toMatchObject({ ok: true, dry_run: false, ...expected });
    expect(await clientRow(app, trying.id)).toMatchObject({ status: 'grace' });
    expect(await clientRow(app, paying.id)).toMatchObject({ status: 'active', balance: 5_000 });

    const again = await run('billing', 'run');
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/Clients looked at\s+0/);
  });
});

describe('ledger check', () => {
  it("adds up, and names wallets that don't agree", async () => {
    const { id } = await subscriber(app, { tariffId });
    await giveBalance(app, id, 700);
    const fine = await run('ledger', 'check');
    expect([fine.code, fine.err]).toEqual([0, '']);
    expect(fine.out).toContain('Every balance is the sum of its lines');

    await forceBalance(id, 701);
    const broken = await run('ledger', 'check', '--json');
    expect(broken.code).toBe(1);
    expect(broken.json()).toMatchObject({ ok: false, broken_client_ids: [id] });
    const doctor = await run('doctor', '--json');
    expect(findingOf(doctor.json(), 'Ledger')).toMatchObject({ verdict: 'failure' });
    await forceBalance(id, 700);
    expect((await run('ledger', 'check')).code).toBe(0);
  });
});

describe('admin create', () => {
  it('prints a link with which an administrator joins, once', async () => {
    const { code, json } = await run(
      'admin',
      'create',
      'Operator@example.com',
      '--name',
      'The operator',
      '--json',
    );
    expect(code).toBe(0);
    const { link } = json<{ link: string }>();
    const token = link.split('/').at(-1);
    const body = { token, name: 'The operator', password, password_confirmation: password };
    const joined = await app.call('POST', '/api/admin/auth/register', { body });
    expect(joined.status).toBe(201);
    expect(joined.body.data.permissions).toContain('users.write');
    expect((await app.call('POST', '/api/admin/auth/register', { body })).status).toBe(403);

    const taken = await run('admin', 'create', 'operator@example.com');
    expect(taken.code).toBe(1);
    expect(taken.err).toMatch(/already/);
  });

  it('gives somebody who has not joined a new link and every permission', async () => {
    const first = await run('admin', 'create', 'second@example.com', '--json');
    const second = await run('admin', 'create', 'second@example.com', '--json');
    const tokens = [first, second].map(({ json }) => json<{ link: string }>().link.split('/').at(-1));
    const join = (token = '') =>
      app.call('POST', '/api/admin/auth/register', {
        body: { token, name: 'Second', password, password_confirmation: password },
      });
    expect((await join(tokens[0])).status).toBe(403);
    expect((await join(tokens[1])).status).toBe(201);
  });
});

describe('cabinet retry', () => {
  it('takes up what failed, by address or all of it', async () => {
    const none = await run('cabinet', 'retry', 'all');
    expect([none.code, none.out]).toEqual([0, 'No cabinet has failed.\n']);

    const failed = await withFailedCabinet();
    const one = await run('cabinet', 'retry', failed.email, '--json');
    expect([one.code, one.json()]).toEqual([0, { ok: true, retried: [failed.id] }]);
    expect(await clientRow(app, failed.id)).toMatchObject({ cabinet_status: 'creating' });

    const other = await withFailedCabinet();
    expect((await run('cabinet', 'retry', 'all', '--json')).json()).toEqual({
      ok: true,
      retried: [other.id],
    });
    const again = await run('cabinet', 'retry', other.id);
    expect([again.code, again.out]).toEqual([1, `The cabinet of "${other.id}" has not failed.\n`]);
  });

  it('knows nobody of that name', async () => {
    const { code, err } = await run('cabinet', 'retry', 'nobody@example.com');
    expect([code, err]).toEqual([1, expect.stringContaining('There is no client "nobody@example.com"')]);
  });
});

describe('cabinet rotate-secret', () => {
  it.each([
    [[], '"cabinet rotate-secret" takes CLIENT|all.'],
    [['--all', 'all'], '"cabinet rotate-secret" takes no arguments beside --all.'],
  ])('is typed wrongly with %j', async (words, expected) => {
    const { code, err } = await run('cabinet', 'rotate-secret', ...words);
    expect([code, err]).toEqual([2, expect.stringContaining(expected)]);
  });

  it('takes every active cabinet, by --all as by all, and no other', async () => {
    const [busy, { id: failed }] = [
      await subscriber(app, { tariffId, more: { cabinet_status: 'active' } }),
      await withFailedCabinet(),
    ];
    const { db } = app.platform.database;
    const cabinet = await cabinetOf(failed);
    // With a task under way, so that no driver is asked.
    await db
      .insertInto('cabinets')
      .values({
        ...cabinet,
        client_id: busy.id,
        reference: newId(app.clock.now()),
        failed_at: null,
        task: 'create',
      })
      .execute();
    for (const all of ['--all', 'all']) {
      const { code, json } = await run('cabinet', 'rotate-secret', all, '--json');
      const { results } = json<{ results: { client_id: string; result: string }[] }>();
      expect([code, results.find(({ client_id }) => client_id === busy.id)?.result]).toEqual([1, 'busy']);
      expect(results.some(({ client_id }) => client_id === failed)).toBe(false);
    }
    const help = await cli(['cabinet', 'rotate-secret', '--help']);
    expect(help.out).toContain('--all');
    await db.deleteFrom('cabinets').where('client_id', '=', busy.id).execute();
    await db
      .updateTable('clients')
      .set({ cabinet_status: 'none' })
      .where('id', 'in', [busy.id, failed])
      .execute();
  });

  const cabinetOf = (id: string) =>
    app.platform.database.db
      .selectFrom('cabinets')
      .selectAll()
      .where('client_id', '=', id)
      .executeTakeFirstOrThrow();
});

describe('doctor', () => {
  it('finds a running installation well but for the processes that it has not, and changes nothing', async () => {
    const { code, json } = await run('doctor', '--json');
    const { findings } = json<{ findings: Finding[] }>();
    const failures = findings.filter(({ verdict }) => verdict === 'failure');
    expect([code, failures.map(({ subject }) => subject)]).toEqual([1, ['Worker', 'Cabinet host']]);
    expect(findings.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'Configuration',
        'Time zones',
        'Disk',
        'Database',
        'Migrations',
        'Secret key',
        'Secrets',
        'Jobs',
      ]),
    );
    expect(findingOf({ findings }, 'Port')).toMatchObject({ verdict: 'ok' });
    expect(findingOf({ findings }, 'Mail server')).toMatchObject({ verdict: 'warning' });
  });

  it('says what to do about a mail server that does not answer, and never its password', async () => {
    const environment = { ...environmentOf(app), SMTP_URL: 'smtp://somebody:very-secret@127.0.0.1:1' };
    const { code, out } = await cli(['doctor'], environment, app.clock);
    expect(code).toBe(1);
    expect(out).toMatch(/BAD\s+Mail server[^\n]*\n\s+→ mend SMTP_URL/);
    expect(out).not.toContain('very-secret');
  });

  it('sees another key, a clock set back, and work that nobody does', async () => {
    const { id } = await withFailedCabinet();
    const otherKey = { ...environmentOf(app), SECRET_KEY: 'not the key that this database was used with' };
    const keyed = await cli(['doctor', '--json'], otherKey, app.clock);
    expect(findingOf(keyed.json(), 'Secret key')).toMatchObject({ verdict: 'failure' });
    for (const words of [
      ['billing', 'run'],
      ['ledger', 'check'],
      ['cabinet', 'retry', 'all'],
    ]) {
      const { code, err } = await cli(words, otherKey, app.clock);
      expect([code, err]).toEqual([1, expect.stringMatching(/^SECRET_KEY is not the key with .*\n$/)]);
    }
    const { err } = await cli(['backup', '/tmp/never-made', '--with-key'], otherKey, app.clock);
    expect(err).toMatch(/^SECRET_KEY is not the key with .* or leave --with-key out\.\n$/);

    const early = { now: () => new Date(app.clock.now().getTime() - 3_600_000) };
    const back = await cli(['doctor', '--json'], environmentOf(app), early);
    expect(findingOf(back.json(), 'Clock')).toMatchObject({
      verdict: 'failure',
      text: expect.stringMatching(/set back/),
    });

    const { db } = app.platform.database;
    const longAgo = new Date(app.clock.now().getTime() - 3_600_000);
    await db.updateTable('clients').set({ next_event_at: longAgo }).where('id', '=', id).execute();
    expect(findingOf((await run('doctor', '--json')).json(), 'Billing')).toMatchObject({
      verdict: 'failure',
    });
    await run('billing', 'run');
    expect(findingOf((await run('doctor', '--json')).json(), 'Billing')).toMatchObject({ verdict: 'ok' });
  });
});

function findingOf({ findings }: { findings: Finding[] }, subject: string): Finding | undefined {
  return findings.find((finding) => finding.subject === subject);
}

/** Bypasses the guard against such a balance. */
async function forceBalance(id: string, balance: number): Promise<void> {
  await app.platform.database.db.transaction().execute(async (tx) => {
    await sql`alter table clients disable trigger clients_balance_change`.execute(tx);
    await tx.updateTable('clients').set({ balance }).where('id', '=', id).execute();
    await sql`alter table clients enable trigger clients_balance_change`.execute(tx);
  });
}

async function withFailedCabinet(): Promise<{ id: string; email: string }> {
  const { db } = app.platform.database;
  const now = app.clock.now();
  const client = await subscriber(app, { tariffId, more: { cabinet_status: 'failed' } });
  await db
    .insertInto('cabinets')
    .values({
      client_id: client.id,
      driver: 'embedded',
      secret_sealed: app.platform.secrets.seal('secret'),
      reference: newId(now),
      started_at: now,
      failed_at: now,
      task: 'create',
    })
    .execute();
  const step = { client_id: client.id, task: 'create', step: 'database', state: 'failed' } as const;
  await db.insertInto('cabinet_steps').values(step).execute();
  return client;
}
