/** The cash of a drawer since it was opened, in minor units; what came in and went out besides sales by hand. */
export interface DrawerCash {
  float: number;
  /** What customers paid in cash. */
  sold: number;
  /** What went back to them in cash. */
  returned: number;
  /** What rounding added to the cash of both; below nothing it took off. */
  rounding: number;
  /** Below nothing: taken out. One that was undone counts for nothing. */
  moves: readonly { amount: number; undone_at?: number | null }[];
}

/** What should be in the drawer. It may be below nothing, where more went out than anybody put down. */
export function expectedIn({ float, sold, returned, rounding, moves }: DrawerCash): number {
  const { putIn, takenOut } = movedIn(moves);
  return float + sold - returned + rounding + putIn - takenOut;
}

/** Both as sums of at least 0. */
export function movedIn(moves: DrawerCash['moves']): { putIn: number; takenOut: number } {
  let putIn = 0;
  let takenOut = 0;
  for (const { amount, undone_at: undoneAt } of moves) {
    if (undoneAt != null) continue;
    if (amount > 0) putIn += amount;
    else takenOut -= amount;
  }
  return { putIn, takenOut };
}

/** What was counted beyond what should be there; below nothing it is missing. Undefined while nothing was counted. */
export function differenceIn(drawer: DrawerCash & { counted: number | null }): number | undefined {
  return drawer.counted === null ? undefined : drawer.counted - expectedIn(drawer);
}
