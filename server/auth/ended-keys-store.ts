import type { Db } from '#server/db/tables.ts';

/** Ends every key that a colleague made. */
export async function endKeysOf(tx: Db, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ deleted_at: at })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute();
}
