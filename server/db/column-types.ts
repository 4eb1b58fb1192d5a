import pg from 'pg';

const { INT8, DATE } = pg.types.builtins;
// Their array types have no names in pg.
const int8Array = 1016;
const dateArray = 1182;

/**
 * How columns become values: `bigint` a number, `date` its text `YYYY-MM-DD` (a day has no time zone, and pg's
 * Date would give it the server's); the rest as pg has it, `timestamptz` a Date and `numeric` a string.
 *
 * @throws RangeError, as the query's rejection, for a bigint that a number cannot hold.
 */
export const columnTypes = new pg.TypeOverrides();
columnTypes.setTypeParser(INT8, safeInteger);
columnTypes.setTypeParser(DATE, (text) => text);

columnTypes.setTypeParser(int8Array, (text) => entriesOf(text).map((entry) => entry && safeInteger(entry)));
columnTypes.setTypeParser(dateArray, entriesOf);

/** Parses an array with one dimension whose entries need no quotes. */
function entriesOf(text: string): (string | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((entry) => (entry === 'NULL' ? null : entry));
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
}
