import type { Db } from '#server/db/tables.ts';
import { hashToken } from '#server/keys/secrets.ts';

/** Uses up a state; false when it was used before. Of two calls at once only one gets it. */
export async function takeState(db: Db, state: string, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_oidc_states')
    .values({ state_hash: hashToken(state), expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('state_hash').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Forgets states that are refused for their age by now. */
export async function deleteOldStates(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('used_oidc_states').where('expires_at', '<=', now).execute();
}
