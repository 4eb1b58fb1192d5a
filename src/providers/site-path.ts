/** A path of this site, or null: the allowed values of `redirect` in an address (DESIGN section 13). */
export function sitePath(value: string | null): string | null {
  if (!value?.startsWith('/')) return null;
  try {
    const base = 'http://site.invalid';
    const { origin, pathname, search, hash } = new URL(value, base);
    // `//host` and `/\host` are other sites; `/.//host` becomes one only when it is resolved.
    if (origin !== base || pathname.startsWith('//')) return null;
    return pathname + search + hash;
  } catch {
    return null;
  }
}

/** Whether a path belongs to the panel; going there from customers' pages is a page load. */
export function isPanelPath(pathname: string): boolean {
  return panelPath.test(pathname);
}
export const panelPath = /^\/(admin-panel|login|set-up)(\/|$)/;
