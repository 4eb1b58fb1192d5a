import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* kept plan */';

/**
 * Put into a statement that is asked at every request, always in the same words: each connection plans it once.
 * Planning a list costs more than reading it.
 */
export const keptPlan = sql.raw(mark);

const names = new Map<string, string>();
let generation = 0;

/** A connection that keeps the plans of statements with the mark, as prepared statements. */
export class PlanKeepingClient extends pg.Client {
  // pg's own overloads are many; every one of them is passed on.
  override query(...args: unknown[]): never {
    const ask = super.query.bind(this) as (...all: unknown[]) => never;
    const [text, values, callback] = args;
    if (typeof text !== 'string' || callback !== undefined || !text.includes(mark)) return ask(...args);
    const asked: Promise<unknown> = ask({ name: nameOf(text), text, values });
    return asked.catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      names.delete(text);
      return ask(text, values);
    }) as never;
  }
}

/** A newer program has changed a table meanwhile: what was prepared has too few columns. */
function isOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000';
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  generation += 1;
  const name = `${createHash('sha256').update(text).digest('base64url').slice(0, 32)}_${generation}`;
  names.set(text, name);
  return name;
}
