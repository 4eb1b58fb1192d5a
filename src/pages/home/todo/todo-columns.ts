/** A panel of the to-do list: how many rows are there to show, of how many in all. */
export interface PanelRows {
  known: number;
  total: number;
  /** Of one row, in pixels; about. */
  rowHeight: number;
}

export interface PlacedPanel<Key> {
  key: Key;
  /** How many of its rows it shows. */
  rows: number;
}

/** As many as one deals with at a glance; the rest is behind the link. */
const usualRows = 5;
/** On a phone, where panels are below each other. */
const phoneRows = 3;

/**
 * Two columns of about one height, so that no hole is left below the shorter: of all ways to divide the panels, the one
 * whose columns differ least once the shorter shows more of its rows. Both keep the order, and the first panel is the
 * first on the left. Empty panels take no place. Pure.
 */
export function todoColumns<Key>(panels: readonly (readonly [Key, PanelRows])[]): PlacedPanel<Key>[][] {
  const [first, ...others] = panels.filter(([, { total }]) => total > 0);
  if (!first) return [];
  const divisions = Array.from({ length: 2 ** others.length }, (_, division) =>
    divided(first, others, division),
  );
  const best = divisions.reduce((one, other) => (gapOf(other) < gapOf(one) ? other : one));
  return best
    .filter((column) => column.panels.length > 0)
    .map((column) => column.panels.map(({ key, rows }) => ({ key, rows })));
}

/** The columns where each bit of `division` says whether one of the others is on the left. */
function divided<Key>(
  first: readonly [Key, PanelRows],
  others: readonly (readonly [Key, PanelRows])[],
  division: number,
): [Column<Key>, Column<Key>] {
  const isLeft = (at: number) => Math.floor(division / 2 ** at) % 2 === 1;
  const left = columnOf([first, ...others.filter((_, at) => isLeft(at))]);
  const right = columnOf(others.filter((_, at) => !isLeft(at)));
  if (left.height < right.height) fill(left, right.height);
  else fill(right, left.height);
  return [left, right];
}

function columnOf<Key>(panels: readonly (readonly [Key, PanelRows])[]): Column<Key> {
  const placed = panels.map(([key, of]) => ({ key, rows: Math.min(usualRows, of.known), of }));
  return { panels: placed, height: placed.reduce((sum, { of, rows }) => sum + heightOf(of, rows), 0) };
}

const gapOf = <Key>([left, right]: readonly [Column<Key>, Column<Key>]) =>
  Math.abs(left.height - right.height);

/** The same below each other, where there is room for one column. Pure. */
export function todoColumn<Key>(panels: readonly (readonly [Key, PanelRows])[]): PlacedPanel<Key>[] {
  return panels
    .filter(([, { total }]) => total > 0)
    .map(([key, { known }]) => ({ key, rows: Math.min(phoneRows, known) }));
}

interface Column<Key> {
  height: number;
  panels: (PlacedPanel<Key> & { of: PanelRows })[];
}

/** Title, edges and the gap to the next panel; the link to the rows that are not shown. */
const frameHeight = 86;
const moreHeight = 28;

function heightOf({ total, rowHeight }: PanelRows, shown: number): number {
  return frameHeight + shown * rowHeight + (shown < total ? moreHeight : 0);
}

/** Shows more rows, one by one from the first panel on, while the column stays below a height. */
function fill<Key>(column: Column<Key>, height: number): void {
  for (const panel of column.panels) {
    while (panel.rows < panel.of.known) {
      const more = heightOf(panel.of, panel.rows + 1) - heightOf(panel.of, panel.rows);
      if (column.height + more > height) break;
      panel.rows += 1;
      column.height += more;
    }
  }
}
