import { createHash } from 'node:crypto';
import pg from 'pg';

interface Asking {
  query(...given: unknown[]): unknown;
}

/** What has a plan. Only one statement can be prepared. */
const isPlanned = (text: string) => /^\s*(select|insert|update|delete|with)\b(?!.*;\s*\S)/is.test(text);
/** By text; undefined for what is sent as it is. */
const names = new Map<string, string | undefined>();

/**
 * Has PostgreSQL parse and plan each statement once for a connection instead of at each call: that is most of what it
 * does in tests, whose tables are almost empty (docs/decisions/0258). In production plans are made for the values, and
 * no connection keeps one.
 */
export function planOnce(): void {
  const prototype = pg.Client.prototype as unknown as Asking & { plansOnce?: true };
  if (prototype.plansOnce) return;
  prototype.plansOnce = true;
  const { query } = prototype;
  prototype.query = function (this: Asking, ...given: unknown[]): unknown {
    const [text, values, callback] = given;
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
    return name === undefined ? query.apply(this, given) : query.call(this, { name, text, values }, callback);
  };
}

function nameOf(text: string): string | undefined {
  if (!names.has(text))
    names.set(text, isPlanned(text) ? createHash('sha1').update(text).digest('base64url') : undefined);
  return names.get(text);
}
