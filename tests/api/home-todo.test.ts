import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failedEmails } from '#contract/entities/email.ts';
import { type ListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import type { ReportSummary } from '#contract/panel/report.ts';
import { runBilling } from '#server/subscriptions/billing/run-billing.ts';
import { countEmails } from '#server/mail/mail-store.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { moveToNoon } from '#tests/support/subscriptions/noon.ts';
import { mailsOf, newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';
import { clientsEnding, clientsWith, proformasOverdue } from '#web/pages/home/list-links.ts';
import { dueToday, ownInTrouble, suspendedToday, trialsEnding } from '#web/pages/home/todo/todo-lists.ts';

/** What the home screen asks for (GROWTH section 19, "Home"). */
let app: TestApp;
let admin: Person;
let tariffId: string;
beforeAll(async () => {
  // Without a worker, so that no email is sent.
  app = await startApp({ ROLES: 'web' });
  moveToNoon(app.clock);
  admin = await staffMember(app);
  tariffId = await newTariff(app, { month: 10_000 });
});
afterAll(() => app.close());

const call = (method: 'GET' | 'POST', path: string, token = admin.token) =>
  app.call(method, `/api/admin/${path}`, { token, locale: 'en' });
const todo = async () => {
  const { body } = await call('GET', `emails?${printListQuery(failedEmails)}`);
  return body.data.map(({ id }: { id: string }) => id);
};

/** A receipt; failed unless told otherwise. */
async function receipt(status = 'failed'): Promise<string> {
  const { id } = await subscriber(app, { tariffId });
  const body = { service: 'cash', amount: 100 };
  await app.call('POST', `/api/admin/clients/${id}/replenish`, { token: admin.token, body });
  const mail = (await mailsOf(app, id)).find(({ kind }) => kind === 'top_up_receipt');
  if (!mail) throw new Error('no receipt');
  await sql`update emails set status = ${status} where id = ${mail.id}`.execute(app.platform.database.db);
  return mail.id;
}

const audited = async (id: string) => {
  const { body } = await call('GET', `audit?filter[subject_id][eq]=${id}`);
  return body.data.map(({ action }: { action: string }) => action);
};

describe('a failed email', () => {
  it('waits until somebody dismisses it, once', async () => {
    const [first, second] = [await receipt(), await receipt()];
    expect(await todo()).toEqual([first, second]);
    const dismissed = await call('POST', `emails/${first}/dismiss`);
    expect(dismissed.status).toBe(200);
    expect(dismissed.body.data).toMatchObject({ id: first, status: 'failed' });
    expect(dismissed.body.data.dealt_with_at).not.toBeNull();
    expect(await todo()).toEqual([second]);
    app.clock.advance(60);
    const again = await call('POST', `emails/${first}/dismiss`);
    expect(again.body.data).toEqual(dismissed.body.data);
    expect(await audited(first)).toEqual(['email.dismissed']);
  });

  it('waits no longer once it is sent again, and the dashboard counts what waits', async () => {
    const failed = await receipt();
    app.clock.advance(120);
    const counted = async (): Promise<ReportSummary> => (await call('GET', 'reports/summary')).body.data;
    const before = await counted();
    expect(before.failed_emails).toBe((await todo()).length);
    expect((await call('POST', `emails/${failed}/resend`)).status).toBe(201);
    expect(await todo()).not.toContain(failed);
    app.clock.advance(120);
    expect((await counted()).failed_emails).toBe(before.failed_emails - 1);
    expect((await countEmails(app.platform.database.db)).failed).toBe((await todo()).length);
  });

  it('is the only one that can be dismissed, by those who may send it again', async () => {
    const [sent, failed] = [await receipt('sent'), await receipt()];
    const refused = await call('POST', `emails/${sent}/dismiss`);
    expect([refused.status, refused.body.code]).toEqual([409, 'mail_not_failed']);
    expect((await call('GET', `emails/${sent}`)).body.data.dealt_with_at).toBeNull();
    expect((await call('POST', `emails/${crypto.randomUUID()}/dismiss`)).status).toBe(404);
    const reader = await staffMember(app, { permissions: ['settings.read'] });
    expect((await call('POST', `emails/${failed}/dismiss`, reader.token)).status).toBe(403);
    expect(await todo()).toContain(failed);
  });
});

describe('clients whose time is up', () => {
  const asked = async (query: Pick<ListQuery, 'filters' | 'sort'>) => {
    const { body } = await call('GET', `clients?${printListQuery(query)}`);
    return body.data.map(({ id }: { id: string }) => id);
  };
  const client = async (...given: [string, number, object?]) => {
    const [status, endsIn, more = {}] = given;
    const { id } = await subscriber(app, { tariffId, status: status as 'trial', endsIn, more });
    await runBilling(app.platform.subscriptions);
    return id;
  };

  it('are found by the day of the installation, the first to lose first', async () => {
    const term = { term_without_payment_days: 5 };
    const trials = [await client('trial', 0.2), await client('trial', 7.4)];
    await client('trial', 7.6);
    expect(await asked(trialsEnding)).toEqual(trials);
    const due = await client('active', 0.4);
    await client('active', 0.6);
    expect(await asked(dueToday)).toEqual([due]);
    const late = await client('grace', -4.7, { ...term, manager_id: admin.id });
    await client('grace', -4.4, term);
    expect(await asked(suspendedToday)).toEqual([late]);
    const blocked = await client('blocked', -20, { manager_id: admin.id });
    await client('active', 20, { manager_id: admin.id });
    expect(await asked(ownInTrouble({ id: admin.id }))).toEqual([blocked, late]);
  });

  it('are asked for by ranges that move with time, so that a saved view stays right', () => {
    const links = [
      clientsWith([...suspendedToday.filters, ...dueToday.filters, ...trialsEnding.filters]),
      clientsEnding({ days: 30 }, 'trial'),
      proformasOverdue(),
    ].map((link) => decodeURIComponent(link));
    for (const link of links) expect(link).not.toMatch(/\d{4}-\d\d-\d\d/);
    expect(links).toEqual([
      expect.stringContaining('filter[access_ends_at][eq]=before:tomorrow'),
      expect.stringContaining('filter[lasts_until][eq]=next:30d'),
      expect.stringContaining('filter[due_on][eq]=before:today'),
    ]);
  });
});
