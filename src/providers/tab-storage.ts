/**
 * What lives as long as the tab. Where the browser refuses to store (blocked, full), nothing is kept: it is read as
 * null after a reload.
 */
export function keepInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Refused.
  }
}

/** What was kept, whatever it has become; null for nothing. */
export function keptInTab(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

export function forgetInTab(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
