import type { Db } from '#server/db/tables.ts';

/** SQL for second factors. */

export async function storeSecret(
  tx: Db,
  { userId, sealed, now }: { userId: string; sealed: string; now: Date },
): Promise<void> {
  const fresh = { secret_sealed: sealed, last_step: null, created_at: now };
  await tx
    .insertInto('two_factor_secrets')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .execute();
}

export async function sealedSecretOf(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('two_factor_secrets')
    .select('secret_sealed')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.secret_sealed;
}

/** Uses a time step up; false when it or a later one was used before. Of two at once only one gets it. */
export async function takeStep(tx: Db, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('two_factor_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Replaces the recovery codes of an account. */
export async function storeRecoveryCodes(
  tx: Db,
  { userId, hashes, now }: { userId: string; hashes: readonly Buffer[]; now: Date },
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now })))
    .execute();
}

/** Uses up a recovery code; false when there is no such code. Of two calls at once only one gets it. */
export async function takeRecoveryCode(tx: Db, userId: string, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the secret and the recovery codes. */
export async function deleteSecondFactor(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('two_factor_secrets').where('user_id', '=', userId).execute();
}
