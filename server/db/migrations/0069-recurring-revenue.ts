import { type Kysely, sql } from 'kysely';

/**
 * What subscriptions are worth a month, day by day, and how clients came (docs/decisions/0179). The past is told from
 * the ledger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await keepSources(db);
  await sql`
    alter table clients add column monthly_worth bigint not null default 0 check (monthly_worth >= 0)`.execute(
    db,
  );
  await makeMoves(db);
  await makeFilling(db);
  await sql`select fill_revenue()`.execute(db);
}

async function keepSources(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table clients add column source text not null default 'direct'
      check (source in ('direct', 'partner', 'promo', 'staff', 'import'))`.execute(db);
  // Only who registers accepts an offer. An import writes its entry in the log with the same time as its clients.
  await sql`
    update clients c set source = case
      when offer_version is null then case
        when exists (select from audit_entries a where a.action = 'client.import' and a.at = c.created_at) then 'import'
        else 'staff' end
      when partner_id is not null then 'partner'
      else 'promo' end
    where offer_version is null or partner_id is not null or promo_code_id is not null`.execute(db);
}

/**
 * A row for each day on which the worth of a client's subscription or its tariff changed, from that day's first moment
 * until the next change: what it was worth before the day and at its end.
 */
async function makeMoves(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table revenue_moves (
      client_id uuid not null references clients,
      at timestamptz not null,
      until timestamptz check (until > at),
      before bigint not null check (before >= 0),
      after bigint not null check (after >= 0),
      tariff_before uuid references tariffs,
      tariff_after uuid references tariffs,
      first boolean not null,
      kind text not null generated always as (case
        when before = 0 and after > 0 then case when first then 'new' else 'back' end
        when before > 0 and after = 0 then 'lost'
        when after > before then 'more'
        when after < before then 'less'
        else 'same' end) stored,
      primary key (client_id, at)
    )`.execute(db);
  await sql`create index revenue_moves_kind on revenue_moves (kind, at) include (client_id, before, after)`.execute(
    db,
  );
  await sql`create index revenue_moves_now on revenue_moves (tariff_after) include (after) where until is null and after > 0`.execute(
    db,
  );
}

/**
 * Tells the past from the ledger: each charge is worth its amount by month until the next one, else until the grace
 * after its period is over. What a client pays now is the last word. Both variants have one time: their days are those
 * of Kyiv.
 */
async function makeFilling(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function fill_revenue(present timestamptz default now()) returns void language plpgsql as $$
      begin
        update clients c set monthly_worth = round(-l.amount::numeric
            / case when l.period_end > l.period_start + interval '60 days' then 12 else 1 end)
          from ledger_entries l where l.id = c.paid_entry_id and l.kind = 'charge' and l.amount < 0;
        delete from revenue_moves;
        insert into revenue_moves (client_id, at, until, before, after, tariff_before, tariff_after, first)
        with terms as (
          select coalesce((select (value #>> '{}')::int from settings where key = 'term_without_payment_days'), 7) as grace
        ), paid as (
          select id, case when deleted_at is null and status in ('active', 'grace') then monthly_worth else 0 end as worth
          from clients
        ), lines as (
          select l.client_id, l.position, l.created_at, l.period_end, l.tariff_id, l.kind,
            case l.kind when 'charge' then round(-l.amount::numeric
              / case when l.period_end > l.period_start + interval '60 days' then 12 else 1 end) else 0 end as worth,
            lead(l.created_at) over (partition by l.client_id order by l.position) as next
          from ledger_entries l where l.kind in ('charge', 'refund') and l.period_start is not null
        ), ends as (
          select l.client_id, l.position, l.created_at, l.next, least(
              case when c.status = 'active' and l.next is null then l.period_end
                else l.period_end + make_interval(days => coalesce(c.term_without_payment_days, terms.grace)) end,
              case when l.next is null then least(c.deleted_at, c.blocked_at,
                case when c.blocked_from is not null then c.updated_at end, present) end) as at
          from lines l join clients c on c.id = l.client_id join paid p on p.id = c.id cross join terms
          where l.worth > 0 and not (l.next is null and p.worth > 0)
        ), events as (
          select client_id, created_at as at, position, worth, tariff_id from lines
          union all select client_id, at, position, 0, null from ends
            where at > created_at and (next is null or at < next)
          union all select id, present, 9223372036854775807, p.worth, c.tariff_id
            from paid p join clients c using (id)
            where p.worth > 0 or exists (select from lines l where l.client_id = c.id)
        ), days as (
          select distinct on (1, 2) e.client_id, date_trunc('day', e.at, 'Europe/Kyiv') as at, worth,
            case when worth > 0 then coalesce(e.tariff_id, c.tariff_id) end as tariff
          from events e join clients c on c.id = e.client_id
          order by 1, 2, e.at desc, position desc
        ), chained as (
          select *, coalesce(lag(worth) over w, 0) as was, lag(tariff) over w as had from days
          window w as (partition by client_id order by at)
        )
        select client_id, at, lead(at) over w, was, worth, had, tariff,
          coalesce(max(worth) over (partition by client_id order by at rows between unbounded preceding and 1 preceding), 0) = 0
        from chained where worth <> was or tariff is distinct from had
        window w as (partition by client_id order by at);
      end $$`.execute(db);
}
