import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

/**
 * The drawers of cashiers, from their float to their count. A receipt, a return and an undone sale know the drawer that
 * was open then, if any: so each sum of cash belongs to one drawer, and to no moment (docs/decisions/0307).
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

const mostListed = 50;
const cashOf = (sum: string, of: string) =>
  `coalesce(sum(CASE r.paid_by WHEN 'cash' THEN ${sum} WHEN 'mixed' THEN ${of}.in_cash ELSE 0 END), 0)`;
const columns = `number, person, name, float, opened_at, counted, closed_at, closed_by,
  (SELECT ${cashOf('r.total', 'r')} FROM receipts r WHERE r.drawer = drawers.number) AS sold,
  (SELECT ${cashOf('r.total', 'r')} FROM receipts r WHERE r.voided_from = drawers.number) +
  (SELECT ${cashOf('x.amount', 'x')} FROM returns x JOIN receipts r ON r.number = x.receipt
     WHERE x.drawer = drawers.number) AS returned`;
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
  sold: z.int(),
  returned: z.int(),
});
const moveRow = z.object({ amount: z.int(), reason: z.string(), moved_at: z.int(), moved_by: z.string() });

export type DrawerMove = z.infer<typeof moveRow>;
export type Drawer = z.infer<typeof drawerRow> & { moves: DrawerMove[] };

/** The open drawer of a person whose id is the parameter `who`, as SQL. */
export function openDrawerOf(who: string): string {
  return `(SELECT number FROM drawers WHERE person = ${who} AND closed_at IS NULL)`;
}

export function drawersStore(database: DatabaseSync) {
  const withMoves = (row: z.infer<typeof drawerRow>): Drawer => {
    const moves = database
      .prepare(
        'SELECT amount, reason, moved_at, moved_by FROM drawer_moves WHERE drawer = ? ORDER BY number DESC',
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
  return {
    ...drawerChanges(database),
    findDrawer: (number: number) => one('number = ?', number),
    /** The one that a person has open. */
    ownDrawer: (person: string) => one('person = ? AND closed_at IS NULL', person),

    /** The latest first, of one person or of all. */
    drawers(person: string | null): Drawer[] {
      const found = database
        .prepare(
          `SELECT ${columns} FROM drawers WHERE ?1 IS NULL OR person = ?1
           ORDER BY number DESC LIMIT ${mostListed}`,
        )
        .all(person);
      return z.array(drawerRow).parse(found).map(withMoves);
    },
  };
}

function drawerChanges(database: DatabaseSync) {
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

    /** Puts cash into an open drawer, or takes some out: then the amount is below nothing. */
    moveCash(
      drawer: number,
      {
        once,
        amount,
        reason,
        now,
        by,
      }: { once: string; amount: number; reason: string; now: Date; by: string },
    ): void {
      database
        .prepare(
          `INSERT INTO drawer_moves (once, drawer, amount, reason, moved_at, moved_by)
           SELECT ?, number, ?, ?, ?, ? FROM drawers WHERE number = ? AND closed_at IS NULL
           ON CONFLICT (once) DO NOTHING`,
        )
        .run(once, amount, reason, now.getTime(), by, drawer);
    },

    /** The second time does nothing: what was counted stays. */
    closeDrawer(drawer: number, { counted, now, by }: { counted: number; now: Date; by: string }): void {
      database
        .prepare(
          'UPDATE drawers SET counted = ?, closed_at = ?, closed_by = ? WHERE number = ? AND closed_at IS NULL',
        )
        .run(counted, now.getTime(), by, drawer);
    },
  };
}
