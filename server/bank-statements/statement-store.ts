import { type Insertable, sql } from 'kysely';
import { bankStatementEntity } from '#contract/entities/bank-statement.ts';
import type { StatementMapping } from '#contract/money/bank-statement.ts';
import type { BankStatementRow, BankStatementTable, Db, PaymentTable } from '#server/db/tables.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';

/** SQL of bank statements and of the payments that their lines become. */

/** Which of these fingerprints there are already. */
export async function knownFingerprints(db: Db, fingerprints: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ external_id: string }>`
    select external_id from payments
    where method = 'bank' and external_id = any(${fingerprints}::text[])`.execute(db);
  return new Set(rows.map(({ external_id }) => external_id));
}

export async function insertStatement(tx: Db, row: Insertable<BankStatementTable>): Promise<void> {
  await tx.insertInto('bank_statements').values(row).execute();
}

/** Writes how the lines of a statement were counted. */
export async function countStatement(
  tx: Db,
  id: string,
  counted: Pick<BankStatementRow, 'new_lines' | 'known_lines' | 'foreign_lines' | 'total'>,
): Promise<void> {
  await tx.updateTable('bank_statements').set(counted).where('id', '=', id).execute();
}

/** Writes lines as payments, except known ones; answers the new ids. */
export async function insertLines(tx: Db, lines: readonly Insertable<PaymentTable>[]): Promise<Set<string>> {
  const rows = await tx
    .insertInto('payments')
    .values(lines)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The accounts that statements were of. */
export async function statementAccounts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('bank_statements').select('account').distinct().execute();
  return rows.map(({ account }) => account);
}

export async function mappingOf(db: Db, headings: string): Promise<StatementMapping | undefined> {
  const row = await db
    .selectFrom('statement_mappings')
    .select('mapping')
    .where('headings', '=', headings)
    .executeTakeFirst();
  return row?.mapping;
}

export async function storeMapping(
  tx: Db,
  { headings, mapping, now }: { headings: string; mapping: StatementMapping; now: Date },
): Promise<void> {
  const changed = { mapping: JSON.stringify(mapping), updated_at: now };
  await tx
    .insertInto('statement_mappings')
    .values({ headings, ...changed })
    .onConflict((conflict) => conflict.column('headings').doUpdateSet(changed))
    .execute();
}

export type StatementWithAuthor = BankStatementRow & { created_by_name: string | null };

export function statementsByIds(db: Db, ids: readonly string[]): Promise<StatementWithAuthor[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('bank_statements as s')
    .leftJoin('users as u', 'u.id', 's.created_by')
    .selectAll('s')
    .select('u.name as created_by_name')
    .where('s.id', 'in', ids)
    .execute();
}

export const statementSource: ListSource = {
  from: sql`bank_statements s left join users u on u.id = s.created_by`,
  id: sql`s.id`,
  defaultOrder: sql`s.created_at`,
  columns: columnsOf(bankStatementEntity, {
    table: 'bank_statements',
    alias: 's',
    own: {
      from: { sql: sql`s.first_day`, required: true },
      to: { sql: sql`s.last_day`, required: true },
      new: { sql: sql`s.new_lines`, required: true },
      known: { sql: sql`s.known_lines`, required: true },
      foreign: { sql: sql`s.foreign_lines`, required: true },
      created_by_name: nameColumn(sql`u.name`),
    },
  }),
};
