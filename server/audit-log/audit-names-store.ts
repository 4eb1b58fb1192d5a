import { sql } from 'kysely';
import { idsInChanges } from '#contract/kernel/audit.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { AuditRow, Db } from '#server/db/tables.ts';

/**
 * The names of the colleagues and tariffs whose ids are in the changes of these entries, and of no others, in one
 * statement. Readers of the log may know them: it names colleagues and tariffs anyway (docs/decisions/0266).
 */
export async function namesInEntries(
  db: Db,
  entries: readonly Pick<AuditRow, 'changes'>[],
  { locale, defaultLocale }: { locale: Locale; defaultLocale: Locale },
): Promise<{ id: string; name: string }[]> {
  const changes = entries.flatMap((entry) => entry.changes);
  const [users, tariffs] = [idsInChanges(changes, 'users'), idsInChanges(changes, 'tariffs')];
  if (users.length === 0 && tariffs.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from users u where u.id::text = any(${users})
    union all
    select t.id, coalesce(nullif(t.translations->${locale}->>'name', ''), t.translations->${defaultLocale}->>'name')
    from tariffs t where t.id::text = any(${tariffs})`.execute(db);
  return rows;
}
