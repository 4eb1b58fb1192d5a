import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { inTransaction } from '../../store/sqlite-file.ts';
import { expectedIn } from './drawer-sum.ts';

/**
 * The drawers of a shop, from their float to their count. A receipt, a return and an undone sale know the drawer that
 * was used then, if any: so each sum of cash belongs to one drawer, and to no moment (docs/decisions/0307).
 */
export const drawersMigration = `
  CREATE TABLE drawers (
    number INTEGER PRIMARY KEY,
    once TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    float INTEGER NOT NULL CHECK (float >= 0),
    opened_at INTEGER NOT NULL,
    counted INTEGER CHECK (counted >= 0),
    closed_at INTEGER,
    closed_by TEXT
  ) STRICT;
  CREATE UNIQUE INDEX drawers_open ON drawers (person) WHERE closed_at IS NULL;
  CREATE TABLE drawer_moves (
    number INTEGER PRIMARY KEY,
    once TEXT NOT NULL UNIQUE,
    drawer INTEGER NOT NULL REFERENCES drawers (number),
    amount INTEGER NOT NULL CHECK (amount <> 0),
    reason TEXT NOT NULL,
    moved_at INTEGER NOT NULL,
    moved_by TEXT NOT NULL
  ) STRICT;
  CREATE INDEX moves_of_drawer ON drawer_moves (drawer);
  ALTER TABLE receipts ADD COLUMN drawer INTEGER REFERENCES drawers (number);
  ALTER TABLE receipts ADD COLUMN voided_from INTEGER REFERENCES drawers (number);
  ALTER TABLE returns ADD COLUMN drawer INTEGER REFERENCES drawers (number);
  CREATE INDEX receipts_of_drawer ON receipts (drawer) WHERE drawer IS NOT NULL;
  CREATE INDEX voided_from_drawer ON receipts (voided_from) WHERE voided_from IS NOT NULL;
  CREATE INDEX returns_of_drawer ON returns (drawer) WHERE drawer IS NOT NULL;`;

/** A movement that was a slip is undone, and stays with who undid it. */
export const undoneMovesMigration = `
  ALTER TABLE drawer_moves ADD COLUMN undone_at INTEGER;
  ALTER TABLE drawer_moves ADD COLUMN undone_by TEXT;`;

/** Why a count differs from what should be there; earlier ones don't say. */
export const countReasonMigration = 'ALTER TABLE drawers ADD COLUMN reason TEXT;';

/** The person's id of who counted: a cashier sees what came of it. Earlier ones don't say. */
export const countedByMigration = 'ALTER TABLE drawers ADD COLUMN counted_by TEXT;';

const mostListed = 50;
const cashOf = (sum: string, of: string) =>
  `coalesce(sum(CASE r.paid_by WHEN 'cash' THEN ${sum} WHEN 'mixed' THEN ${of}.in_cash ELSE 0 END), 0)`;
const columns = `number, person, name, float, opened_at, counted, closed_at, closed_by, counted_by, reason,
  (SELECT ${cashOf('r.total', 'r')} FROM receipts r WHERE r.drawer = drawers.number) AS sold,
  (SELECT ${cashOf('r.total', 'r')} FROM receipts r WHERE r.voided_from = drawers.number) +
  (SELECT ${cashOf('x.amount', 'x')} FROM returns x JOIN receipts r ON r.number = x.receipt
     WHERE x.drawer = drawers.number) AS returned,
  (SELECT coalesce(sum(rounding), 0) FROM receipts r WHERE r.drawer = drawers.number) -
  (SELECT coalesce(sum(rounding), 0) FROM receipts r WHERE r.voided_from = drawers.number) -
  (SELECT coalesce(sum(rounding), 0) FROM returns x WHERE x.drawer = drawers.number) AS rounding`;
const drawerRow = z.object({
  number: z.int(),
  /** Whose it is, by id and by name. */
  person: z.string(),
  name: z.string(),
  float: z.int(),
  opened_at: z.int(),
  counted: z.int().nullable(),
  closed_at: z.int().nullable(),
  closed_by: z.string().nullable(),
  /** Who closed it, by id. */
  counted_by: z.string().nullable(),
  /** Why the count differs. */
  reason: z.string().nullable(),
  sold: z.int(),
  returned: z.int(),
  rounding: z.int(),
});
const moveRow = z.object({
  number: z.int(),
  amount: z.int(),
  reason: z.string(),
  moved_at: z.int(),
  moved_by: z.string(),
  undone_at: z.int().nullable(),
  undone_by: z.string().nullable(),
});
const countRow = z.object({
  counted: z.int(),
  closed_by: z.string(),
  opened_at: z.int(),
  closed_at: z.int(),
});

export type DrawerMove = z.infer<typeof moveRow>;
export type Drawer = z.infer<typeof drawerRow> & { moves: DrawerMove[] };
/** What a drawer had when it was counted last. */
export type LastCount = z.infer<typeof countRow>;

/**
 * The open drawer that the cash of a person goes into, and comes from, as SQL: the own one, else the one into which the
 * person sold last, else the one that was opened last. `who` is the person's id, in words that no inner table captures;
 * `chosen` is the number of another one that is asked for. A colleague of the platform has none (docs/decisions/0308).
 */
export function drawerInUse(who: string, chosen = 'NULL'): string {
  const lastSale = `(SELECT max(s.number) FROM receipts s WHERE s.drawer = d.number AND s.sold_by = ${who})`;
  return `(SELECT d.number FROM drawers d WHERE d.closed_at IS NULL AND ${who} IS NOT NULL
    ORDER BY d.number IS ${chosen} DESC, d.person = ${who} DESC, ${lastSale} DESC, d.number DESC LIMIT 1)`;
}

