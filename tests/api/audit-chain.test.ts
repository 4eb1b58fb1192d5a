import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealAudit } from '#server/audit-log/audit-sealer.ts';
import { writeAudit, writeAuditEntries } from '#server/audit-log/audit-store.ts';
import { eraseAuditValues } from '#server/audit-log/audit-erasure-store.ts';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import type { Finding } from '#cli/doctor/finding.ts';
import type { Db } from '#server/db/tables.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { cli, environmentOf } from '#tests/support/processes/cli.ts';

let app: TestApp;
let db: Db;
const subject = { type: 'client', id: '01a20612-9bb6-7000-b4a6-c42ca758abae', name: 'Ромашка' };
const changes = [{ field: 'email', before: 'old@example.com', after: 'new@example.com' }];
beforeAll(async () => {
  // Without a worker, so that only the test seals entries.
  app = await startApp({ ROLES: 'web' });
  db = app.platform.database.db;
});
afterAll(() => app.close());

const caller = () => ({ ...systemCaller(app.clock.now(), 'en'), ip: '203.0.113.9' });
const entry = { action: 'client.change', subject, changes };
const write = (count: number) =>
  writeAuditEntries(
    db,
    caller(),
    Array.from({ length: count }, () => entry),
  );
const verify = (expected?: { position: number; hash: Buffer }) =>
  verifyAudit(db, { expected, progress: () => undefined });
const newestSeal = () =>
  db.selectFrom('audit_seals').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirstOrThrow();
/** Bypasses every guard, as the owner of the database can. */
const tamper = (statement: ReturnType<typeof sql>) =>
  db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await statement.execute(tx);
  });

beforeEach(async () => {
  // Starts with an empty log and a new chain, whatever a test broke.
  await tamper(sql`truncate audit_entries, audit_seals, audit_unsealed`);
});

describe('somebody who writes straight to the audit log', () => {
  it.each([
    ['changes an entry', () => sql`update audit_entries set action = 'client.create'`],
    ['changes a name', () => sql`update audit_entries set subject_name = 'x'`],
    ['puts an address in', () => sql`update audit_entries set device = 'x'`],
    [
      'moves an entry to another client',
      () => sql`update audit_entries set client_id = null, subject_id = null`,
    ],
    [
      'changes what changed',
      () => sql`update audit_entries set changes = '[{"field": "email", "before": 1, "after": 2}]'`,
    ],
    ['drops what changed', () => sql`update audit_entries set changes = '[]'`],
    [
      'renames what changed',
      () => sql`update audit_entries set changes =
      '[{"field": "x", "before": null, "after": null, "erased": true}]'`,
    ],
    ['deletes entries', () => sql`delete from audit_entries`],
    ['empties the log', () => sql`truncate audit_entries`],
    ['changes a seal', () => sql`update audit_seals set hash = previous_hash`],
    ['changes salts', () => sql`update audit_seals set salts = salts || salts`],
    ['makes up a salt', () => sql`update audit_seals set salts = overlay(salts placing '\\x01' from 17)`],
    ['deletes seals', () => sql`delete from audit_seals`],
    ['empties the seals', () => sql`truncate audit_seals`],
  ])('is refused when it %s', async (_what, statement) => {
    await write(1);
    await sealAudit(db);
    await expect(statement().execute(db)).rejects.toThrow(/audit/);
    expect(await verify()).toMatchObject({ sealed: 1, broken: 0, waiting: 0 });
  });

  it('is refused when it erases what nobody has sealed yet', async () => {
    await write(1);
    await expect(sql`update audit_entries set ip = null`.execute(db)).rejects.toThrow('before it is sealed');
  });
});

