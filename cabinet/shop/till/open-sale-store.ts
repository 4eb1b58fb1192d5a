import type { DatabaseSync } from 'node:sqlite';

/** A sale that nobody touched for so long was left. */
const keptMs = 12 * 3_600_000;

/**
 * The address of the sale that a session has begun and not made, so that a look at the goods or the receipts doesn't
 * lose it. Sessions that know no session of the platform have none.
 */
export function openSaleStore(database: DatabaseSync) {
  return {
    /** Null: there is nothing in it any more. */
    keepSale(session: string | null, address: string | null, now: Date): void {
      if (session === null) return;
      database
        .prepare('DELETE FROM open_sales WHERE platform_session = ? OR kept_at < ?')
        .run(session, now.getTime() - keptMs);
      if (address !== null)
        database.prepare('INSERT INTO open_sales VALUES (?, ?, ?)').run(session, address, now.getTime());
    },

    openSale(session: string | null, now: Date): string | undefined {
      const row = database
        .prepare('SELECT address FROM open_sales WHERE platform_session = ? AND kept_at >= ?')
        .get(session, now.getTime() - keptMs);
      return row && String(row.address);
    },
  };
}
