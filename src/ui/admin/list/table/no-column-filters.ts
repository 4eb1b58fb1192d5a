/**
 * Replaces the filters of antd's own columns in the built pages: no list has them, because filters are a bar above the
 * rows, and they would bring a tree, a menu and a search to the first visit of every list (docs/decisions/0215).
 */
export default function NoColumnFilters(): null {
  return null;
}

export function flattenKeys(): [] {
  return [];
}
