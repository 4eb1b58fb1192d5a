import { sql } from 'kysely';
import { revenueMoves } from '#contract/panel/revenue.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { localDay } from '#server/kernel/periods.ts';
import { countRevenue } from '#server/reports/revenue/read-revenue.ts';
import type { Db } from '#server/db/tables.ts';
import { emptyInstallation, timed } from './charge-run.ts';
import type { Figure } from './figure.ts';
import { fillClients } from './support/million-clients.ts';

const many = 100_000;
const months = 14;
const rounds = 5;

/**
 * The report about recurring revenue of 12 months for 100,000 clients, and the past told from a million charges. Fails
 * when a month doesn't add up or its end is not what the clients are worth.
 */
export async function* revenue(): AsyncGenerator<Figure> {
  await using installation = await emptyInstallation();
  const { db, timeZone } = installation.platform;
  const now = systemClock.now();
  await fillCharges(db, now);
  const told = await timed(() => sql`select fill_revenue(${now})`.execute(db));
  yield { what: 'the past of 100,000 clients told from their charges', samples: [told.ms], unit: 'ms' };
  await sql`vacuum (analyze) revenue_moves, clients`.execute(db);

  const running = localDay(now, timeZone).slice(0, 7);
  const first = `${Number(running.slice(0, 4)) - 1}${running.slice(4)}`;
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { result, ms } = await timed(() => countRevenue({ db, timeZone }, `${first}..${running}`, now));
    samples.push(ms);
    for (const { month, start, moves, end } of result.months) {
      const sum = revenueMoves.reduce((all, kind) => all + moves[kind].amount, start.monthly);
      if (sum !== end.monthly) throw new Error(`${month} doesn't add up`);
    }
    const { rows } = await sql<{ monthly: number }>`
      select sum(monthly_worth)::bigint as monthly from clients
      where deleted_at is null and status in ('active', 'grace')`.execute(db);
    if (rows[0]?.monthly !== result.total.end.monthly)
      throw new Error('the end is not what clients are worth');
  }
  yield { what: 'recurring revenue of 12 months, 100,000 clients', samples, unit: 'ms', goal: 1000 };
}

/** Everybody paid in most months, not always the same, and some stayed away. */
async function fillCharges(db: Db, now: Date): Promise<void> {
  await fillClients(db, many);
  await db.connection().execute(async (session) => {
    // The guards of wallets would not let a whole ledger be replaced.
    await sql`set session_replication_role = replica`.execute(session);
    await sql`delete from ledger_entries`.execute(session);
    await sql`
      insert into ledger_entries (id, client_id, kind, amount, balance_after, created_at, value_date, period_start,
        period_end, tariff_id)
      select gen_random_uuid(), c.id, 'charge', -10000 - 5000 * ((h + n / 4) % 3), 0, day, day::date, day,
        day + interval '1 month', c.tariff_id
      from generate_series(1, ${months}::int) n
        cross join lateral (select ${now}::timestamptz - n * interval '1 month' as base) b
        cross join (select *, abs(hashtext(email)) as h from clients where status <> 'unconfirmed') c
        cross join lateral (select base + make_interval(days => h % 28) as day) d
      where (h / 7 + n) % 9 > 1 and n <= 1 + h % ${months} and day < ${now}
      order by n desc`.execute(session);
    await sql`
      update clients c set paid_entry_id = l.id from (
        select distinct on (client_id) id, client_id from ledger_entries order by client_id, position desc) l
      where l.client_id = c.id`.execute(session);
    await sql`update clients c set created_at = l.at from (
        select client_id, min(created_at) - interval '20 days' as at from ledger_entries group by 1) l
      where l.client_id = c.id`.execute(session);
    await sql`select refresh_client_lists()`.execute(session);
    await sql`reset session_replication_role`.execute(session);
    await sql`vacuum (analyze) ledger_entries, clients`.execute(session);
  });
}
