import { sql } from 'kysely';
import { allLedgerEntity } from '#contract/entities/ledger-entry.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db } from '#server/db/tables.ts';
import { columnsOf, nameColumn } from '#server/lists/entity-columns.ts';
import type { ListSource } from '#server/lists/list-source.ts';
import { tariffName } from '#server/tariffs/tariff-store.ts';
import { linesByIds, type PresentedLine, pricedColumns } from '#server/wallet/ledger-store.ts';

/** SQL of the ledger of all clients. */

interface Reader {
  locale: Locale;
  defaultLocale: Locale;
}

export type NamedEntry = PresentedLine & { client_name: string; tariff_name: string | null };

/** Lines with the names of their clients and tariffs. */
export async function namedLinesByIds(
  db: Db,
  ids: readonly string[],
  { locale, defaultLocale }: Reader,
): Promise<NamedEntry[]> {
  const lines = await linesByIds(db, ids);
  const { rows } = await sql<Pick<NamedEntry, 'id' | 'client_name' | 'tariff_name'>>`
    select l.id, c.name as client_name, ${tariffName('t', locale, defaultLocale)} as tariff_name
    from ledger_entries l join clients c on c.id = l.client_id left join tariffs t on t.id = l.tariff_id
    where l.id = any(${[...ids]}::uuid[])`.execute(db);
  const names = new Map(rows.map((row) => [row.id, row]));
  return lines.map((line) => ({
    ...line,
    client_name: names.get(line.id)?.client_name ?? '',
    tariff_name: names.get(line.id)?.tariff_name ?? null,
  }));
}

/**
 * The lines of all clients as a list. All joins are to one row at most, so that PostgreSQL leaves out those that a
 * query does not read.
 */
export function allLedgerSource({ locale, defaultLocale }: Reader): ListSource {
  const tariff = tariffName('t', locale, defaultLocale);
  return {
    from: sql`ledger_entries l left join users u on u.id = l.created_by
      left join ledger_entries r on r.reverses_id = l.id left join clients c on c.id = l.client_id
      left join tariffs t on t.id = l.tariff_id`,
    id: sql`l.id`,
    // Ids are in the order in which lines were written, so that they break ties.
    defaultOrder: sql`l.created_at`,
    columns: columnsOf(allLedgerEntity, {
      table: 'ledger_entries',
      alias: 'l',
      own: {
        ...pricedColumns,
        reversed_by_id: { sql: sql`r.id` },
        note: nameColumn(sql`l.note`),
        created_by_name: nameColumn(sql`u.name`),
        client_name: { ...nameColumn(sql`c.name`), required: true },
        tariff_name: nameColumn(tariff),
      },
    }),
  };
}

/** Sums by kind. */
export const ledgerKindSums = { by: sql`l.kind`, of: sql`l.amount` };
