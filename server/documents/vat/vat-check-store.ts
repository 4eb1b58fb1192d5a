import { sql } from 'kysely';
import type { Db, VatCheckRow } from '#server/db/tables.ts';
import { vatKey } from './reverse-charge.ts';

/** SQL of what VIES said. */

/** Which of these numbers are valid, as they are kept. */
export async function validVatNumbers(db: Db, written: readonly string[]): Promise<Set<string>> {
  const keys = written.flatMap((one) => vatKey(one) ?? []);
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('vat_checks')
    .select('vat_number')
    .where('vat_number', 'in', keys)
    .where('status', '=', 'valid')
    .execute();
  return new Set(rows.map(({ vat_number }) => vat_number));
}

/** What clients have written as VAT numbers, but those of the operator's own country. */
export async function foreignVatNumbers(db: Db, country: string): Promise<string[]> {
  const rows = await db
    .selectFrom('clients')
    .select('vat_number')
    .distinct()
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`vat_number ~* '^\\s*[a-z]{2}'`)
    .where('vat_number', 'not ilike', `${country}%`)
    .execute();
  return rows.flatMap(({ vat_number }) => vat_number ?? []);
}

/** Numbers that nobody has asked about wait for an answer. */
export async function requestChecks(db: Db, numbers: readonly string[], now: Date): Promise<void> {
  if (numbers.length === 0) return;
  await sql`
    insert into vat_checks (vat_number, status, requested_at)
    select number, 'pending', ${now} from unnest(${[...numbers]}::text[]) as number
    on conflict (vat_number) do nothing`.execute(db);
}

/** What is known of a number. */
export function vatCheckOf(db: Db, number: string): Promise<VatCheckRow | undefined> {
  return db.selectFrom('vat_checks').selectAll().where('vat_number', '=', number).executeTakeFirst();
}

/** A number waits for another answer; the last one stays until then. */
export async function askAgain(db: Db, number: string, now: Date): Promise<void> {
  await db
    .insertInto('vat_checks')
    .values({ vat_number: number, status: 'pending', requested_at: now })
    .onConflict((conflict) => conflict.column('vat_number').doUpdateSet({ requested_at: now }))
    .execute();
}

/** Those that wait, are asked about again, or whose answer is old; the longest first. */
export async function waitingChecks(
  db: Db,
  { answeredBefore, limit }: { answeredBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('vat_checks')
    .select('vat_number')
    .where(({ eb, or }) =>
      or([
        eb('status', '=', 'pending'),
        eb('answered_at', '<', answeredBefore),
        eb('requested_at', '>', eb.ref('answered_at')),
      ]),
    )
    .orderBy(sql`coalesce(answered_at, requested_at)`)
    .limit(limit)
    .execute();
  return rows.map(({ vat_number }) => vat_number);
}

export async function saveVerdict(
  db: Db,
  number: string,
  { isValid, name, now }: { isValid: boolean; name: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('vat_checks')
    .set({ status: isValid ? 'valid' : 'invalid', answered_at: now, name })
    .where('vat_number', '=', number)
    .execute();
}
