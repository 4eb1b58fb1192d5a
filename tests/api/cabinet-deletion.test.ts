import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpiredBackups } from '#server/cabinets/backups/delete-expired-backups.ts';
import { startCabinetAgain } from '#server/cabinets/tasks/start-cabinet.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { workOnCabinet } from '#tests/support/cabinets/cabinet-work.ts';
import { customerWithCabinet, type Person, staffMember } from '#tests/support/people.ts';
import { until } from '#tests/support/until.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await startApp();
  staff = await staffMember(app);
  // Free tariffs are always covered: nobody would stay blocked.
  await db().updateTable('tariffs').set({ price_month: 10_000, price_year: 100_000 }).execute();
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
const client = (id: string) =>
  db().selectFrom('clients').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const fileOf = (id: string) => path.join(app.platform.config.dataDir, 'cabinets', `${id}.sqlite`);
const show = async (id: string) =>
  (await app.call('GET', `/api/admin/clients/${id}`, { token: staff.token, locale: 'en' })).body.data;
const set = (id: string, status: 'archived' | 'active' | 'blocked') =>
  db().updateTable('clients').set({ status }).where('id', '=', id).execute();
const actions = async (id: string) =>
  (
    await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('client_id', '=', id)
      .where(sql<boolean>`action like 'cabinet.%' or action like 'backup.%'`)
      .orderBy('at')
      .execute()
  ).map(({ action }) => action);

/** Writes data that only this customer has. */
function write(id: string, name: string): void {
  const file = new DatabaseSync(fileOf(id));
  file
    .prepare('INSERT INTO goods (id, name, price, quantity, created_at) VALUES (?, ?, 1, 1, 1)')
    .run(name, name);
  file.close();
}
function goodsOf(id: string): unknown[] {
  const file = new DatabaseSync(fileOf(id));
  try {
    return file
      .prepare('SELECT name FROM goods')
      .all()
      .map(({ name }) => name);
  } finally {
    file.close();
  }
}

async function deleted(name: string): Promise<Person> {
  const customer = await customerWithCabinet(app, { name });
  write(customer.id, name);
  await set(customer.id, 'archived');
  await workOnCabinet(app, customer.id);
  return customer;
}

