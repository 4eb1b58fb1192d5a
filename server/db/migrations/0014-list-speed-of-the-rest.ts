import { type Kysely, sql } from 'kysely';

/** What lists of a million clients took long for: what is old or deleted (docs/decisions/0030). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await newestOf(db);
  await textIn(db);
  await deletedBy(db);
}

/** What is often empty, and is in no search: addresses, payment details, where clients come from. */
const optionalTexts = [
  'registration_source',
  'promo_code',
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
];

/** The newest of what a filter finds, where none of them is new, are told by its index alone. */
async function newestOf(db: Kysely<unknown>): Promise<void> {
  for (const column of ['trial_ends', 'balance', 'lasts_until', 'last_top_up_at', 'updated_at']) {
    const index = sql.ref(`clients_by_${column}`);
    await sql`drop index ${index}`.execute(db);
    await sql`create index ${index} on clients (${sql.ref(column)}, id) include (created_at)
      where deleted_at is null`.execute(db);
  }
}

/**
 * Parts of these texts are looked for in their indexes from end to end, as no trigrams know them. To make small letters
 * of each text cost six times what it takes to look into it: now they are in the index, and when the client came.
 */
async function textIn(db: Kysely<unknown>): Promise<void> {
  for (const column of optionalTexts) {
    const index = sql.ref(`client_facts_by_${column}`);
    const name = sql.ref(column);
    await sql`drop index ${index}`.execute(db);
    await sql`create index ${index} on client_facts (${name} collate "uk-x-icu", client_id, lower(${name}))
      include (created_at) where not deleted and ${name} is not null`.execute(db);
  }
}

/**
 * Deleted rows by each column, as those that are there have been since migration 0008. They lie apart in their
 * tables: to fetch forty thousand of them took a quarter of a second. A billing run touches none of these.
 */
async function deletedBy(db: Kysely<unknown>): Promise<void> {
  const indexed = async (
    { table, id, deleted }: { table: string; id: string; deleted: string },
    names: readonly string[],
    { optional = false } = {},
  ) => {
    for (const column of names) {
      const [name = ''] = column.split(/\W/);
      const where = optional ? `${deleted} and ${name} is not null` : deleted;
      await sql`create index ${sql.ref(`${table}_deleted_by_${name}`)} on ${sql.table(table)}
        (${sql.raw(column === id ? id : `${column}, ${id}`)}) where ${sql.raw(where)}`.execute(db);
    }
  };
  const bytes = (names: readonly string[]) => names.map((name) => `${name} collate "C"`);
  const words = (names: readonly string[]) => names.map((name) => `${name} collate "uk-x-icu"`);

  const clients = { table: 'clients', id: 'id', deleted: 'deleted_at is not null' };
  await indexed(clients, [
    'id',
    'created_at',
    'trial_ends',
    'balance',
    'lasts_until',
    'last_top_up_at',
    'updated_at',
    'status, created_at',
    'cabinet_status, created_at',
  ]);
  await indexed(clients, ['deletion_at', 'blocked_at'], { optional: true });
  await sql`create index clients_deleted_blocked_by_hand on clients (id)
    where deleted_at is not null and blocked_from is not null`.execute(db);

  const facts = { table: 'client_facts', id: 'client_id', deleted: 'deleted' };
  await indexed(facts, [
    'type',
    'locale',
    'billing_period',
    'tariff_id',
    'created_at',
    ...words(['name']),
    ...bytes(['country_code', 'email_key', 'phone', 'phone_e164', 'ident', 'domain']),
  ]);
  await indexed(facts, ['manager_id', 'monthly_turnover_limit', 'goods_quantity', ...words(optionalTexts)], {
    optional: true,
  });

  const usage = { table: 'client_usage', id: 'client_id', deleted: 'deleted' };
  await indexed(usage, [
    'cash_registers',
    'monthly_turnover',
    'goods_count',
    'over_limit',
    'last_visit',
    'last_login',
  ]);
}
