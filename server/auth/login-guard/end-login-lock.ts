import {
  accountKinds,
  lockPermissions,
  type LoginLock,
  loginLockEntity,
} from '#contract/entities/login-lock.ts';
import { can } from '#contract/kernel/permissions.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { fileColumnsOf } from '#server/lists/entity-columns.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { AccountKind, Db } from '#server/db/tables.ts';
import type { Caller, StaffCaller } from '#server/kernel/caller.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { deleteLock, findLock, type LoginLockRow, lockRowsByIds, lockSource } from './login-lock-store.ts';

/**
 * Locked and slowed-down logins as staff see them: those of staff with the right to manage users, those of customers
 * with the right to manage clients (GROWTH section 15, "Logins").
 */
export function loginLockListing(db: Db): Listing<LoginLock> {
  return {
    name: 'login_locks',
    source: (caller) => lockSource(kindsOf(caller), caller.now),
    rows: async (_caller, ids) => inOrderOf(ids, await lockRowsByIds(db, ids)).map(toLock),
    csv: fileColumnsOf(loginLockEntity, {}),
  };
}

/** Ends a lock. A lock of a kind that the caller may not see is answered like one that is over. */
export async function endLoginLock(db: Db, caller: StaffCaller, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const lock = await findLock(tx, id, caller.now);
    if (!lock || !kindsOf(caller).includes(lock.account_kind)) throw new AppError('not_found');
    if (!(await deleteLock(tx, id))) throw new AppError('not_found');
    const { account_kind, account_id, account_name, address, failures, scope } = lock;
    const type = account_kind === 'staff' ? 'user' : 'client';
    await writeAudit(tx, caller, {
      action: 'login_lock.end',
      subject: { type, id: account_id, name: account_name ?? lock.email_key ?? address },
      clientId: account_kind === 'customer' ? account_id : null,
      changes: [
        { field: 'scope', before: scope, after: null },
        ...(address ? [{ field: 'address', before: address, after: null }] : []),
        { field: 'failures', before: failures, after: 0 },
      ],
    });
  });
}

function kindsOf({ actor }: Caller): AccountKind[] {
  if (actor.kind !== 'staff') return [];
  return accountKinds.filter(
    (kind) => can(actor.permissions, lockPermissions[kind], { write: false }).allowed,
  );
}

function toLock(row: LoginLockRow): LoginLock {
  return toAnswer(loginLockEntity, row, {
    email: row.email_key,
    slowed_at: (row.slowed_at ?? row.resets_at).toISOString(),
    until: row.resets_at.toISOString(),
  });
}
