import { type Kysely, sql } from 'kysely';

/**
 * The orders of the columns that clients have got since migration 0038: without an index, a million rows took more than
 * a second to sort. Few clients have most of these values; the others need no entry.
 */
export async function upInSteps(db: Kysely<unknown>): Promise<void> {
  for (const column of seldomFilled) {
    await index(
      db,
      `clients_${column}`,
      sql`(${sql.ref(column)} collate "uk-x-icu", id) where deleted_at is null and ${sql.ref(column)} is not null`,
    );
  }
  await index(db, 'clients_source', sql`(source, id) where deleted_at is null`);
}

const seldomFilled = [
  'block_reason',
  'close_reason',
  'deleted_reason',
  'documents_email',
  'utm_campaign',
  'utm_medium',
  'utm_source',
];

async function index(db: Kysely<unknown>, name: string, of: ReturnType<typeof sql>): Promise<void> {
  // One that an interrupted run has begun is of no use.
  await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
  await sql`create index concurrently ${sql.ref(name)} on clients ${of}`.execute(db);
}
