import type { Db } from '#server/db/tables.ts';

/**
 * Rotations unfinished since `before`: the driver has not brought the new secret yet (`brought: false`), or the
 * cabinet has not signed with it yet.
 */
export async function unfinishedRotations(
  db: Db,
  before: Date,
): Promise<{ clientId: string; name: string; brought: boolean; since: Date | null }[]> {
  return db
    .selectFrom('cabinets as k')
    .innerJoin('clients as c', 'c.id', 'k.client_id')
    .select((eb) => [
      'k.client_id as clientId',
      'c.name',
      eb('k.next_secret_sealed', 'is', null).$castTo<boolean>().as('brought'),
      'k.secret_change_began_at as since',
    ])
    .where('c.cabinet_status', '=', 'active')
    .where('c.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('k.next_secret_sealed', 'is not', null),
        eb.and([eb('k.previous_secret_sealed', 'is not', null), eb('k.previous_secret_until', 'is', null)]),
      ]),
    )
    .where((eb) =>
      eb.or([eb('k.secret_change_began_at', 'is', null), eb('k.secret_change_began_at', '<=', before)]),
    )
    .orderBy('k.secret_change_began_at')
    .execute();
}
