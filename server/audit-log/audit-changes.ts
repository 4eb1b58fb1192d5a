import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '#server/db/tables.ts';

/**
 * What differs between two states of a row, field by field, for an audit entry; times as ISO 8601. A field that one
 * of them lacks is null there: pass `{}` as `before` of a new row.
 */
export function auditChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): AuditChange[] {
  return Object.keys({ ...before, ...after }).flatMap((field) => {
    const change = { field, before: plain(before[field]), after: plain(after[field]) };
    return isDeepStrictEqual(change.before, change.after) ? [] : change;
  });
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