export function drawersStore(database: DatabaseSync) {
  const withMoves = (row: z.infer<typeof drawerRow>): Drawer => {
    const moves = database
      .prepare(
        `SELECT number, amount, reason, moved_at, moved_by, undone_at, undone_by FROM drawer_moves
         WHERE drawer = ? ORDER BY number DESC`,
      )
      .all(row.number);
    return { ...row, moves: z.array(moveRow).parse(moves) };
  };
  const one = (condition: string, value: string | number): Drawer | undefined => {
    const row = drawerRow
      .optional()
      .parse(database.prepare(`SELECT ${columns} FROM drawers WHERE ${condition}`).get(value));
    return row && withMoves(row);
  };
  const findDrawer = (number: number) => one('number = ?', number);
  return {
    ...drawerChanges(database, findDrawer),
    findDrawer,
    /** The one that the cash of a person goes into. */
    drawerOf: (person: string) => one(`number = ${drawerInUse('?1')}`, person),

    /** All that are open, those that were opened last first. */
    openDrawers(): Drawer[] {
      const found = database
        .prepare(`SELECT ${columns} FROM drawers WHERE closed_at IS NULL ORDER BY number DESC`)
        .all();
      return z.array(drawerRow).parse(found).map(withMoves);
    },

    /**
     * The count that a person's next drawer probably begins with: that of the person's last one, unless another was open
     * since, from its float to its count.
     */
    lastCount(person: string): LastCount | undefined {
      const last = (condition: string, ...values: string[]) =>
        countRow.optional().parse(
          database
            .prepare(
              `SELECT counted, closed_by, opened_at, closed_at FROM drawers
                 WHERE counted IS NOT NULL AND ${condition} ORDER BY closed_at DESC, number DESC LIMIT 1`,
            )
            .get(...values),
        );
      const ofShop = last('TRUE');
      const own = last('person = ?', person);
      return own && ofShop && ofShop.opened_at < own.closed_at ? own : ofShop;
    },

    /** The latest first, those that one person opened or closed, or all. */
    drawers(person: string | null): Drawer[] {
      const found = database
        .prepare(
          `SELECT ${columns} FROM drawers WHERE ?1 IS NULL OR ?1 IN (person, counted_by)
           ORDER BY number DESC LIMIT ${mostListed}`,
        )
        .all(person);
      return z.array(drawerRow).parse(found).map(withMoves);
    },
  };
}

function drawerChanges(database: DatabaseSync, findDrawer: (number: number) => Drawer | undefined) {
  return {
    /** Nobody has two at a time. `once` is made with the form. */
    openDrawer(drawer: { once: string; person: string; name: string; float: number; now: Date }): void {
      const { once, person, name, float, now } = drawer;
      database
        .prepare(
          `INSERT INTO drawers (once, person, name, float, opened_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT DO NOTHING`,
        )
        .run(once, person, name, float, now.getTime());
    },

    /**
     * Puts cash into an open drawer, or takes some out: then the amount is below nothing. Where less is there, nothing
     * happens, and it says how much is.
     */
    moveCash(
      number: number,
      {
        once,
        amount,
        reason,
        now,
        by,
      }: { once: string; amount: number; reason: string; now: Date; by: string },
    ): number | undefined {
      return inTransaction(database, () => {
        const drawer = findDrawer(number);
        const isKnown = database.prepare('SELECT 1 FROM drawer_moves WHERE once = ?').get(once) !== undefined;
        if (!drawer || drawer.closed_at !== null || isKnown) return undefined;
        const there = Math.max(0, expectedIn(drawer));
        if (amount < 0 && there + amount < 0) return there;
        database
          .prepare(
            `INSERT INTO drawer_moves (once, drawer, amount, reason, moved_at, moved_by) VALUES (?, ?, ?, ?, ?, ?)`,
          )
          .run(once, number, amount, reason, now.getTime(), by);
        return undefined;
      });
    },

    /** Only the last movement of an open drawer that is not undone yet. */
    undoMove(drawer: number, move: number, { now, by }: { now: Date; by: string }): void {
      database
        .prepare(
          `UPDATE drawer_moves SET undone_at = ?1, undone_by = ?2
           WHERE number = ?3 AND number = (SELECT max(number) FROM drawer_moves WHERE drawer = ?4 AND undone_at IS NULL)
             AND (SELECT closed_at FROM drawers WHERE number = ?4) IS NULL`,
        )
        .run(now.getTime(), by, move, drawer);
    },

    /**
     * The second time does nothing: what was counted stays. Without a reason a count that differs closes nothing, and it
     * says by how much.
     */
    closeDrawer(
      number: number,
      count: { counted: number; reason: string; now: Date; by: string; person: string | null },
    ): number | undefined {
      const { counted, reason, now, by, person } = count;
      return inTransaction(database, () => {
        const drawer = findDrawer(number);
        if (!drawer || drawer.closed_at !== null) return undefined;
        const difference = counted - expectedIn(drawer);
        if (difference !== 0 && reason === '') return difference;
        database
          .prepare(
            `UPDATE drawers SET counted = ?, reason = ?, closed_at = ?, closed_by = ?, counted_by = ?
             WHERE number = ?`,
          )
          .run(counted, difference === 0 ? null : reason, now.getTime(), by, person, number);
        return undefined;
      });
    },
  };
}
