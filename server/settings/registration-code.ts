import type { Kysely } from 'kysely';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import type { Tables } from '#server/db/tables.ts';
import { refusedField } from '#server/refused.ts';
import type { TariffService } from '#server/tariffs/tariff-service.ts';

/** Writes something with a code; one that another row has is a 422 at `code`, whoever was quicker. */
export async function writeWithCode<Result>(
  db: Kysely<Tables>,
  write: (tx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction().execute(write);
  } catch (error) {
    throw isUniqueViolation(error) ? refusedField('code', 'validation.codeTaken') : error;
  }
}

/** The tariffs that a partner or a promo code is limited to, each once; an unknown one is a 422. */
export async function knownTariffs(
  tx: Kysely<Tables>,
  tariffs: Pick<TariffService, 'exist'>,
  ids: readonly string[] | null,
): Promise<string[] | null> {
  if (ids === null) return null;
  const different = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (!(await tariffs.exist(tx, different))) throw refusedField('tariff_ids', 'validation.notAllowed');
  return different;
}
