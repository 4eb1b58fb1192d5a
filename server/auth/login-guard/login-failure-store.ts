import { type RawBuilder, sql } from 'kysely';
import type { LoginScope } from '#contract/entities/login-lock.ts';
import type { AccountKind, Db, LoginFailureRow } from '#server/db/tables.ts';
import { newId } from '#server/kernel/ids.ts';
import type { Failures } from './login-limits.ts';

/** SQL for the counted failures of logins (GROWTH section 15, "Logins"). */

/** One key by which failures are counted. */
export interface LoginCount {
  key: string;
  scope: LoginScope;
  kind: AccountKind;
  emailKey: string | null;
  address: string | null;
}

/**
 * The rows of these counts, locked until the commit and always in the same order, so that two attempts can't deadlock.
 * A missing row counts as zero.
 */
export async function lockCounts(
  tx: Db,
  counts: readonly LoginCount[],
  now: Date,
): Promise<Map<string, LoginFailureRow>> {
  const rows = await tx
    .insertInto('login_failures')
    .values(
      inOneOrder(counts).map(({ key, scope, kind, emailKey, address }) => ({
        key,
        id: newId(now),
        scope,
        account_kind: kind,
        email_key: emailKey,
        address,
        failures: 0,
        next_at: null,
        slowed_at: null,
        resets_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key: sql`login_failures.key` }))
    .returningAll()
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** The existing rows as they are; locks nothing. */
export function readCounts(db: Db, counts: readonly LoginCount[]): Promise<LoginFailureRow[]> {
  return db.selectFrom('login_failures').selectAll().where('key', 'in', keysOf(counts)).execute();
}

export async function saveCount(
  tx: Db,
  key: string,
  { failures, nextAt, resetsAt, slowedAt }: Failures & { slowedAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('login_failures')
    .set({ failures, next_at: nextAt, resets_at: resetsAt, slowed_at: slowedAt })
    .where('key', '=', key)
    .execute();
}

export async function deleteCounts(tx: Db, counts: readonly LoginCount[]): Promise<void> {
  await deleteInOneOrder(tx, sql<boolean>`key = any(${keysOf(counts)}::text[])`);
}

/** All counts of an account, from every address: its owner has proved the mailbox. */
export async function forgetAccount(tx: Db, kind: AccountKind, emailKey: string): Promise<void> {
  await deleteInOneOrder(tx, sql<boolean>`account_kind = ${kind} and email_key = ${emailKey}`);
}

/** Locks in the order of `lockCounts` before it deletes, because a plain delete locks rows in any order. */
async function deleteInOneOrder(tx: Db, which: RawBuilder<boolean>): Promise<void> {
  await sql`delete from login_failures where key in
    (select key from login_failures where ${which} order by key collate "C" for update)`.execute(tx);
}

export async function deleteOldFailures(db: Db, now: Date): Promise<void> {
  await sql`delete from login_failures where key in
    (select key from login_failures where resets_at <= ${now} for update skip locked)`.execute(db);
}

function keysOf(counts: readonly LoginCount[]): string[] {
  return counts.map(({ key }) => key);
}

function inOneOrder(counts: readonly LoginCount[]): LoginCount[] {
  return counts.toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))); // as collate "C"
}
