import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { writeSecurityEvent } from '#server/audit-log/security-events.ts';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { insertDocuments, takeSerials } from '#server/documents/document-store.ts';
import { newId } from '#server/kernel/ids.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { forgetOld } from '#server/retention/forget-old.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { documentContent } from '#tests/support/documents/document-content.ts';
import { pdfText } from '#tests/support/files/pdf-text.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** What is forgotten because of its age, and what stays (docs/decisions/0206). */
let app: TestApp;
let admin: Person;
let client: { id: string; email: string };

beforeAll(async () => {
  // Without a worker, so that only the test forgets and seals.
  app = await startApp({ ROLES: 'web' });
  admin = await staffMember(app);
  client = await subscriber(app, { tariffId: await newTariff(app) });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.platform.db.deleteFrom('emails').execute();
});

const dayMs = 86_400_000;
const ago = (days: number) => new Date(app.clock.now().getTime() - days * dayMs);
const forget = () => forgetOld(app.platform, app.clock.now());
const choose = (key: string, value: number | null) =>
  app.call('POST', '/api/admin/settings', { token: admin.token, body: { key, value } });

async function email(days: number, status: 'sent' | 'failed' | 'queued' = 'sent'): Promise<string> {
  const id = newId(app.clock.now());
  await app.platform.db
    .insertInto('emails')
    .values({
      id,
      to_address: client.email,
      kind: 'welcome',
      locale: 'en',
      subject: `${days} days ago`,
      data: JSON.stringify({ name: 'Olena' }),
      reason: 'registration',
      client_id: client.id,
      status,
      message_id: id,
      created_at: ago(days),
    })
    .execute();
  return id;
}
const emails = async () => {
  const rows = await app.platform.db.selectFrom('emails').select('id').execute();
  return rows.map(({ id }) => id);
};

describe('e-mails', () => {
  it('are deleted with what was attached once they are too old, sent or failed, and the others stay', async () => {
    const old = await email(366);
    await email(400, 'failed');
    const kept = [await email(364), await email(366, 'queued')];
    await app.platform.db
      .insertInto('email_files')
      .values({ email_id: old, name: 'list.csv', content: Buffer.from('Olena') })
      .execute();
    expect(await forget()).toMatchObject({ emails: 2 });
    expect((await emails()).toSorted()).toEqual(kept.toSorted());
    expect(await app.platform.db.selectFrom('email_files').selectAll().execute()).toEqual([]);
    expect(await forget()).toMatchObject({ emails: 0 });
  });

  it('are kept for as long as the setting says, and it has a bound', async () => {
    const kept = await email(364);
    expect((await choose('keep_emails_days', 179)).status).toBe(422);
    expect((await choose('keep_emails_days', 200)).status).toBe(201);
    expect(await forget()).toMatchObject({ emails: 1 });
    expect(await emails()).not.toContain(kept);
    await choose('keep_emails_days', 365);
  });
});

