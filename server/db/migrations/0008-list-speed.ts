import { type Kysely, sql } from 'kysely';

/**
 * What makes lists of a million rows quick (docs/decisions/0030): narrow tables beside `clients` with the columns
 * that seldom change, with those that cabinets report, and with the text that is searched; an index for each column
 * that can be sorted by; and the numbers that totals are told from. Triggers keep all of it in the writer's own
 * transaction.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeTables(db);
  await makeTriggers(db);
  await sql`select refresh_client_lists()`.execute(db);
  await makeIndexes(db);
  await countLogs(db);
  // Too small for PostgreSQL to look at by itself, and taken for hundreds of rows without.
  await sql`analyze tariffs`.execute(db);
}

/** Of `clients`, in the narrow table, where a billing run does not touch their indexes. */
const facts = [
  'name',
  'type',
  'email_key',
  'phone',
  'phone_e164',
  'country_code',
  'ident',
  'locale',
  'domain',
  'tariff_id',
  'manager_id',
  'billing_period',
  'registration_source',
  'promo_code',
  'monthly_turnover_limit',
  'goods_quantity',
  'address',
  'vat_number',
  'payment_payer',
  'payment_code',
  'payment_ipn',
  'payment_bank',
  'payment_mfo',
  'payment_account',
  'payment_address',
  'payment_phone',
  'payment_product',
  'created_at',
];
const usage = ['cash_registers', 'monthly_turnover', 'goods_count', 'over_limit', 'last_visit', 'last_login'];
const searched = ['name', 'email', 'phone_e164', 'ident', 'domain'];

const columns = (names: readonly string[], prefix = '') =>
  sql.raw(names.map((name) => `${prefix}${name}`).join(', '));
const differs = (names: readonly string[]) =>
  sql.raw(`(${columnsText(names, 'old.')}) is distinct from (${columnsText(names, 'new.')})`);
const columnsText = (names: readonly string[], prefix: string) =>
  names.map((name) => `${prefix}${name}`).join(', ');

/** Fields apart by a character that no field may have. */
const keyOf = (row: string) =>
  sql.raw(searched.map((name) => `search_key(coalesce(${row}.${name}, ''))`).join(' || chr(1) || '));

