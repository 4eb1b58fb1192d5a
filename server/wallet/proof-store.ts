import { type RawBuilder, sql } from 'kysely';
import type { ProofFinding, ProofFindingKind } from '#contract/panel/report.ts';
import type { Db, LedgerProofRow } from '#server/db/tables.ts';

/** SQL of the daily proof (docs/decisions/0150). Each check is one statement, and so as of one moment. */

interface WalletSums {
  clients: number;
  lines: number;
  total: number;
  broken_client_ids: string[];
}

/** How many of a kind are named: one is enough to start looking. */
const namedAtMost = 100;

/** Adds up every wallet line by line: its balance must be the sum, and each line's `balance_after` the sum so far. */
export async function addUpWallets(db: Db): Promise<WalletSums> {
  const { rows } = await sql<WalletSums>`
    with sums as (
      select client_id, count(*) as lines, sum(amount) as total, bool_and(balance_after = running) as leads from (
        select client_id, amount, balance_after,
          sum(amount) over (partition by client_id order by position) as running
        from ledger_entries
      ) line group by client_id
    ), wallets as (
      select c.id, c.balance, coalesce(s.lines, 0) as lines,
        c.balance = coalesce(s.total, 0) and coalesce(s.leads, true) as holds
      from clients c left join sums s on s.client_id = c.id
    )
    select count(*)::integer as clients, coalesce(sum(lines), 0)::bigint as lines,
      coalesce(sum(balance), 0)::bigint as total,
      coalesce((select array_agg(id) from (
        select id from wallets where not holds order by id limit ${namedAtMost}) broken), '{}') as broken_client_ids
    from wallets`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('an aggregate without groups gave no row');
  return sums;
}

/** Compares payments, refunds, documents, documented and closed months with the ledger; only what is wrong is answered. */
export async function compareWithLedger(db: Db): Promise<ProofFinding[]> {
  const findings: ProofFinding[] = [];
  for (const [kind, wrong] of checks) {
    const { rows } = await sql<{ count: number; names: string[] }>`
      with wrong (name) as (${wrong})
      select (select count(*) from wrong)::integer as count,
        coalesce((select array_agg(name) from (
          select name from wrong order by name limit ${namedAtMost}) named), '{}') as names`.execute(db);
    const [found] = rows;
    if (found && found.count > 0) findings.push({ kind, ...found });
  }
  return findings;
}

/** Payments in these states are in a wallet. */
const booked = sql`('matched', 'succeeded', 'refunded')`;

/** Each gives the names of what is wrong, as texts. */
const checks: readonly (readonly [ProofFindingKind, RawBuilder<unknown>])[] = [
  [
    'payment_without_line',
    sql`select p.id::text from payments p
      left join ledger_entries l on l.id = p.ledger_entry_id
      left join ledger_entries r on r.reverses_id = l.id
      where p.status in ${booked} and (l.id is null or r.id is not null or l.kind <> 'top_up'
        or l.amount <> p.amount or l.client_id <> p.client_id)`,
  ],
  [
    // A top-up that is not reversed is of a payment, and a payout of a refund.
    'line_without_payment',
    sql`select l.id::text from ledger_entries l
      where l.kind = 'top_up'
        and not exists (select from payments p where p.ledger_entry_id = l.id and p.status in ${booked})
        and not exists (select from ledger_entries r where r.reverses_id = l.id)
      union all
      select l.id::text from ledger_entries l
      where l.kind = 'payout' and not exists (select from refunds f where f.ledger_entry_id = l.id)`,
  ],
  [
    'payment_not_reversed',
    sql`select p.id::text from payments p
      where p.status = 'failed' and p.ledger_entry_id is not null
        and not exists (select from ledger_entries r where r.reverses_id = p.ledger_entry_id)`,
  ],
  [
    'reversal_differs',
    sql`select r.id::text from ledger_entries r join ledger_entries l on l.id = r.reverses_id
      where r.kind <> 'reversal' or r.amount <> -l.amount or r.client_id <> l.client_id`,
  ],
  [
    // What is on its way back counts; what failed is in the wallet again.
    'refund_differs',
    sql`select p.id::text from payments p
      left join (
        select f.payment_id, sum(f.amount) filter (where f.status <> 'failed') as amount,
          bool_and(l.kind = 'payout' and l.amount = -f.amount
            and (f.status = 'failed') = (r.id is not null)) as leads
        from refunds f join ledger_entries l on l.id = f.ledger_entry_id
          left join ledger_entries r on r.reverses_id = l.id
        group by f.payment_id
      ) f on f.payment_id = p.id
      where p.refunded <> coalesce(f.amount, 0) or not coalesce(f.leads, true)
        or (p.status = 'refunded' and p.refunded <> p.amount)`,
  ],
  [
    // A cancelled one may have been paid in part.
    'document_differs',
    sql`select d.number from documents d
      left join (
        select document_id, sum(amount) as amount from payments
        where document_id is not null and status in ${booked} group by document_id
      ) p on p.document_id = d.id
      where d.kind = 'proforma' and (d.paid_amount <> coalesce(p.amount, 0)
        or (d.status <> 'cancelled' and (d.status = 'paid') <> (d.paid_amount >= d.total)))`,
  ],
  [
    'numbers_with_gaps',
    sql`select coalesce(d.kind, n.kind) || ' ' || coalesce(d.year, n.year) from (
        select kind, year, count(distinct serial) as count, min(serial) as first, max(serial) as last
        from documents group by kind, year
      ) d full join document_numbers n on n.kind = d.kind and n.year = d.year
      where d.kind is null or n.kind is null or d.first <> 1 or d.last <> d.count or n.last <> d.last`,
  ],
  [
    'closed_month_changed',
    sql`select to_char(c.month, 'YYYY-MM') from closed_months c join (
        select m.month, coalesce(sum(s.sum), 0) as closing,
          coalesce(bool_or(s.month = m.month and s.last > m.last_position), false) as is_later
        from closed_months m left join (
          select date_trunc('month', value_date)::date as month, sum(amount) as sum, max(position) as last
          from ledger_entries group by 1
        ) s on s.month <= m.month
        group by m.month
      ) t on t.month = c.month
      where t.closing <> c.closing or t.is_later`,
  ],
  [
    // What was charged in a month whose documents are made, and given back of it (decision 318). What was reversed before
    // any document said it stays unsaid.
    'line_without_document',
    sql`select l.id::text from documented_months m
      join ledger_entries l on l.created_at >= m.lines_from and l.created_at < m.lines_to
      left join ledger_entries o on o.id = l.reverses_id
      where l.amount <> 0
        and (l.kind in ('charge', 'refund') or l.kind = 'reversal' and o.kind in ('charge', 'refund'))
        and not exists (select from documented_entries d where d.ledger_entry_id = l.id)
        and not exists (select from ledger_entries r where r.reverses_id = l.id)`,
  ],
];

export async function insertProof(
  db: Db,
  { findings, ...proof }: Omit<LedgerProofRow, 'findings'> & { findings: readonly ProofFinding[] },
): Promise<void> {
  await db
    .insertInto('ledger_proofs')
    .values({ ...proof, findings: JSON.stringify(findings) })
    .execute();
}

/** The last one that found nothing. */
export function latestGoodProof(db: Db): Promise<LedgerProofRow | undefined> {
  return db
    .selectFrom('ledger_proofs')
    .selectAll()
    .where(sql<boolean>`broken_client_ids = '{}' and findings = '[]'`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function latestProof(db: Db): Promise<LedgerProofRow | undefined> {
  return db.selectFrom('ledger_proofs').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst();
}
