import { sql } from 'kysely';
import type { AuditRow, Db } from '#server/db/tables.ts';
import { personalColumns, saltBytes } from './audit-chain.ts';

/** What an entry can lose. `changes` means the values before and after, not the names of the fields. */
export type ErasablePart = (typeof personalColumns)[number] | 'changes';

/** Everything that an entry can lose. */
export const erasableParts: readonly ErasablePart[] = [...personalColumns, 'changes'];

/** Sealed entries of a kind that were written before a moment, after one of them, the oldest first. */
export function sealedBefore(
  tx: Db,
  {
    kind,
    after,
    before,
    limit,
  }: { kind: AuditRow['kind']; after: { at: Date; id: string }; before: Date; limit: number },
): Promise<{ id: string; at: Date }[]> {
  return tx
    .selectFrom('audit_entries as a')
    .innerJoin('audit_seals as s', 's.entry_id', 'a.id')
    .select(['a.id', 'a.at'])
    .where('a.kind', '=', kind)
    .where(sql<boolean>`(a.at, a.id) > (${after.at}::timestamptz, ${after.id}::uuid)`)
    .where('a.at', '<', before)
    .orderBy('a.at')
    .orderBy('a.id')
    .limit(limit)
    .execute();
}

/**
 * Removes personal values from entries, each with the salt of its digest (GROWTH section 18, "Erasure and an audit
 * that never changes"). The rest still proves that nothing else was changed, and reveals no value. The entries must
 * be sealed; the database refuses others.
 */
export async function eraseAuditValues(
  tx: Db,
  entryIds: readonly string[],
  parts: readonly ErasablePart[],
): Promise<void> {
  if (entryIds.length === 0 || parts.length === 0) return;
  const columns = personalColumns.filter((column) => parts.includes(column));
  const values = columns.map((column) => sql`${sql.ref(column)} = null`);
  const changes = sql`changes = coalesce((
    select jsonb_agg(jsonb_build_object('field', c.change -> 'field', 'before', null, 'after', null, 'erased', true)
      order by c.place) from jsonb_array_elements(changes) with ordinality c (change, place)), '[]')`;
  const withChanges = parts.includes('changes');
  await sql`
    update audit_entries set ${sql.join(withChanges ? [...values, changes] : values)}
    where id = any(${entryIds}::uuid[])`.execute(tx);

  const none = (length: ReturnType<typeof sql>) => sql`decode(repeat('00', ${length}), 'hex')`;
  const columnSalts = personalColumns.length * saltBytes;
  let salts = sql`salts`;
  for (const column of columns) {
    const start = personalColumns.indexOf(column) * saltBytes + 1;
    salts = sql`overlay(${salts} placing ${none(sql`${sql.lit(saltBytes)}`)} from ${sql.lit(start)})`;
  }
  if (withChanges) {
    const rest = none(sql`octet_length(salts) - ${sql.lit(columnSalts)}`);
    salts = sql`substring(${salts} for ${sql.lit(columnSalts)}) || ${rest}`;
  }
  await sql`
    update audit_seals set salts = ${salts} where entry_id = any(${entryIds}::uuid[])`.execute(tx);
}