async function makeTables(db: Kysely<unknown>): Promise<void> {
  // A row for each statement that changed a list, summed when it is read: no writer waits for another one. `token` is
  // drawn by lot, so that the exclusive or of what a snapshot sees names the state that it sees.
  await sql`
    create table list_changes (
      list text not null,
      live bigint not null,
      deleted bigint not null,
      token bigint not null
    )`.execute(db);
  await sql`
    create function note_list_change(list text, live bigint, deleted bigint) returns void language sql as $$
      insert into list_changes values (list, live, deleted, (random() * 9007199254740992)::bigint)
    $$`.execute(db);

  // Small letters whatever the database's own language, and Cyrillic ones as capital Latin ones: pg_trgm sees no
  // letters but ASCII where the database's ctype is C, as the embedded one's is. Character by character, so that
  // LIKE on keys says what ILIKE says on the text; the frequent ones first, where translate() looks first.
  await sql`
    create function search_key(text) returns text immutable strict parallel safe language sql as $$
      select case when octet_length($1) = char_length($1) then lower($1 collate "C")
        else translate(lower($1 collate "und-x-icu"), 'оаніивертслкудмпьязбгчхйшжς', 'ABCDEFGHIJKLMNOPQRSTUVWXYZσ')
          collate "C" end
    $$`.execute(db);
  await sql`
    create table client_search (
      client_id uuid primary key,
      created_at timestamptz not null,
      deleted boolean not null,
      key text collate "C" not null
    )`.execute(db);

  const types = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end as type
    from pg_attribute where attrelid = 'clients'::regclass`.execute(db);
  const typed = (names: readonly string[]) =>
    sql.raw(
      names.map((name) => `${name} ${types.rows.find((row) => row.name === name)?.type ?? ''}`).join(', '),
    );
  await sql`
    create table client_facts (client_id uuid primary key, deleted boolean not null, ${typed(facts)})`.execute(
    db,
  );
  await sql`
    create table client_usage (client_id uuid primary key, deleted boolean not null, ${typed(usage)})`.execute(
    db,
  );
}

async function makeTriggers(db: Kysely<unknown>): Promise<void> {
  const insertFrom = (rows: string) => sql`
    insert into client_facts select id, deleted_at is not null, ${columns(facts)} from ${sql.raw(rows)};
    insert into client_usage select id, deleted_at is not null, ${columns(usage)} from ${sql.raw(rows)};
    insert into client_search select id, created_at, deleted_at is not null, ${keyOf(rows)} from ${sql.raw(rows)};
    perform note_list_change('clients', count(*) filter (where deleted_at is null),
      count(*) filter (where deleted_at is not null)) from ${sql.raw(rows)};`;

  await sql`
    create function list_new_clients() returns trigger language plpgsql as $$
      begin ${insertFrom('added')} return null; end $$`.execute(db);
  await sql`
    create trigger clients_list_new after insert on clients referencing new table as added
      for each statement execute function list_new_clients()`.execute(db);

  await sql`
    create function list_gone_clients() returns trigger language plpgsql as $$
      begin
        delete from client_facts f using gone where f.client_id = gone.id;
        delete from client_usage u using gone where u.client_id = gone.id;
        delete from client_search s using gone where s.client_id = gone.id;
        perform note_list_change('clients', -count(*) filter (where deleted_at is null),
          -count(*) filter (where deleted_at is not null)) from gone;
        return null;
      end $$`.execute(db);
  await sql`
    create trigger clients_list_gone after delete on clients referencing old table as gone
      for each statement execute function list_gone_clients()`.execute(db);

  // Whatever was changed: a total that is remembered for a filter is of another state now.
  await sql`
    create function list_changed() returns trigger language plpgsql as $$
      begin perform note_list_change(tg_argv[0], 0, 0); return null; end $$`.execute(db);
  await sql`
    create trigger clients_list_changed after update on clients
      for each statement execute function list_changed('clients')`.execute(db);
  // Lists of clients are filtered by their tariff's name.
  await sql`
    create trigger tariffs_list_changed after insert or update or delete on tariffs
      for each statement execute function list_changed('clients')`.execute(db);

  // In one condition for each table, which is tried without calling anything.
  const onChange = async (name: string, names: readonly string[], act: ReturnType<typeof sql>) => {
    await sql`
      create function ${sql.raw(name)}() returns trigger language plpgsql as $$
        begin ${act} return null; end $$`.execute(db);
    await sql`
      create trigger ${sql.raw(name)} after update on clients for each row when (${differs(names)})
        execute function ${sql.raw(name)}()`.execute(db);
  };
  await onChange(
    'client_facts_change',
    facts,
    sql`update client_facts set (${columns(facts)}) = (${columns(facts, 'new.')}) where client_id = new.id;`,
  );
  await onChange(
    'client_usage_change',
    usage,
    sql`update client_usage set (${columns(usage)}) = (${columns(usage, 'new.')}) where client_id = new.id;`,
  );
  await onChange(
    'client_search_change',
    [...searched, 'created_at'],
    sql`update client_search set created_at = new.created_at, key = ${keyOf('new')} where client_id = new.id;`,
  );
  await sql`
    create function client_delete_or_restore() returns trigger language plpgsql as $$
      declare
        is_deleted constant boolean := new.deleted_at is not null;
        step constant integer := case when is_deleted then 1 else -1 end;
      begin
        update client_facts set deleted = is_deleted where client_id = new.id;
        update client_usage set deleted = is_deleted where client_id = new.id;
        update client_search set deleted = is_deleted where client_id = new.id;
        perform note_list_change('clients', -step, step);
        return null;
      end $$`.execute(db);
  await sql`
    create trigger client_delete_or_restore after update on clients
      for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
      execute function client_delete_or_restore()`.execute(db);

  // For rows that came past the triggers: a restored part of a backup, a benchmark's million.
  await sql`
    create function refresh_client_lists() returns void language plpgsql as $$
      begin
        lock table clients in share mode;
        truncate client_facts, client_usage, client_search;
        delete from list_changes where list = 'clients';
        ${insertFrom('clients')}
      end $$`.execute(db);
  await sql`
    create function list_no_clients() returns trigger language plpgsql as $$
      begin perform refresh_client_lists(); return null; end $$`.execute(db);
  await sql`
    create trigger clients_list_none after truncate on clients
      for each statement execute function list_no_clients()`.execute(db);
}

/**
 * Each column that can be sorted by. What is often empty is indexed where it is not: an empty value costs nothing,
 * and those rows stand at the end by id. Rows that are deleted are few, and are sorted when they are asked for.
 */
async function makeIndexes(db: Kysely<unknown>): Promise<void> {
  const indexed = async (
    table: string,
    live: string,
    names: readonly string[],
    { optional = false } = {},
  ) => {
    for (const column of names) {
      const [name = ''] = column.split(/\W/);
      const id = table === 'clients' ? 'id' : 'client_id';
      const where = optional ? `${live} and ${name} is not null` : live;
      const index = column.endsWith(', created_at') ? `${table}_${name}_newest` : `${table}_by_${name}`;
      await sql`create index ${sql.ref(index)} on ${sql.table(table)} (${sql.raw(column)}, ${sql.raw(id)})
        where ${sql.raw(where)}`.execute(db);
    }
  };
  const bytes = (names: readonly string[]) => names.map((name) => `${name} collate "C"`);
  const words = (names: readonly string[]) => names.map((name) => `${name} collate "uk-x-icu"`);

  const { live, notDeleted } = { live: 'deleted_at is null', notDeleted: 'not deleted' };
  await sql`drop index clients_name`.execute(db);
  // Those below begin with the same columns, and each index of this table costs a billing run its part.
  await sql`drop index clients_status`.execute(db);
  await sql`drop index clients_cabinet_status`.execute(db);
  await indexed('clients', live, ['trial_ends', 'balance', 'lasts_until', 'last_top_up_at', 'updated_at']);
  await indexed('clients', live, ['deletion_at', 'blocked_at'], { optional: true });
  // With the newest first, which is how such a list is mostly asked for.
  await sql`create index clients_status_newest on clients (status, created_at, id)
    where deleted_at is null`.execute(db);
  await sql`create index clients_cabinet_status_newest on clients (cabinet_status, created_at, id)
    where deleted_at is null`.execute(db);
  await sql`create index clients_deleted on clients (deleted_at, id) where deleted_at is not null`.execute(
    db,
  );

  await indexed('client_facts', notDeleted, [
    'type',
    'locale',
    'billing_period',
    'tariff_id',
    'created_at',
    ...words(['name']),
    ...bytes(['country_code', 'email_key', 'phone', 'phone_e164', 'ident', 'domain']),
    'tariff_id, created_at',
    'manager_id, created_at',
  ]);
  await indexed(
    'client_facts',
    notDeleted,
    [
      'manager_id',
      'monthly_turnover_limit',
      'goods_quantity',
      ...words([
        'registration_source',
        'promo_code',
        'address',
        'vat_number',
        'payment_payer',
        'payment_code',
      ]),
      ...words(['payment_ipn', 'payment_bank', 'payment_mfo', 'payment_account', 'payment_address']),
      ...words(['payment_phone', 'payment_product']),
    ],
    { optional: true },
  );
  await indexed('client_usage', notDeleted, [
    'cash_registers',
    'monthly_turnover',
    'goods_count',
    'over_limit',
    'last_visit',
    'last_login',
  ]);
  for (const table of ['client_facts', 'client_usage', 'client_search']) {
    await sql`create index ${sql.ref(`${table}_deleted`)} on ${sql.table(table)} (client_id) where deleted`.execute(
      db,
    );
  }
  await sql`
    create index clients_blocked_by_hand on clients (id)
      where deleted_at is null and blocked_from is not null`.execute(db);
  await sql`create index client_search_newest on client_search (created_at, client_id) where not deleted`.execute(
    db,
  );
}

/** Two logs that only grow: their totals, and the filters that their screens offer. */
async function countLogs(db: Kysely<unknown>): Promise<void> {
  await sql`create index emails_failed on emails (created_at, id) where status = 'failed'`.execute(db);
  await sql`create index audit_entries_action on audit_entries (action, at, id)`.execute(db);
  for (const [list, table] of [
    ['audit', 'audit_entries'],
    ['emails', 'emails'],
  ] as const) {
    await sql`
      create function ${sql.raw(`list_new_${list}`)}() returns trigger language plpgsql as $$
        begin perform note_list_change('${sql.raw(list)}', count(*), 0) from added; return null; end $$`.execute(
      db,
    );
    await sql`
      create function ${sql.raw(`list_gone_${list}`)}() returns trigger language plpgsql as $$
        begin perform note_list_change('${sql.raw(list)}', -count(*), 0) from gone; return null; end $$`.execute(
      db,
    );
    await sql`
      create trigger ${sql.raw(`${table}_list_new`)} after insert on ${sql.table(table)}
        referencing new table as added for each statement execute function ${sql.raw(`list_new_${list}`)}()`.execute(
      db,
    );
    await sql`
      create trigger ${sql.raw(`${table}_list_gone`)} after delete on ${sql.table(table)}
        referencing old table as gone for each statement execute function ${sql.raw(`list_gone_${list}`)}()`.execute(
      db,
    );
    await sql`
      create trigger ${sql.raw(`${table}_list_changed`)} after update on ${sql.table(table)}
        for each statement execute function list_changed(${sql.lit(list)})`.execute(db);
    await sql`insert into list_changes select ${list}, count(*), 0, 0 from ${sql.table(table)}`.execute(db);
  }
}