describe('sealing', () => {
  it('chains what was written, some hundred at a time, in order', async () => {
    await write(1201);
    expect(await sealAudit(db)).toBe(1201);
    expect(await sealAudit(db)).toBe(0);
    expect(await verify()).toMatchObject({ sealed: 1201, waiting: 0, broken: 0, head: { position: 1201 } });
  });

  it('keeps nobody who writes, and takes a late commit later, without a gap', async () => {
    await db.transaction().execute(async (tx) => {
      await writeAudit(tx, caller(), entry);
      await write(2);
      expect(await sealAudit(db)).toBe(2);
      await write(1);
    });
    expect(await verify()).toMatchObject({ sealed: 2, waiting: 2, broken: 0 });
    expect(await sealAudit(db)).toBe(2);
    expect(await verify()).toMatchObject({ sealed: 4, waiting: 0, broken: 0 });
  });

  it('forgets what was rolled back', async () => {
    const undone = db.transaction().execute(async (tx) => {
      await writeAudit(tx, caller(), entry);
      throw new Error('never mind');
    });
    await expect(undone).rejects.toThrow('never mind');
    await write(1);
    expect(await sealAudit(db)).toBe(1);
    expect(await verify()).toMatchObject({ sealed: 1, waiting: 0, broken: 0 });
  });

  it('is done once by many at once, beside those who write', async () => {
    await write(2000);
    const writers = Array.from({ length: 20 }, () => write(10));
    await Promise.all([...Array.from({ length: 6 }, () => sealAudit(db)), ...writers]);
    await sealAudit(db);
    expect(await verify()).toMatchObject({ sealed: 2200, waiting: 0, broken: 0 });
  });

  it('is undone whole when its process is killed, and goes on', async () => {
    await write(700);
    const killed = sealAudit(db.withPlugin(killerAfter(6)));
    await expect(killed).rejects.toThrow('killed');
    expect((await verify()).broken).toBe(0);
    await sealAudit(db);
    expect(await verify()).toMatchObject({ sealed: 700, waiting: 0, broken: 0 });
  });
});

describe('audit verify', () => {
  const run = (...words: string[]) => cli(['audit', 'verify', ...words], environmentOf(app), app.clock);

  it('proves the log, and tells its newest entry', async () => {
    await write(3);
    await sealAudit(db);
    await write(1);
    const { code, out } = await run();
    expect([code, out]).toEqual([0, expect.stringContaining('Every entry is as it was written.')]);
    expect(out).toMatch(/Sealed entries +3\n *Waiting for their seal +1\n/);
    const { hash } = await newestSeal();
    expect(out).toContain(`3:${hash.toString('hex')}`);
  });

  it.each([
    [
      'an action',
      () => sql`update audit_entries set action = 'client.create'
      where id = (select entry_id from audit_seals where position = 2)`,
      '2, ',
      'was changed',
    ],
    [
      'a name',
      () => sql`update audit_entries set subject_name = 'x'
      where id = (select entry_id from audit_seals where position = 2)`,
      '2, ',
      'subject_name',
    ],
    [
      'a moment, by a millionth of a second',
      () => sql`update audit_entries set at = at + interval '1 microsecond'
      where id = (select entry_id from audit_seals where position = 2)`,
      '2, ',
      'was changed',
    ],
    [
      'an entry that is gone',
      () => sql`delete from audit_entries
      where id = (select entry_id from audit_seals where position = 2)`,
      '2, ',
      'is gone',
    ],
    [
      'an entry that is gone with its seal',
      () => sql`with gone as (delete from audit_seals where position = 2
      returning entry_id) delete from audit_entries where id in (select entry_id from gone)`,
      '3, ',
      'follows 1',
    ],
    [
      'entries in each other’s place',
      () => sql`update audit_seals set position = -position where position in (2, 3);
      update audit_seals set position = 5 + position where position < 0`,
      '2, ',
      'does not continue',
    ],
    [
      'an entry that nobody was to seal',
      () => sql`insert into audit_entries (id, at, actor_kind, action, subject_type)
      values (gen_random_uuid(), now(), 'system', 'client.create', 'client')`,
      '',
      'was never sealed',
    ],
  ])('names %s', async (_what, statement, place, what) => {
    await write(4);
    await sealAudit(db);
    await tamper(statement());
    const { code, out } = await run();
    expect(code).toBe(1);
    expect(out).toContain(`\n  ${place}`);
    expect(out).toContain(what);
    const { json } = await run('--json');
    expect(json<{ ok: boolean }>()).toMatchObject({ ok: false, broken: expect.any(Number) });
  });

  it('knows a log that was cut off, by a head that was noted', async () => {
    await write(5);
    await sealAudit(db);
    const { position, hash } = await newestSeal();
    const noted = `${position}:${hash.toString('hex')}`;
    await write(2);
    await sealAudit(db);
    expect((await run('--head', noted)).code).toBe(0);
    await tamper(sql`with gone as (delete from audit_seals where position > 3 returning entry_id)
      delete from audit_entries where id in (select entry_id from gone)`);
    expect((await run()).code).toBe(0);
    const cut = await run('--head', noted);
    expect([cut.code, cut.out]).toEqual([1, expect.stringContaining('5 was noted and is missing')]);
    await write(2);
    await sealAudit(db);
    expect((await run('--head', noted)).out).toContain('has another hash than was noted');
    expect((await run('--head', 'x')).code).toBe(2);
  });

  it('is what the doctor looks at in short', async () => {
    await write(2);
    await sealAudit(db);
    const finding = async () => {
      const { json } = await cli(['doctor', '--json'], environmentOf(app), app.clock);
      return json<{ findings: Finding[] }>().findings.find(({ subject: of }) => of === 'Audit log');
    };
    expect(await finding()).toMatchObject({
      verdict: 'ok',
      text: expect.stringContaining('2 entries sealed'),
    });
    await write(1);
    app.clock.advance(16 * 60);
    expect(await finding()).toMatchObject({
      verdict: 'warning',
      text: expect.stringContaining('1 entries have waited'),
    });
    await tamper(sql`update audit_entries set action = 'client.create'`);
    expect(await finding()).toMatchObject({
      verdict: 'failure',
      text: expect.stringContaining('entry 1 was changed'),
    });
  });
});

