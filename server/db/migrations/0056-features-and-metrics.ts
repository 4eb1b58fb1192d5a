import { type Kysely, sql } from 'kysely';

/**
 * Features and metrics as data (GROWTH section 17; docs/decisions/0154, 0155). The limits and the usage of the
 * specification stay in their columns; the tables are for all others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table features
    add column archived boolean not null default false,
    add column updated_at timestamptz not null default now()`.execute(db);
  await sql`alter table features alter column archived drop default, alter column updated_at drop default`.execute(
    db,
  );
  await makeMetrics(db);
  await makeLimits(db);
  await onlyAccess(db);
}

async function makeMetrics(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table metrics (
      id uuid primary key,
      key text not null unique,
      unit text not null,
      period text not null,
      translations jsonb not null,
      built_in boolean not null,
      reported_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  for (const { id, key, unit, period, names } of metrics) {
    const [uk, en, ru, lt, de] = names.map((name) => ({ name }));
    const translations = JSON.stringify({ uk, en, ru, lt, de });
    await sql`insert into metrics
      select ${id}, ${key}, ${unit}, ${period}, ${translations}, true,
        (select now() from clients where ${sql.ref(key)} > 0 limit 1), now(), now()`.execute(db);
  }
}

const metrics = [
  {
    id: '0198c000-0000-7000-8000-000000000201',
    key: 'monthly_turnover',
    unit: 'money',
    period: 'month',
    names: ['Оборот за місяць', 'Monthly turnover', 'Оборот за месяц', 'Mėnesio apyvarta', 'Monatsumsatz'],
  },
  {
    id: '0198c000-0000-7000-8000-000000000202',
    key: 'goods_count',
    unit: 'count',
    period: 'now',
    names: ['Товари', 'Products', 'Товары', 'Prekės', 'Artikel'],
  },
  {
    id: '0198c000-0000-7000-8000-000000000203',
    key: 'cash_registers',
    unit: 'count',
    period: 'now',
    names: ['Каси', 'Cash registers', 'Кассы', 'Kasos', 'Kassen'],
  },
];

/**
 * `limits_in_effect`: for each client and each limit that holds (the client's own, else the tariff's) what is used and
 * the most that it may be.
 */
async function makeLimits(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tariff_limits (
      tariff_id uuid not null references tariffs,
      metric_id uuid not null references metrics,
      most bigint not null check (most >= 0),
      primary key (tariff_id, metric_id)
    )`.execute(db);
  await sql`create index tariff_limits_metric on tariff_limits (metric_id)`.execute(db);
  await sql`
    create table client_limits (
      client_id uuid not null references clients on delete cascade,
      metric_id uuid not null references metrics,
      most bigint not null check (most >= 0),
      primary key (client_id, metric_id)
    )`.execute(db);
  await sql`create index client_limits_metric on client_limits (metric_id)`.execute(db);
  await sql`
    create table client_metrics (
      client_id uuid not null references clients on delete cascade,
      metric_id uuid not null references metrics on delete cascade,
      used bigint not null check (used >= 0),
      reported_at timestamptz not null,
      primary key (client_id, metric_id)
    )`.execute(db);
  await sql`create index client_metrics_used on client_metrics (metric_id, used)`.execute(db);
  await sql`
    create view limits_in_effect (id, tariff_id, key, used, most) as
    select c.id, c.tariff_id, v.key, v.used, v.most
    from clients c join tariffs t on t.id = c.tariff_id
      cross join lateral (values
        ('monthly_turnover', c.monthly_turnover, coalesce(c.monthly_turnover_limit, t.monthly_turnover_limit)),
        ('goods_count', c.goods_count::bigint, coalesce(c.goods_quantity, t.goods_quantity)::bigint)
      ) v (key, used, most)
    where v.most is not null
    union all
    select c.id, c.tariff_id, m.key,
      case m.key when 'cash_registers' then c.cash_registers else coalesce(u.used, 0) end, l.most
    from tariff_limits l join metrics m on m.id = l.metric_id join clients c on c.tariff_id = l.tariff_id
      left join client_metrics u on u.client_id = c.id and u.metric_id = l.metric_id
    where not exists (select from client_limits o where o.client_id = c.id and o.metric_id = l.metric_id)
    union all
    select c.id, c.tariff_id, m.key,
      case m.key when 'cash_registers' then c.cash_registers else coalesce(u.used, 0) end, l.most
    from client_limits l join metrics m on m.id = l.metric_id join clients c on c.id = l.client_id
      left join client_metrics u on u.client_id = c.id and u.metric_id = l.metric_id`.execute(db);
}

/**
 * An installation that nobody has begun to use gets one feature, "Access", instead of a cash register's. Where staff,
 * clients or other tariffs are, all stays.
 */
async function onlyAccess(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ is_begun: boolean }>`
    select exists (select from users) or exists (select from clients) or (select count(*) from tariffs) <> 1 as is_begun`.execute(
    db,
  );
  if (rows[0]?.is_begun) return;
  const id = '0198c000-0000-7000-8000-000000000011';
  const translations = JSON.stringify({
    uk: { name: 'Доступ' },
    en: { name: 'Access' },
    ru: { name: 'Доступ' },
    lt: { name: 'Prieiga' },
    de: { name: 'Zugang' },
  });
  await sql`delete from tariff_features`.execute(db);
  await sql`delete from features`.execute(db);
  await sql`insert into features values (${id}, 'access', null, 0, ${translations}, false, now())`.execute(
    db,
  );
  await sql`insert into tariff_features select id, ${id} from tariffs`.execute(db);
}
