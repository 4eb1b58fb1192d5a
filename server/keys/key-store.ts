import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';

/** SQL for everything that keys seal and sign. */

/** Every column with something sealed; its name ends with `_sealed`, which a test compares with the database. */
export const sealedColumns = [
  { table: 'sessions', id: 'id', column: 'successor_sealed' },
  { table: 'cabinets', id: 'client_id', column: 'secret_sealed' },
  { table: 'cabinets', id: 'client_id', column: 'next_secret_sealed' },
  { table: 'cabinets', id: 'client_id', column: 'previous_secret_sealed' },
  { table: 'two_factor_secrets', id: 'user_id', column: 'secret_sealed' },
  { table: 'person_two_factor_secrets', id: 'person_id', column: 'secret_sealed' },
  { table: 'payment_cards', id: 'id', column: 'token_sealed' },
  { table: 'webhooks', id: 'id', column: 'secret_sealed' },
  { table: 'webhooks', id: 'id', column: 'previous_secret_sealed' },
] as const;
export type SealedColumn = (typeof sealedColumns)[number];

/** A row in the table of settings that nobody sees or changes; it belongs to the database. */
const rowName = 'secret_key_fingerprint';
/** Checked when the newest can't be opened, because somebody may have gone on with another key after losing one. */
const sealedAtMost = 10_000;

/** What the database stores about the key in use. */
export async function storedFingerprint(db: Db): Promise<unknown> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', rowName).executeTakeFirst();
  return row?.value;
}

export async function storeFingerprint(db: Db, fingerprint: string, now: Date): Promise<void> {
  const row = { value: JSON.stringify(fingerprint), updated_at: now };
  await db
    .insertInto('settings')
    .values({ id: randomUUID(), key: rowName, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

/** Whether losing the keys would lose anything. */
export async function needsKey(db: Db): Promise<boolean> {
  const { rows } = await sql<{ needs: boolean }>`
    select exists(select from cabinets) or exists(select from two_factor_secrets)
      or exists(select from person_two_factor_secrets)
      or exists(select from payment_cards where removed_at is null) or exists(select from webhooks)
      or exists(select from emails where status = 'queued' and data ? 'link_seconds') as needs`.execute(db);
  return rows[0]?.needs ?? false;
}

/** What was sealed lately, of the columns that are never empty. */
export async function sealedLately(db: Db): Promise<string[]> {
  const { rows } = await sql<{ sealed: string }>`
    (select secret_sealed as sealed from cabinets order by started_at desc limit ${sealedAtMost})
    union all (select secret_sealed from two_factor_secrets limit ${sealedAtMost})
    union all (select secret_sealed from person_two_factor_secrets limit ${sealedAtMost})
    union all (select secret_sealed from webhooks limit ${sealedAtMost})`.execute(db);
  return rows.map(({ sealed }) => sealed);
}

/** How many values of a column were sealed with another key than this one. */
export async function countSealedByOthers(
  db: Db,
  { table, column }: SealedColumn,
  keyId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where not starts_with(${sql.ref(column)}, ${`${keyId}.`})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The same values, after an id. */
export async function sealedByOthers(
  db: Db,
  { table, id, column }: SealedColumn,
  { keyId, after, limit }: { keyId: string; after: string; limit: number },
): Promise<{ id: string; sealed: string }[]> {
  const [key, sealed] = [sql.ref(id), sql.ref(column)];
  const { rows } = await sql<{ id: string; sealed: string }>`
    select ${key} as id, ${sealed} as sealed from ${sql.table(table)}
    where ${key} > ${after}::uuid and not starts_with(${sealed}, ${`${keyId}.`})
    order by ${key} limit ${limit}`.execute(db);
  return rows;
}

/** Stores resealed values where the old value has not changed meanwhile. */
export async function replaceSealed(
  db: Db,
  { table, id, column }: SealedColumn,
  values: readonly { id: string; sealed: string; again: string }[],
): Promise<void> {
  if (values.length === 0) return;
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = n.again
    from unnest(${values.map((one) => one.id)}::uuid[], ${values.map(({ sealed }) => sealed)}::text[],
      ${values.map(({ again }) => again)}::text[]) n (id, sealed, again)
    where ${sql.ref(`${table}.${id}`)} = n.id and ${sql.ref(`${table}.${column}`)} = n.sealed`.execute(db);
}

/** Emails with a link that aren't being sent yet, after an id; one that is being sent keeps its link. */
export async function waitingEmails(
  db: Db,
  { after, limit, lock }: { after: string; limit: number; lock: boolean },
): Promise<string[]> {
  const query = db
    .selectFrom('emails')
    .select('id')
    .where('status', '=', 'queued')
    .where('lease', 'is', null)
    .where(sql<boolean>`data ? 'link_seconds'`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  const rows = await (lock ? query.forUpdate().skipLocked() : query).execute();
  return rows.map(({ id }) => id);
}

/** Which of these links exist and are unused. */
export async function unusedLinks(db: Db, tokenHashes: readonly Buffer[]): Promise<Buffer[]> {
  if (tokenHashes.length === 0) return [];
  const rows = await db
    .selectFrom('one_time_links')
    .select('token_hash')
    .where('token_hash', 'in', tokenHashes)
    .where('used_at', 'is', null)
    .execute();
  return rows.map(({ token_hash }) => token_hash);
}

export async function renameLink(db: Db, from: Buffer, to: Buffer): Promise<void> {
  await db.updateTable('one_time_links').set({ token_hash: to }).where('token_hash', '=', from).execute();
}

/** How many running processes were started before the present key was put to use. */
export async function countOlderProcesses(db: Db): Promise<number> {
  const { rows } = await sql<{ living: number }>`
    select count(*) as living from process_heartbeats
    where stopped_at is null and seen_at > now() - interval '30 seconds'
      and started_at <= (select updated_at from settings where key = ${rowName})`.execute(db);
  return rows[0]?.living ?? 0;
}
