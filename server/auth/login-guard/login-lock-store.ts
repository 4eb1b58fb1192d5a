import { sql } from 'kysely';
import { loginLockEntity } from '#contract/entities/login-lock.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import type { AccountKind, Db, LoginFailureRow } from '#server/db/tables.ts';

/** SQL for locked logins, for the staff who manage them (GROWTH section 15, "Logins"). */

export type LoginLockRow = LoginFailureRow & { account_id: string | null; account_name: string | null };

/** Joins the account that has the typed address now. */
const accounts = sql`login_failures f
  left join users u on f.account_kind = 'staff' and u.email_key = f.email_key and u.deleted_at is null
  left join clients c on f.account_kind = 'customer' and c.email_key = f.email_key and c.deleted_at is null`;
const accountId = sql<string | null>`coalesce(u.id, c.id)`;
const accountName = sql<string | null>`coalesce(u.name, c.name)`;

/** What is slowed down now, for these kinds of account; at least one kind. */
export function lockSource(kinds: readonly AccountKind[], now: Date): ListSource {
  return {
    from: accounts,
    id: sql`f.id`,
    defaultOrder: sql`f.slowed_at`,
    where: sql`f.slowed_at is not null and f.resets_at > ${now} and f.account_kind in (${sql.join(kinds)})`,
    search: [sql`f.email_key`, sql`f.address`, accountName],
    columns: columnsOf(loginLockEntity, {
      table: 'login_failures',
      alias: 'f',
      own: {
        email: { sql: sql`f.email_key` },
        account_id: { sql: accountId },
        account_name: nameColumn(accountName),
        until: { sql: sql`f.resets_at`, required: true },
      },
    }),
  };
}

export async function lockRowsByIds(db: Db, ids: readonly string[]): Promise<LoginLockRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<LoginLockRow>`
    select f.*, ${accountId} as account_id, ${accountName} as account_name
    from ${accounts} where f.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}

/** A lock that still holds. */
export async function findLock(db: Db, id: string, now: Date): Promise<LoginLockRow | undefined> {
  const [row] = await lockRowsByIds(db, [id]);
  return row?.slowed_at && row.resets_at > now ? row : undefined;
}

/** False when somebody else has ended it meanwhile. */
export async function deleteLock(tx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('login_failures').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
