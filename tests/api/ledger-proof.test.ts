import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProofFinding, ProofFindingKind } from '#contract/panel/report.ts';
import { compareWithLedger, latestProof } from '#server/wallet/proof-store.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { openProforma } from '#tests/support/documents/open-proforma.ts';
import { type Person, staffMember } from '#tests/support/people.ts';
import { newTariff, subscriber } from '#tests/support/subscriptions/subscribers.ts';

/** Damage by somebody with the keys to the database: the daily proof names each kind (docs/decisions/0150). */
let app: TestApp;
let accountant: Person;
let paid: { payment: string; line: string; client: string };
let failed: { payment: string; reversal: string };
let refunded: { payment: string; payout: string };
let proforma: { id: string; number: string };
const month = '2026-01';

beforeAll(async () => {
  app = await startApp({ ROLES: 'web' });
  accountant = await staffMember(app, { permissions: ['payments.close', 'clients.replenish'] });
  const tariffId = await newTariff(app, { month: 10_000 });
  const { id } = await subscriber(app, { tariffId, status: 'trial' });
  proforma = await openProforma(app, id, { amount: 900 });
  paid = await topUp(id, { amount: 900, document_id: proforma.id });
  const wrong = await topUp(id, { amount: 50, value_date: `${month}-10` });
  const back = await post(`clients/${id}/ledger/${wrong.line}/reverse`, { note: 'A mistake' });
  failed = { payment: wrong.payment, reversal: back.entry.id };
  refunded = await refund(id);
  await post('reports/month/close', { month });
});
afterAll(() => app.close());

const db = () => app.platform.database.db;
async function post(path: string, body: object) {
  const answer = await app.call('POST', `/api/admin/${path}`, { token: accountant.token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}
async function topUp(client: string, body: object) {
  const { entry } = await post(`clients/${client}/replenish`, { service: 'cash', ...body });
  const { id: payment } = await db()
    .selectFrom('payments')
    .select('id')
    .where('ledger_entry_id', '=', entry.id)
    .executeTakeFirstOrThrow();
  return { payment, line: entry.id as string, client };
}

/** Money of a payment that went back in part. */
async function refund(client: string) {
  const { payment } = await topUp(client, { amount: 300 });
  const payout = crypto.randomUUID();
  const now = app.clock.now();
  await sql`insert into ledger_entries (id, client_id, kind, amount, balance_after, created_at, value_date)
    select ${payout}, id, 'payout', -100, balance - 100, ${now}, current_date from clients where id = ${client}`.execute(
    db(),
  );
  await sql`insert into refunds (id, payment_id, status, amount, ledger_entry_id, reason, created_at, updated_at)
    values (gen_random_uuid(), ${payment}, 'succeeded', 100, ${payout}, 'Asked', ${now}, ${now})`.execute(
    db(),
  );
  await sql`update payments set refunded = 100 where id = ${payment}`.execute(db());
  return { payment, payout };
}

/** What the proof finds after some damage, which is undone: nothing of it was committed. */
async function foundAfter(...damage: RawBuilder<unknown>[]) {
  const undo = new Error('undo');
  let found: ProofFinding[] | undefined;
  await db()
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      for (const one of damage) await one.execute(tx);
      found = await compareWithLedger(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

describe('the proof', () => {
  it('finds nothing where nothing is wrong', async () => {
    const proof = await verifyLedger(app.platform, app.clock.now());
    expect(proof).toMatchObject({ broken_client_ids: [], findings: [] });
    expect(await latestProof(db())).toEqual(proof);
  });

  const line = (kind: string, day: string, more: RawBuilder<unknown> = sql`null`) =>
    sql`insert into ledger_entries (id, client_id, kind, amount, balance_after, created_at, value_date, reverses_id)
      values ('0197a3c0-0000-7000-8000-00000000000a', ${paid.client}, ${kind}, 5, 0, now(), ${day}::date, ${more})`;
  const made = '0197a3c0-0000-7000-8000-00000000000a';

  it.each<[string, ProofFindingKind, () => RawBuilder<unknown>[], () => string[]]>([
    [
      'a payment of another sum than its line',
      'payment_without_line',
      () => [sql`update payments set amount = amount + 1 where id = ${refunded.payment}`],
      () => [refunded.payment],
    ],
    [
      'a payment whose line is of another client',
      'payment_without_line',
      () => [sql`update payments set client_id = gen_random_uuid() where id = ${refunded.payment}`],
      () => [refunded.payment],
    ],
    [
      'a payment that counts though it was reversed',
      'payment_without_line',
      () => [sql`update payments set status = 'succeeded' where id = ${failed.payment}`],
      () => [failed.payment],
    ],
    ['a top-up that nobody paid', 'line_without_payment', () => [line('top_up', '2026-03-01')], () => [made]],
    ['a payout that nobody made', 'line_without_payment', () => [line('payout', '2026-03-01')], () => [made]],
    [
      'a failed payment that is still in the wallet',
      'payment_not_reversed',
      () => [sql`delete from ledger_entries where id = ${failed.reversal}`],
      () => [failed.payment],
    ],
    [
      'a reversal of another sum',
      'reversal_differs',
      () => [sql`update ledger_entries set amount = -49 where id = ${failed.reversal}`],
      () => [failed.reversal],
    ],
    [
      'more paid back than went out',
      'refund_differs',
      () => [sql`update payments set refunded = 101 where id = ${refunded.payment}`],
      () => [refunded.payment],
    ],
    [
      'a payout of another sum',
      'refund_differs',
      () => [sql`update ledger_entries set amount = -99 where id = ${refunded.payout}`],
      () => [refunded.payment],
    ],
    [
      'a proforma that says it is paid and is not',
      'document_differs',
      () => [
        sql`update documents set paid_amount = 899, status = 'open', paid_at = null where id = ${proforma.id}`,
      ],
      () => [proforma.number],
    ],
    [
      'a paid proforma that is open',
      'document_differs',
      () => [sql`update documents set status = 'open', paid_at = null where id = ${proforma.id}`],
      () => [proforma.number],
    ],
    [
      'a number that is missing',
      'numbers_with_gaps',
      () => [sql`update document_numbers set last = last + 1`],
      () => [`proforma ${new Date().getFullYear()}`],
    ],
    ['a line in a closed month', 'closed_month_changed', () => [line('bonus', `${month}-31`)], () => [month]],
    [
      'a line moved out of a closed month',
      'closed_month_changed',
      () => [sql`update ledger_entries set value_date = '2026-02-01' where id = ${failed.reversal}`],
      () => [month],
    ],
    [
      'a charge that is on no document though its month is over',
      'line_without_document',
      () => [
        sql`insert into documented_months (month, finished_at, lines_from, lines_to)
          values ('2026-03-01', now(), now() - interval '1 day', now() + interval '1 day')`,
        line('charge', '2026-03-01'),
      ],
      () => [made],
    ],
  ])('names %s', async (_what, kind, damage, names) => {
    const found = await foundAfter(...damage());
    expect(found?.find((one) => one.kind === kind)).toEqual({ kind, count: names().length, names: names() });
  });
});
