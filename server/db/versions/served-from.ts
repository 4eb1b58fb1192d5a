/** A migration in the database that this program does not have, and the oldest version that it serves. */
export interface UnknownMigration {
  name: string;
  /** None for one that only adds: every older program works on. */
  servedFrom: string | null;
}

/**
 * Why a program of this version may not work on a database with these migrations of a newer one; undefined when it
 * may (docs/decisions/0210-versions-side-by-side.md).
 */
export function refusalOf(unknown: readonly UnknownMigration[], version: string): string | undefined {
  const tooNew = unknown
    .flatMap(({ name, servedFrom }) => (servedFrom === null ? [] : [{ name, servedFrom }]))
    .sort((one, other) => compareVersions(other.servedFrom, one.servedFrom))[0];
  if (!tooNew || compareVersions(version, tooNew.servedFrom) >= 0) return undefined;
  return (
    `the database has the migration ${tooNew.name} of a newer program, and serves version ${tooNew.servedFrom} ` +
    `and newer ones; this is ${version}: start a newer program`
  );
}

/** Of the form 1.2.3; what follows a hyphen is before the version itself. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('-', 1)[0]?.split('.').map(Number) ?? []);
  for (let at = 0; at < 3; at += 1) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return Number(other.includes('-')) - Number(one.includes('-'));
}
