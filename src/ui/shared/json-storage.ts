/**
 * Values as JSON in a browser storage. If it refuses to store (blocked, full), nothing is stored; invalid and missing
 * values read as null.
 */
function jsonStorage(storage: () => Storage) {
  const attempt = <Result>(work: (storage: Storage) => Result): Result | undefined => {
    try {
      return work(storage());
    } catch {
      return undefined;
    }
  };
  return {
    keep(name: string, value: unknown): void {
      attempt((kept) => kept.setItem(name, JSON.stringify(value)));
    },
    /** The stored value, in whatever form. */
    kept(name: string): unknown {
      return attempt((kept): unknown => JSON.parse(kept.getItem(name) ?? 'null')) ?? null;
    },
    forget(name: string): void {
      attempt((kept) => kept.removeItem(name));
    },
    /** The names with this prefix. */
    names(prefix: string): string[] {
      return attempt((kept) => Object.keys(kept).filter((name) => name.startsWith(prefix))) ?? [];
    },
  };
}

/** Lives as long as the tab. */
export const tabStorage = jsonStorage(() => sessionStorage);
/** Lives until it is deleted, for all tabs; `local-storage.ts` has the names of the specification. */
export const browserStorage = jsonStorage(() => localStorage);