describe('erasing', () => {
  it('takes values and their salts; the chain is still proved', async () => {
    await write(3);
    await sealAudit(db);
    const ids = (
      await db.selectFrom('audit_seals').select('entry_id').where('position', '<', 3).execute()
    ).map(({ entry_id }) => entry_id);
    await eraseAuditValues(db, ids, ['subject_name', 'ip', 'changes']);
    await eraseAuditValues(db, ids, ['subject_name', 'ip', 'changes']);
    const rows = await db.selectFrom('audit_entries').selectAll().where('id', 'in', ids).execute();
    for (const row of rows) {
      expect(row).toMatchObject({
        subject_name: null,
        ip: null,
        subject_id: subject.id,
        action: 'client.change',
      });
      expect(row.changes).toEqual([{ field: 'email', before: null, after: null, erased: true }]);
    }
    expect(await verify()).toMatchObject({ sealed: 3, broken: 0, erased: 6 });
    await write(1);
    await sealAudit(db);
    expect(await verify()).toMatchObject({ sealed: 4, broken: 0 });
  });

  it('is found out when it is done by half', async () => {
    await write(1);
    await sealAudit(db);
    await sql`update audit_entries set subject_name = null`.execute(db);
    expect((await verify()).first?.what).toContain('half erased, in subject_name');
  });

  it('leaves a value out of what is left of it', async () => {
    await write(1);
    await sealAudit(db);
    const [{ entry_id } = { entry_id: '' }] = await db.selectFrom('audit_seals').select('entry_id').execute();
    await eraseAuditValues(db, [entry_id], ['subject_name', 'ip', 'changes']);
    expect((await newestSeal()).salts.every((byte) => byte === 0)).toBe(true);
  });
});

/** Ends a program after a number of statements, like a kill. */
function killerAfter(statements: number): KyselyPlugin {
  let left = statements;
  return {
    transformQuery({ node }) {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}
