import type { AccountKind, Db } from '#server/db/tables.ts';

/** SQL for the places where accounts have signed in (GROWTH section 15, "Logins"). */

export async function placesOf(db: Db, kind: AccountKind, accountId: string): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('sign_in_places')
    .select('place')
    .where('account_kind', '=', kind)
    .where('account_id', '=', accountId)
    .execute();
  return rows.map(({ place }) => place);
}

export async function notePlace(
  tx: Db,
  { kind, accountId, place, now }: { kind: AccountKind; accountId: string; place: Buffer; now: Date },
): Promise<void> {
  await tx
    .insertInto('sign_in_places')
    .values({ account_kind: kind, account_id: accountId, place, last_at: now })
    .onConflict((conflict) =>
      conflict.columns(['account_kind', 'account_id', 'place']).doUpdateSet({ last_at: now }),
    )
    .execute();
}

/** Deletes places without a sign-in for as long as a browser keeps its cookie. */
export async function deleteOldPlaces(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - 400 * 86_400_000);
  await db.deleteFrom('sign_in_places').where('last_at', '<', oldest).execute();
}
