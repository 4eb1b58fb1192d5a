import type { Filter, ListQuery, ListSpec } from '#contract/kernel/list-query.ts';
import { boundsOf } from '#contract/kernel/range-days.ts';
import { relativeRange } from '#contract/kernel/relative-range.ts';
import { localDay } from '#server/kernel/periods.ts';

/** The query with the days that its relative ranges mean now, for SQL; addresses and views keep the ranges. */
export function withDays(
  query: ListQuery,
  { now, timeZone, spec }: { now: Date; timeZone: string; spec: Pick<ListSpec, 'fields'> },
): ListQuery {
  return { ...query, filters: query.filters.flatMap((filter) => daysOfFilter(filter)) };

  function daysOfFilter({ field, op, value }: Filter): Filter[] {
    const type = spec.fields[field]?.type;
    const isDate = type === 'day' || type === 'moment';
    const range = isDate && op === 'eq' && typeof value === 'string' ? relativeRange(value) : undefined;
    if (!range) return [{ field, op, value }];
    const { from, to } = boundsOf(range, localDay(now, timeZone));
    return [
      ...(from === undefined ? [] : [{ field, op: 'gte' as const, value: from }]),
      { field, op: 'lte', value: to },
    ];
  }
}
