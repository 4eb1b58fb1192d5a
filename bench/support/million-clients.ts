import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** The latest date of the invented clients; fixed like their names, so that every run has the same ones. */
const newest = '2026-11-20T12:00:00Z';

/**
 * Fills an empty database with believable clients: Ukrainian names, all states, 4 % deleted, money with one ledger
 * line each. A million takes half a minute: indexes are dropped meanwhile and made again at the end, like everything
 * that triggers would write.
 */
export async function fillClients(db: Db, count: number): Promise<void> {
  await db.connection().execute(async (session) => {
    // Triggers and references cost more than the rows; their work is done below all at once.
    await sql`set session_replication_role = replica`.execute(session);
    await sql`set work_mem = '256MB'`.execute(session);
    await sql`set maintenance_work_mem = '512MB'`.execute(session);
    const tables = ['clients', 'ledger_entries', 'client_facts', 'client_usage', 'client_search'];
    const indexes = await takeIndexes(session, tables);
    await insertTariffs(session);
    await insertManagers(session);
    await insertClients(session, count);
    await insertLedger(session);
    await sql`select refresh_client_lists()`.execute(session);
    for (const definition of indexes) await sql.raw(definition).execute(session);
    await sql`reset all`.execute(session);
    await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(session);
  });
}

/** Drops indexes that are not constraints, and returns the statements that make them again. */
async function takeIndexes(session: Db, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid::regclass::text = any(${tables}) and not i.indisprimary
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`.execute(session);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(session);
  return rows.map(({ definition }) => definition);
}

async function insertTariffs(session: Db): Promise<void> {
  await sql`
    insert into tariffs (id, price_month, price_year, recommended_days, visibility, position, translations, created_at,
      updated_at)
    select ('0198c000-0000-7000-8000-0000000002' || lpad(to_hex(n), 2, '0'))::uuid, n * 10000, n * 100000, 30, 'public', n + 1,
      jsonb_build_object('uk', jsonb_build_object('name', name, 'description', '', 'subtitle', ''),
                         'en', jsonb_build_object('name', name, 'description', '', 'subtitle', '')),
      ${newest}::timestamptz, ${newest}::timestamptz
    from unnest(array['Крамниця', 'Магазин', 'Мережа', 'Склад', 'Кафе', 'Ринок', 'Ярмарок'])
      with ordinality as t(name, n)`.execute(session);
}

async function insertManagers(session: Db): Promise<void> {
  await sql`
    insert into users (id, email, email_key, name, permissions, locale, created_at, updated_at)
    select ('0198c000-0000-7000-8000-0000000003' || lpad(to_hex(n), 2, '0'))::uuid, 'manager' || n || '@example.com',
      'manager' || n || '@example.com', 'Менеджер ' || n, array['clients.write'], 'uk',
      ${newest}::timestamptz, ${newest}::timestamptz
    from generate_series(1, 20) n`.execute(session);
}

/**
 * One client every 90 seconds. `h(k)` are numbers below 1000 computed from the row's number, so that columns are
 * independent and a second run makes the same rows.
 */
async function insertClients(session: Db, count: number): Promise<void> {
  await sql`
    insert into clients (id, name, type, email, email_key, confirmed_at, country_code, phone, phone_e164, ident, locale,
      manager_id, status, tariff_id, billing_period, trial_ends, balance, lasts_until, last_top_up_amount,
      last_top_up_at, cash_registers, monthly_turnover, goods_count, over_limit, monthly_turnover_limit,
      goods_quantity, last_visit, last_login, registration_source, promo_code, domain, cabinet_status, address,
      vat_number, payment_payer, payment_code, payment_bank, payment_account, created_at, updated_at, deleted_at)
    select
      (lpad(to_hex((extract(epoch from made) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8'
        || substr(md5(n::text), 4, 15))::uuid,
      name, case when legal then 'legal' else 'individual' end, email, email, made,
      case when h1 < 960 then 'UA' else 'LT' end, phone,
      case when h1 < 960 then '+380' else '+370' end || phone,
      lpad(((n::bigint * 7919) % 9999999967)::text, case when legal then 8 else 10 end, '3'),
      (array['uk', 'uk', 'uk', 'uk', 'uk', 'uk', 'ru', 'en', 'lt', 'de'])[1 + h2 % 10],
      case when h2 < 700 then ('0198c000-0000-7000-8000-0000000003' || lpad(to_hex(1 + h3 % 20), 2, '0'))::uuid end,
      status, ('0198c000-0000-7000-8000-0000000002' || lpad(to_hex(1 + least(h4 % 10, 6)), 2, '0'))::uuid,
      case when h5 < 850 then 'month' else 'year' end,
      case when status <> 'unconfirmed' then made + make_interval(days => 30 * (1 + (age_days / 30)::int))
        + make_interval(days => -h6 % 30) end,
      case when status = 'unconfirmed' then 0 else (h7 * h8 / 10) * 100 - 2000 * (h7 % 7) end,
      case when status <> 'unconfirmed' then ${newest}::timestamptz + make_interval(days => h7 % 400) end,
      case when h7 >= 200 and status <> 'unconfirmed' then h8 * 1000 + 1000 end,
      case when h7 >= 200 and status <> 'unconfirmed' then ${newest}::timestamptz - make_interval(hours => h6 * 9) end,
      h9 % 5, case when h9 < 800 then h9::bigint * h1 * h2 else 0 end, h3 * h5 / 50, h4 >= 985,
      case when h4 >= 950 then h4::bigint * 100000 end, case when h5 >= 970 then h5 * 10 end,
      case when status in ('trial', 'active', 'grace')
        then ${newest}::timestamptz - make_interval(mins => h8 * h9 / 8) end,
      case when h6 < 900 then ${newest}::timestamptz - make_interval(mins => h9 * 70 + h6) end,
      case when h1 < 300 then (array['Банк «Схід»', 'Альянс рітейлу', 'Реклама', 'Рекомендація'])[1 + h1 % 4] end,
      case when h2 >= 900 then 'CODE' || h2 % 50 end,
      case when status <> 'unconfirmed' then 'shop-' || n || '.localhost' end,
      case status when 'unconfirmed' then 'none' when 'blocked' then 'suspended' when 'archived' then 'deleted'
        else case when h3 < 3 then 'failed' else 'active' end end,
      case when h6 < 400 then 'м. ' || city || ', вул. ' || street || ', ' || h7 end,
      case when h8 < 100 then 'UA' || lpad((n::bigint * 31 % 1000000007)::text, 10, '0') end,
      case when h6 < 400 then name end, case when h6 < 400 then lpad((n % 99999999)::text, 8, '0') end,
      case when h6 < 400 then 'АТ «' || city || 'банк»' end,
      case when h6 < 400 then 'UA' || lpad((n::bigint * 104729)::text, 27, '0') end,
      made, made + (${newest}::timestamptz - made) * (h9 / 1000.0),
      case when h5 % 25 = 7 then made + (${newest}::timestamptz - made) * (h8 / 1000.0) end
    from (
      select *,
        case when age_days < 3 and h1 < 500 then 'unconfirmed' when age_days < 30 then 'trial'
          when h2 < 620 then 'active' when h2 < 660 then 'grace' when h2 < 760 then 'blocked' else 'archived' end
          as status,
        case when legal then 'ТОВ «' || word || ' ' || n % 9973 || '»' else surname || ' ' || first end as name
      from (
        select n, ${newest}::timestamptz - make_interval(secs => (${count}::int - n) * 90) as made,
          (${count}::int - n) * 90 / 86400.0 as age_days, h1 < 250 as legal, h1, h2, h3, h4, h5, h6, h7, h8, h9,
          'client' || n || '@' || (array['gmail.com', 'ukr.net', 'example.com', 'i.ua'])[1 + h2 % 4] as email,
          lpad((500000000 + n)::text, 9, '0') as phone,
          (array['Світанок', 'Джерело', 'Мрія', 'Калина', 'Обрій', 'Ясен', 'Їжак', 'Єдність', 'Ґанок', 'Щедрість',
            'Кобзар', 'Писанка', 'Троянда', 'Вулик', 'Затишок', 'Смерека'])[1 + h2 % 16] as word,
          (array['Шевченко', 'Ковальчук', 'Бондаренко', 'Іваненко', 'Їжакевич', 'Єременко', 'Ґалаґан', 'Щербак',
            'Мельник', 'Ткаченко', 'Кравець', 'Олійник', 'Лисенко', 'Поліщук', 'Романюк', 'Савченко', 'Гнатюк',
            'Юрчук', 'Яценко', 'Дорошенко', 'Заєць', 'Цимбалюк', 'Чорновіл', 'Хоменко', 'Зеров'])[1 + h3 % 25]
            as surname,
          (array['Олена', 'Іван', 'Ганна', 'Петро', 'Юлія', 'Андрій', 'Єва', 'Їлія', 'Марія', 'Тарас', 'Оксана',
            'Богдан', 'Софія', 'Дмитро', 'Ярослава', 'Григорій', 'Наталія', 'Микола'])[1 + h4 % 18]
            || case when h5 < 500 then ' ' || chr(1040 + h6 % 28) || '.' else '' end as first,
          (array['Київ', 'Львів', 'Одеса', 'Харків', 'Дніпро', 'Чернівці', 'Ужгород', 'Полтава'])[1 + h7 % 8] as city,
          (array['Шевченка', 'Франка', 'Лесі Українки', 'Садова', 'Центральна', 'Незалежності'])[1 + h8 % 6] as street
        from generate_series(1, ${count}::int) n,
          lateral (select hashint4(n)::bigint & 2147483647 as a, hashint4(n + 50000000)::bigint & 2147483647 as b,
            hashint4(n + 100000000)::bigint & 2147483647 as c) hashes,
          lateral (select (a % 1000)::int as h1, (a / 1000 % 1000)::int as h2, (a / 1000000 % 1000)::int as h3,
            (b % 1000)::int as h4, (b / 1000 % 1000)::int as h5, (b / 1000000 % 1000)::int as h6,
            (c % 1000)::int as h7, (c / 1000 % 1000)::int as h8, (c / 1000000 % 1000)::int as h9) drawn
      ) drawn
    ) made
    order by made.made`.execute(session);
}

/** A balance is one top-up; a debt is one charge. */
async function insertLedger(session: Db): Promise<void> {
  await sql`
    insert into ledger_entries (id, client_id, kind, service, amount, balance_after, created_at, value_date)
    select id, id, case when balance > 0 then 'top_up' else 'charge' end, case when balance > 0 then 'cash' end,
      balance, balance, created_at, created_at::date
    from clients where balance <> 0`.execute(session);
}
