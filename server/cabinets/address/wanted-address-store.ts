import type { Db } from '#server/db/tables.ts';

/** SQL for the names that customers choose for cabinets that aren't made yet. */

export function wantedLabel(db: Db, clientId: string): Promise<string | undefined> {
  return db
    .selectFrom('wanted_addresses')
    .select('label')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
    .then((row) => row?.label);
}

/** Those of the names that a cabinet has, or that somebody else has chosen since then. */
export async function takenLabels(
  db: Db,
  labels: readonly string[],
  { clientId, domain, since }: { clientId: string; domain: string; since: Date },
): Promise<ReadonlySet<string>> {
  const names = labels.map((label) => `${label}.${domain}`);
  const cabinets = await db.selectFrom('clients').select('domain').where('domain', 'in', names).execute();
  const wanted = await db
    .selectFrom('wanted_addresses')
    .select('label')
    .where('label', 'in', labels)
    .where('client_id', '<>', clientId)
    .where('chosen_at', '>', since)
    .execute();
  const ofCabinets = labels.filter((_, place) => cabinets.some((one) => one.domain === names[place]));
  return new Set([...ofCabinets, ...wanted.map(({ label }) => label)]);
}

/**
 * Stores a choice, and drops one of the same name that is held no more. A unique violation when somebody was a moment
 * faster.
 */
export async function putWanted(
  tx: Db,
  row: { client_id: string; label: string; chosen_at: Date },
  { since }: { since: Date },
): Promise<void> {
  const { client_id, label, chosen_at } = row;
  await tx
    .deleteFrom('wanted_addresses')
    .where('label', '=', label)
    .where('client_id', '<>', client_id)
    .where('chosen_at', '<=', since)
    .execute();
  await tx
    .insertInto('wanted_addresses')
    .values(row)
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ label, chosen_at }))
    .execute();
}

export async function forgetWanted(db: Db, clientId: string): Promise<void> {
  await db.deleteFrom('wanted_addresses').where('client_id', '=', clientId).execute();
}