describe('the audit log', () => {
  const rows = () =>
    app.platform.db
      .selectFrom('audit_entries')
      .select(['kind', 'action', 'actor_name', 'subject_name', 'ip', 'device', 'changes', 'client_id'])
      .where('action', 'in', ['security.login', 'client.change'])
      .where('request_id', '=', 'of-this-test')
      .orderBy('at')
      .execute();
  const caller = (days: number) => ({
    ...systemCaller(ago(days), 'en'),
    ip: '203.0.113.7',
    requestId: 'of-this-test',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const named = () => ({ id: client.id, name: 'Олена Ковальчук' });
  const signIn = (days: number) =>
    writeSecurityEvent(app.platform.db, caller(days), {
      event: 'login',
      account: { kind: 'customer', ...named(), client: named() },
    });
  const change = (days: number) =>
    writeAudit(app.platform.db, caller(days), {
      action: 'client.change',
      subject: { type: 'client', id: client.id, name: 'Олена Ковальчук' },
      clientId: client.id,
      changes: [{ field: 'address', before: 'Київ', after: 'Львів' }],
    });
  const proof = () => verifyAudit(app.platform.db, { progress: () => undefined });

  it('loses who signed in, from where and on what after a year; that it happened stays, and the chain is whole', async () => {
    await signIn(366);
    await signIn(364);
    await change(4000);
    expect(await forget()).toMatchObject({ security: 1 });
    const [changed, old, young] = await rows();
    expect(old).toMatchObject({
      action: 'security.login',
      actor_name: null,
      subject_name: null,
      ip: null,
      device: null,
      client_id: client.id,
    });
    expect(young).toMatchObject({ subject_name: 'Олена Ковальчук', ip: '203.0.113.7' });
    expect(changed).toMatchObject({ subject_name: 'Олена Ковальчук', ip: '203.0.113.7' });
    const { broken, erased } = await proof();
    expect([broken, erased > 0]).toEqual([0, true]);
  });

  it('loses who changed what, and the values, once a time is set for that too', async () => {
    expect(await forget()).not.toHaveProperty('activity');
    expect((await choose('keep_activity_days', 29)).status).toBe(422);
    expect((await choose('keep_activity_days', 1000)).status).toBe(201);
    expect(await forget()).toMatchObject({ activity: 1 });
    const changed = (await rows()).find(({ action }) => action === 'client.change');
    expect(changed).toMatchObject({
      subject_name: null,
      ip: null,
      changes: [{ field: 'address', before: null, after: null, erased: true }],
    });
    expect((await proof()).broken).toBe(0);
    expect((await choose('keep_activity_days', null)).status).toBe(201);
  });

  it('shows staff that values were erased, in the log and in the timeline', async () => {
    const path = `/api/admin/clients/${client.id}`;
    const read = (what: string) => app.call('GET', `${path}/${what}`, { token: admin.token });
    const erased = [{ field: 'address', before: null, after: null, erased: true }];
    const { body: log } = await read('activity?filter[action][eq]=client.change');
    expect(log.data[0].changes).toEqual(erased);
    const { body: timeline } = await read('timeline?filter[kind][eq]=change');
    const row = timeline.data.find(({ verb }: { verb: string }) => verb === 'client.change');
    expect(row.details.changes).toEqual(erased);
  });

  it('is forgotten once, however many do it at once', async () => {
    for (let one = 0; one < 20; one += 1) await signIn(500 + one);
    await app.platform.db.deleteFrom('retention_progress').execute();
    await Promise.all([forget(), forget(), forget()]);
    const left = await app.platform.db
      .selectFrom('audit_entries')
      .select('id')
      .where('kind', '=', 'security')
      .where('at', '<', ago(365))
      .where('ip', 'is not', null)
      .execute();
    expect(left).toEqual([]);
    expect((await proof()).broken).toBe(0);
  });
});

describe('documents and payments', () => {
  const year = () => app.clock.now().getUTCFullYear();
  async function document(issuedOn: string): Promise<string> {
    return app.platform.db.transaction().execute(async (tx) => {
      const of = Number(issuedOn.slice(0, 4));
      const serial = await takeSerials(tx, { kind: 'act', year: of });
      const id = newId(app.clock.now());
      const content = documentContent({ kind: 'act', number: `ACT-${of}-${serial}`, issued_on: issuedOn });
      await insertDocuments(tx, [
        { id, serial, clientId: client.id, content, createdBy: null, createdAt: new Date(issuedOn) },
      ]);
      return id;
    });
  }
  const paper = async (id: string) => {
    const answer = await fetch(`${app.url}/api/admin/documents/${id}/pdf`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.status).toBe(200);
    return pdfText(Buffer.from(await answer.arrayBuffer()));
  };

  it('name nobody after their year and ten more; number and sums stay as they were issued', async () => {
    const old = await document(`${year() - 11}-12-31`);
    const kept = await document(`${year() - 10}-01-01`);
    expect(await forget()).toMatchObject({ documents: 1 });
    const text = await paper(old);
    expect(text).not.toContain('Ąžuolas');
    expect(text).not.toContain('Касові апарати');
    expect(text).toContain('499');
    expect(await paper(kept)).toContain('Ąžuolas');
    expect(await forget()).toMatchObject({ documents: 0 });
  });

  it('are frozen in all else', async () => {
    const id = await document(`${year()}-01-02`);
    const refused = (set: ReturnType<typeof sql>) =>
      expect(sql`update documents set ${set} where id = ${id}`.execute(app.platform.db)).rejects.toThrow(
        'a document never changes',
      );
    await refused(sql`content = content || '{"buyer": {}}'`);
    await refused(sql`erased_at = now(), content = content || '{"seller": {}}'`);
    await refused(sql`erased_at = now(), content = jsonb_set(content, '{lines,0,amount}', '1')`);
    await refused(sql`erased_at = now(), content = jsonb_set(content, '{lines}', '[]')`);
  });

  it('lose their payer, but money that has no owner yet does not', async () => {
    const payment = async (status: 'ignored' | 'unmatched') => {
      const id = newId(app.clock.now());
      await app.platform.db
        .insertInto('payments')
        .values({
          id,
          status,
          method: 'bank',
          amount: 100,
          value_date: `${year() - 11}-06-01`,
          payer_name: 'Олена',
          purpose: 'за послуги',
          created_at: ago(4000),
          updated_at: ago(4000),
        })
        .execute();
      return id;
    };
    const [ignored, unmatched] = [await payment('ignored'), await payment('unmatched')];
    expect(await forget()).toMatchObject({ payments: 1 });
    const names = await app.platform.db
      .selectFrom('payments')
      .select(['id', 'payer_name', 'purpose'])
      .where('id', 'in', [ignored, unmatched])
      .execute();
    expect(names).toEqual(
      expect.arrayContaining([
        { id: ignored, payer_name: null, purpose: null },
        { id: unmatched, payer_name: 'Олена', purpose: 'за послуги' },
      ]),
    );
  });
});

it('keeps what each run has forgotten, with its time for the metrics', async () => {
  await forget();
  const { body } = await app.call('GET', '/metrics');
  expect(String(body)).toMatch(/tenantry_last_success_timestamp_seconds\{task="retention"\} \d/);
});