describe('the cabinet of an archived client', () => {
  it('is told of to its owner alone, with the day until which its copy is kept', async () => {
    const customer = await deleted('Пам’ять');
    const other = await customerWithCabinet(app);
    const told = async ({ token }: Pick<Person, 'token'>) =>
      (await app.call('GET', '/api/auth/me/subscription', { token })).body.data;
    const [backup] = (await show(customer.id)).cabinet.backups;
    const backup_kept_until = backup.expires_at;
    expect(await told(customer)).toMatchObject({ backup_kept_until, backup_returns: true });
    const { token } = staff;
    const setting = { key: 'restore_on_return', value: false };
    const off = await app.call('POST', '/api/admin/settings', { token, body: setting });
    expect(await told(customer)).toMatchObject({ backup_kept_until, backup_returns: false });
    await app.call('DELETE', `/api/admin/settings/${off.body.data.id}`, { token });
    expect(await told(other)).toMatchObject({ backup_kept_until: null, backup_returns: false });
    expect((await app.call('GET', '/api/auth/me/subscription')).status).toBe(401);
    const { db } = app.platform.database;
    const expires_at = app.clock.now();
    await db.updateTable('cabinet_backups').set({ expires_at }).where('id', '=', backup.id).execute();
    expect(await told(customer)).toMatchObject({ backup_kept_until: null });
  });

  it('is not called empty before its copy is made: a payment then finds the data', async () => {
    const customer = await customerWithCabinet(app);
    await set(customer.id, 'archived');
    const { token } = customer;
    const { data } = (await app.call('GET', '/api/auth/me/subscription', { token })).body;
    expect(data).toMatchObject({ status: 'archived', backup_returns: true });
    expect(Date.parse(data.backup_kept_until)).toBeGreaterThan(app.clock.now().getTime());
  });

  it('is backed up, deleted, its address free, and the record kept for ever', async () => {
    const customer = await customerWithCabinet(app, { name: 'Затишок' });
    const { domain } = await client(customer.id);
    write(customer.id, 'Хліб');
    await set(customer.id, 'archived');
    await workOnCabinet(app, customer.id);

    expect(await client(customer.id)).toMatchObject({ cabinet_status: 'deleted', domain: null });
    expect(existsSync(fileOf(customer.id))).toBe(false);
    const { cabinet } = await show(customer.id);
    expect(cabinet).toMatchObject({ status: 'deleted', task: null, error: null });
    const [backup] = cabinet.backups;
    const [deletion] = cabinet.deletions;
    expect(cabinet.deletions).toHaveLength(1);
    expect(deletion).toMatchObject({
      rule: 'retention',
      by: null,
      domain,
      backup: { id: backup.id, taken_at: backup.taken_at, sha256: backup.sha256 },
    });
    const days = (Date.parse(backup.expires_at) - app.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    expect(await actions(customer.id)).toEqual(['cabinet.ready', 'cabinet.deleted']);
    for (const statement of [
      sql`update cabinet_deletions set rule = 'no_client'`,
      sql`delete from cabinet_deletions`,
    ]) {
      await expect(statement.execute(db())).rejects.toThrow('for ever');
    }
  });

  it('can be downloaded, by those who may export, and that is recorded', async () => {
    const customer = await deleted('Завантаження');
    const [backup] = (await show(customer.id)).cabinet.backups;
    const address = `/api/admin/clients/${customer.id}/backups/${backup.id}`;
    const reader = await staffMember(app, { permissions: ['clients.read'] });
    expect((await app.call('GET', address, { token: reader.token })).status).toBe(403);
    const response = await fetch(`${app.url}${address}`, {
      headers: { authorization: `Bearer ${staff.token}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, bytes.length]).toEqual([200, backup.bytes]);
    expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3');
    expect(response.headers.get('content-disposition')).toContain('.sqlite"');
    expect(await actions(customer.id)).toContain('backup.download');
    const other = await deleted('Чужий');
    const foreign = `/api/admin/clients/${other.id}/backups/${backup.id}`;
    expect((await app.call('GET', foreign, { token: staff.token })).status).toBe(404);
  });

  it('comes back with its data and its address when the client does', async () => {
    const customer = await customerWithCabinet(app, { name: 'Повернення' });
    const { domain } = await client(customer.id);
    write(customer.id, 'Молоко');
    await set(customer.id, 'archived');
    await workOnCabinet(app, customer.id);

    await db()
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('clients').set({ status: 'active' }).where('id', '=', customer.id).execute();
        await startCabinetAgain(app.platform, tx, customer.id, app.clock.now());
      });
    await until('the cabinet', async () => (await client(customer.id)).cabinet_status === 'active');
    expect(await client(customer.id)).toMatchObject({ domain, status: 'active' });
    expect(goodsOf(customer.id)).toEqual(['Молоко']);
    expect(existsSync(path.join(app.platform.config.backupDir))).toBe(true);
  });

  it('comes back empty when the setting says so, and elsewhere when its address is taken', async () => {
    const customer = await deleted('Порожній');
    const again = await customerWithCabinet(app, { name: 'Порожній' });
    expect((await client(again.id)).domain).toBe('porozhnii.localhost');
    const off = await app.call('POST', '/api/admin/settings', {
      token: staff.token,
      body: { key: 'restore_on_return', value: false },
    });
    await set(customer.id, 'active');
    await workOnCabinet(app, customer.id);
    expect(await client(customer.id)).toMatchObject({
      cabinet_status: 'active',
      domain: 'porozhnii-2.localhost',
    });
    expect(goodsOf(customer.id)).toEqual([]);
    await app.call('DELETE', `/api/admin/settings/${off.body.data.id}`, { token: staff.token });
  });

  it('stays when the client is back before anything was destroyed', async () => {
    const customer = await customerWithCabinet(app);
    write(customer.id, 'Сир');
    await set(customer.id, 'archived');
    await db()
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('clients').set({ status: 'active' }).where('id', '=', customer.id).execute();
        await startCabinetAgain(app.platform, tx, customer.id, app.clock.now());
      });
    await workOnCabinet(app, customer.id);
    expect((await client(customer.id)).cabinet_status).toBe('active');
    expect(goodsOf(customer.id)).toEqual(['Сир']);
  });
});

describe('a backup', () => {
  it('is restored at a click: the client is blocked as before the deletion, its data back', async () => {
    const customer = await deleted('Клік');
    const [backup] = (await show(customer.id)).cabinet.backups;
    const address = `/api/admin/clients/${customer.id}/backups/${backup.id}/restore`;
    const reader = await staffMember(app, { permissions: ['clients.read'] });
    expect((await app.call('POST', address, { token: reader.token })).status).toBe(403);
    const answer = await app.call('POST', address, { token: staff.token });
    expect([answer.status, answer.body.data?.status]).toEqual([200, 'blocked']);
    await until('the cabinet', async () => (await client(customer.id)).cabinet_status === 'suspended');
    expect((await client(customer.id)).status).toBe('blocked');
    expect(goodsOf(customer.id)).toEqual(['Клік']);
    const twice = await app.call('POST', address, { token: staff.token });
    expect([twice.status, twice.body.code]).toEqual([409, 'cabinet_not_deleted']);
  });

  it('that was restored stays a week at least, however short the retention', async () => {
    const customer = await deleted('Тиждень');
    await db()
      .updateTable('clients')
      .set({ database_retention_days: 0, blocked_at: new Date(0) })
      .where('id', '=', customer.id)
      .execute();
    const [backup] = (await show(customer.id)).cabinet.backups;
    const address = `/api/admin/clients/${customer.id}/backups/${backup.id}/restore`;
    expect((await app.call('POST', address, { token: staff.token })).status).toBe(200);
    // A run leaves out a client whose row the making of the cabinet has locked.
    await until('the cabinet', async () => (await client(customer.id)).cabinet_status === 'suspended');
    await runBilling(app.platform.subscriptions);
    const { status, deletion_at } = await client(customer.id);
    expect(status).toBe('blocked');
    const days = ((deletion_at?.getTime() ?? 0) - app.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  it('that can’t be deleted keeps no other one', async () => {
    const [stuck, free] = [await deleted('Не йде'), await deleted('Йде')];
    const expires_at = new Date(app.clock.now().getTime() - 1000);
    const backups = () => db().selectFrom('cabinet_backups').where('client_id', 'in', [stuck.id, free.id]);
    // Ordered by their dates: the one that fails comes first.
    for (const [person, at] of [
      [stuck, new Date(0)],
      [free, expires_at],
    ] as const)
      await db()
        .updateTable('cabinet_backups')
        .set({ expires_at: at })
        .where('client_id', '=', person.id)
        .execute();
    const rows = await backups().selectAll().orderBy('expires_at').execute();
    const file = path.join(app.platform.config.backupDir, `${rows[0]?.id}.backup`);
    rmSync(file);
    mkdirSync(file);
    await deleteExpiredBackups(app.platform, app.clock.now());
    rmdirSync(file);
    const kept = async () =>
      (await backups().select('client_id').where('deleted_at', 'is', null).execute()).map(
        ({ client_id }) => client_id,
      );
    expect(await kept()).toEqual([stuck.id]);
    await deleteExpiredBackups(app.platform, app.clock.now());
    expect(await kept()).toEqual([]);
  });

  it('is gone after its date, but not the record of it', async () => {
    const customer = await deleted('Строк');
    const kept = (await show(customer.id)).cabinet.backups[0];
    app.clock.advance(89 * 86_400);
    await deleteExpiredBackups(app.platform, app.clock.now());
    const files = () => readdirSync(app.platform.config.backupDir);
    expect(files()).toContain(`${kept.id}.backup`);
    app.clock.advance(2 * 86_400);
    await deleteExpiredBackups(app.platform, app.clock.now());
    expect(files()).not.toContain(`${kept.id}.backup`);
    const colleague = await staffMember(app); // the other session has long expired
    const call = (method: string, suffix: string) =>
      app.call(method, `/api/admin/clients/${customer.id}/backups/${kept.id}${suffix}`, {
        token: colleague.token,
      });
    expect((await call('GET', '')).body.code).toBe('backup_gone');
    expect((await call('POST', '/restore')).body.code).toBe('backup_gone');
    const { cabinet } = (
      await app.call('GET', `/api/admin/clients/${customer.id}`, { token: colleague.token })
    ).body.data;
    expect(cabinet.backups[0].deleted_at).not.toBeNull();
    expect(cabinet.deletions[0].backup.sha256).toBe(kept.sha256);
    expect(await actions(customer.id)).toContain('backup.delete');
    staff = colleague;
  });
});

describe('a deletion that cannot be done', () => {
  it('is shown with its reason, destroys nothing, and goes on when it is tried again', async () => {
    const customer = await customerWithCabinet(app);
    rmSync(fileOf(customer.id));
    await set(customer.id, 'archived');
    for (let attempt = 0; attempt < 6; attempt += 1) await workOnCabinet(app, customer.id);
    const { cabinet } = await show(customer.id);
    expect(cabinet).toMatchObject({
      status: 'suspended',
      task: 'delete',
      error: { detail: expect.stringContaining('database_missing') },
      steps: [{ key: 'backup', state: 'failed' }, { state: 'pending' }, { state: 'pending' }],
    });
    const listed = await app.call('GET', '/api/admin/cabinets?filter[kind][eq]=deletion_failed', {
      token: staff.token,
      locale: 'en',
    });
    expect(listed.body.data).toMatchObject([
      { client_id: customer.id, message: 'The server for cabinets rejected the request' },
    ]);
    new DatabaseSync(fileOf(customer.id)).close();
    const repair = await app.call('POST', `/api/admin/cabinets/${listed.body.data[0].id}/repair`, {
      token: staff.token,
      locale: 'en',
    });
    expect(repair.body).toEqual({ data: { result: 'repaired', message: 'Everything is as it should be' } });
    expect((await client(customer.id)).cabinet_status).toBe('deleted');
    expect((await app.call('GET', '/api/admin/cabinets', { token: staff.token })).body.meta.total).toBe(0);
  });

  it('is done without a backup by people who may delete and confirm it, and that is recorded', async () => {
    const customer = await customerWithCabinet(app);
    const address = `/api/admin/clients/${customer.id}/cabinet/delete-without-backup`;
    const without = (token: string) => app.call('POST', address, { token });
    rmSync(fileOf(customer.id));
    await set(customer.id, 'archived');
    await workOnCabinet(app, customer.id);
    expect((await without(staff.token)).body.code).toBe('cabinet_not_failed');
    for (let attempt = 0; attempt < 5; attempt += 1) await workOnCabinet(app, customer.id);
    const writer = await staffMember(app, { permissions: ['clients.read', 'clients.write'] });
    expect((await without(writer.token)).status).toBe(403);

    expect((await without(staff.token)).status).toBe(200);
    await until('the deletion', async () => (await client(customer.id)).cabinet_status === 'deleted');
    const { cabinet } = await show(customer.id);
    expect(cabinet).toMatchObject({ task: null, backups: [], error: null });
    expect(cabinet.deletions).toMatchObject([{ rule: 'retention', by: { id: staff.id }, backup: null }]);
    expect(await actions(customer.id)).toEqual(
      expect.arrayContaining(['cabinet.delete_without_backup', 'cabinet.deleted']),
    );
    expect((await app.call('GET', '/api/admin/cabinets', { token: staff.token })).body.meta.total).toBe(0);
    expect((await without(staff.token)).body.code).toBe('cabinet_not_failed');
  });
});
