import type { OwnAccount } from '#server/audit-log/audit-store.ts';
import { accountById, type AccountRow, lockAccount } from '#server/auth/account-store.ts';
import { requireOpenSession } from '#server/auth/open-session.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { CustomerCaller, StaffCaller } from '#server/kernel/caller.ts';

/** Somebody who is signed in, of either kind. */
export type OwnCaller = StaffCaller | CustomerCaller;

/** An account of either kind, with the moment when its owner first proved the address. */
export type ProvedAccount = AccountRow & { proved_at: Date | null };

/** The account of somebody who is signed in. */
export function ownAccountOf(actor: OwnCaller['actor']): OwnAccount {
  if (actor.kind === 'staff') return { kind: 'staff', id: actor.id, name: actor.name };
  return { kind: 'customer', ...actor.person, client: { id: actor.id, name: actor.name } };
}

/** The same as its row, shown under the client whom a person acts for; 401 when it is gone. */
export async function requireOwnAccount(db: Db, { actor }: OwnCaller): Promise<ProvedAccount> {
  const own = ownAccountOf(actor);
  const account = await accountById(db, own);
  if (!account || account.deleted_at) throw new AppError('unauthorized');
  return { ...account, client: own.client ?? null };
}

/** The same, locked; 401 too when the session has ended meanwhile. */
export async function lockOwnAccount(tx: Db, caller: OwnCaller): Promise<ProvedAccount> {
  const { kind, id, client } = ownAccountOf(caller.actor);
  await lockAccount(tx, { kind, id, ...(client && { clientId: client.id }) });
  const account = await requireOwnAccount(tx, caller);
  await requireOpenSession(tx, caller.actor);
  return account;
}
