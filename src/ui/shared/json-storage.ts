/**
 * Values as JSON in a storage of the browser's. Where it refuses to store (blocked, full), nothing is kept; garbage in
 * it, and what is not there, read as null.
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
    /** What was kept, whatever it has become. */
    kept(name: string): unknown {
      return attempt((kept): unknown => JSON.parse(kept.getItem(name) ?? 'null')) ?? null;
    },
    forget(name: string): void {
      attempt((kept) => kept.removeItem(name));
    },
    /** The names that begin so. */
    names(prefix: string): string[] {
      return attempt((kept) => Object.keys(kept).filter((name) => name.startsWith(prefix))) ?? [];
    },
  };
}

/** As long as the tab lives. */
export const tabStorage = jsonStorage(() => sessionStorage);
/** Until it is forgotten, for all tabs; `local-storage.ts` has what the specification names. */
export const browserStorage = jsonStorage(() => localStorage);
