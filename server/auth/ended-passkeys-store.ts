import type { AccountKind, Db } from '#server/db/tables.ts';

/** Removes every passkey of an account. */
export async function deletePasskeysOf(
  tx: Db,
  { kind, id }: { kind: AccountKind; id: string },
): Promise<void> {
  if (kind === 'staff') await tx.deleteFrom('user_passkeys').where('user_id', '=', id).execute();
  else await tx.deleteFrom('person_passkeys').where('person_id', '=', id).execute();
}
