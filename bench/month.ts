import { sql } from 'kysely';
import { issueDueProformas } from '#server/documents/before-end/issue-due-proformas.ts';
import { previousMonth } from '#contract/money/month.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { localDay } from '#server/kernel/periods.ts';
import type { Db } from '#server/db/tables.ts';
import { readMonth } from '#server/reports/month/read-month.ts';
import { verifyLedger } from '#server/wallet/verify-ledger.ts';
import { emptyInstallation, timed } from './charge-run.ts';
import type { Figure } from './figure.ts';
import { fillClients } from './support/million-clients.ts';

const many = 10_000;
/** Each month has a top-up and a charge of each client. */
const months = 50;
const price = 10_000;

/**
 * Proformas before ends for 10,000 clients, then a month's report and the daily proof among 1,000,000 lines. Fails
 * when a proforma is missing or comes twice, a month doesn't add up, or the proof finds anything.
 */
export async function* month(): AsyncGenerator<Figure> {
  await using installation = await emptyInstallation();
  const { platform } = installation;
  const now = systemClock.now();
  await fillLedger(platform.db, now);

  const issued = await timed(() => issueDueProformas(platform, now));
  if (issued.result !== many) throw new Error(`${issued.result} proformas instead of ${many}`);
  yield {
    what: '10,000 proformas before ends, with their emails',
    samples: [issued.ms],
    unit: 'ms',
    goal: 60_000,
  };
  const again = await timed(() => issueDueProformas(platform, now));
  if (again.result !== 0) throw new Error('a second run issued proformas');
  yield { what: 'a second run right after, which issues nothing', samples: [again.ms], unit: 'ms' };

  const asked = previousMonth(localDay(now, platform.timeZone));
  const samples: number[] = [];
  for (let times = 0; times < 5; times += 1) {
    const read = await timed(() => readMonth(platform, systemCaller(now, 'en'), asked));
    if (read.result.charges !== -many * price || read.result.closing !== 0)
      throw new Error(`the month is ${JSON.stringify(read.result)}`);
    samples.push(read.ms);
  }
  yield { what: 'the report of a month among 1,000,000 lines', samples, unit: 'ms' };

  const proof = await timed(() => verifyLedger(platform, now));
  const { broken_client_ids: broken, findings } = proof.result;
  if (broken.length > 0 || findings.length > 0) throw new Error(`found: ${JSON.stringify(findings)}`);
  yield {
    what: 'the daily proof of 1,000,000 lines, 500,000 payments, 10,000 documents',
    samples: [proof.ms],
    unit: 'ms',
  };
}

/** Years of months in which everybody paid their period, and ends in three days that nobody has money for. */
async function fillLedger(db: Db, now: Date): Promise<void> {
  await fillClients(db, many);
  await db.connection().execute(async (session) => {
    // The guards of wallets would not let a whole ledger be replaced.
    await sql`set session_replication_role = replica`.execute(session);
    await sql`delete from ledger_entries`.execute(session);
    await sql`update tariffs set price_month = ${price}, recommended_days = 30`.execute(session);
    await sql`
      update clients set status = 'active', deleted_at = null, blocked_from = null, billing_period = 'month',
        next_tariff_id = null, balance = 0, trial_ends = ${now}::timestamptz + interval '3 days',
        anchor = ${now}::timestamptz + interval '3 days', settled_at = ${now},
        next_event_at = ${now}::timestamptz + interval '1 day'`.execute(session);
    await sql`
      insert into ledger_entries (id, client_id, kind, service, amount, balance_after, created_at, value_date,
        period_start, period_end, tariff_id)
      select gen_random_uuid(), c.id, kind, case kind when 'top_up' then 'cash' end,
        case kind when 'top_up' then ${price}::bigint else ${-price}::bigint end,
        case kind when 'top_up' then ${price}::bigint else 0 end,
        day, day::date,
        case kind when 'charge' then day end, case kind when 'charge' then day + interval '1 month' end,
        case kind when 'charge' then c.tariff_id end
      from generate_series(1, ${months}::int) n
        cross join lateral (select date_trunc('month', ${now}::timestamptz) - n * interval '1 month' + interval '9 days' as day) d
        cross join unnest(array['top_up', 'charge']) with ordinality k (kind, place) cross join clients c
      order by n desc, place`.execute(session);
    await sql`
      insert into payments (id, status, method, amount, value_date, client_id, ledger_entry_id, created_at, updated_at)
      select gen_random_uuid(), 'succeeded', 'cash', amount, value_date, client_id, id, created_at, created_at
      from ledger_entries where kind = 'top_up'`.execute(session);
    await sql`
      insert into settings (id, key, value, updated_at) values (gen_random_uuid(), 'company_details',
        '{"name":"ТОВ «Каса»","code":"32855961","vat_number":"","bank":"","mfo":"","account":"UA213223130000026007233566001","address":""}',
        ${now})`.execute(session);
    await sql`select refresh_client_lists()`.execute(session);
    await sql`reset session_replication_role`.execute(session);
    await sql`vacuum analyze`.execute(session);
  });
}
