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
 * Two columns of about one height, so that no hole is left below the shorter: each panel in turn goes to the shorter
 * column, then the shorter shows more of its rows while they fit. Empty panels take no place. Pure.
 */
export function todoColumns<Key>(panels: readonly (readonly [Key, PanelRows])[]): PlacedPanel<Key>[][] {
  const left: Column<Key> = { height: 0, panels: [] };
  const right: Column<Key> = { height: 0, panels: [] };
  for (const [key, rows] of panels.filter(([, { total }]) => total > 0)) {
    const column = left.height <= right.height ? left : right;
    const shown = Math.min(usualRows, rows.known);
    column.panels.push({ key, rows: shown, of: rows });
    column.height += heightOf(rows, shown);
  }
  if (left.height < right.height) fill(left, right.height);
  else fill(right, left.height);
  return [left, right]
    .filter((column) => column.panels.length > 0)
    .map((column) => column.panels.map(({ key, rows }) => ({ key, rows })));
}

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
