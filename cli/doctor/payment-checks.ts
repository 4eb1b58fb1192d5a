import { sql } from 'kysely';
import type { Db } from '#server/db/tables.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Payments credited twice, because their numbers were compared less strictly before (docs/decisions/0121). */
export async function repeatedNumbers(db: Db): Promise<Finding> {
  const subject = 'Payments';
  const { rows } = await sql<{ count: number; named: string | null }>`
    select count(*)::int as count, (select string_agg(number, ', ') from (
      select distinct invoice || ' of ' || year as number from used_invoices where repeated order by 1 limit 5) few
    ) as named from used_invoices where repeated`.execute(db);
  const [{ count, named } = { count: 0, named: null }] = rows;
  if (count === 0) return ok(subject, 'no number was credited twice');
  return warning(
    subject,
    `${count} have the number of an earlier one, written in another way: ${named ?? ''}`,
    "look at both lines in the clients' wallets, and reverse the one that is wrong",
  );
}
