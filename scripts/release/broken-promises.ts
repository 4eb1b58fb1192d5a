import type { ColumnShape, DatabaseShape } from './database-shape.ts';

/**
 * What a program of the last release would miss in today's database, in words; nothing as long as it was only added
 * to (docs/decisions/0210-versions-side-by-side.md). A column that the last release no longer used may go: it is
 * `retired`, as `table.column`. Rules of the database (checks, unique indexes, triggers) are not compared: they are
 * for the one who reviews a migration, and for the test that runs both programs.
 */
export function brokenPromises(
  last: DatabaseShape,
  today: DatabaseShape,
  retired: readonly string[],
): string[] {
  const lost = Object.entries(last.tables).flatMap(([table, columns]) => {
    const now = today.tables[table];
    const used = Object.entries(columns).filter(([column]) => !retired.includes(`${table}.${column}`));
    if (!now) return used.length > 0 ? [`${table} is gone`] : [];
    return [
      ...used.flatMap(([column, before]) => changed(`${table}.${column}`, before, now[column])),
      ...Object.entries(now)
        .filter(([column, { may }]) => !columns[column] && may === 'neither')
        .map(([column]) => `${table}.${column} is new and required`),
    ];
  });
  return last.jobs === today.jobs ? lost : [...lost, `the jobs' tables are of version ${today.jobs}`];
}

function changed(name: string, before: ColumnShape, now: ColumnShape | undefined): string[] {
  if (!now) return [`${name} is gone`];
  if (now.type !== before.type) return [`${name} was ${before.type} and is ${now.type}`];
  if (now.may === before.may || now.may === 'be empty') return [];
  if (before.may === 'neither') return [];
  return [before.may === 'be empty' ? `${name} may no longer be empty` : `${name} is required`];
}
