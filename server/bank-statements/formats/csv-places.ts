import { headingKey } from './csv-table.ts';

/** The column of each named heading; missing ones are left out. */
export function placesOf<Column extends string>(
  headings: readonly string[],
  named: Readonly<Partial<Record<Column, string>>>,
): Partial<Record<Column, number>> {
  const keys = headings.map(headingKey);
  const places: Partial<Record<Column, number>> = {};
  for (const column of Object.keys(named) as Column[]) {
    const heading = named[column];
    const place = heading === undefined ? -1 : keys.indexOf(headingKey(heading));
    if (place >= 0) places[column] = place;
  }
  return places;
}
