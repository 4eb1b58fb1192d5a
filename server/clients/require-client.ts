import type { ClientRow, Db } from '#server/db/tables.ts';
import { AppError, deletedClient, fieldError } from '#server/kernel/app-error.ts';
import { clientById, isManager } from './client-store.ts';

/** The client for a change, locked in a transaction. A deleted one must be restored first. */
export async function requireClient(db: Db, id: string): Promise<ClientRow> {
  const client = await clientById(db, id, { lock: db.isTransaction });
  if (!client) throw new AppError('not_found');
  if (client.deleted_at) throw deletedClient(client);
  return client;
}

/** Refuses a manager who does not exist or is deleted. */
export async function requireManager(tx: Db, id: string | null | undefined): Promise<void> {
  if (id && !(await isManager(tx, id))) throw fieldError('manager_id', 'validation.notAllowed');
}
