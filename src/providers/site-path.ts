/**
 * A path of this site, or null: what a `redirect` in an address may lead to (DESIGN section 13).
 */
export function sitePath(value: string | null): string | null {
  if (!value?.startsWith('/')) return null;
  try {
    const base = 'http://site.invalid';
    const { origin, pathname, search, hash } = new URL(value, base);
    // `//host` and `/\host` are another site's; `/.//host` is so only after it was resolved.
    if (origin !== base || pathname.startsWith('//')) return null;
    return pathname + search + hash;
  } catch {
    return null;
  }
}

/** Whether a path is the panel's: going from one half to the other is a page load. */
export function isPanelPath(pathname: string): boolean {
  return /^\/(admin-panel|login|set-up)(\/|$)/.test(pathname);
}
