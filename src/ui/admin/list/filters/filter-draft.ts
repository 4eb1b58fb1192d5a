import type { FieldType, Filter, ListQuery, ListSpec } from '#contract/kernel/list-query.ts';
import { relativeRange } from '#contract/kernel/relative-range.ts';
import { containing, typedIn } from '#web/providers/list-pattern.ts';
import { minorUnitsOf, typedUnits } from '#web/ui/shared/amount.ts';

/** The state of a filter while it is being filled in; empty parts filter nothing. */
export interface FilterDraft {
  /** text: contains; enum and id: one of. */
  text?: string;
  among?: string[];
  is?: '1' | '0';
  /** number: as typed; money: in whole units as typed; moment and day: a day. */
  from?: string;
  to?: string;
  /** A date within a range that moves with time: `next:7d`. */
  range?: string;
  /** Finds rows without a value; excludes all other conditions. */
  empty?: '1';
}

/** Whether a filter's control can show it. */
export function canBeDraft(spec: ListSpec, filter: Filter): boolean {
  const type = spec.fields[filter.field]?.type;
  return type !== undefined && draftPart(type, filter) !== undefined;
}

/** The filters of the address as drafts by field. Those that a control can't show are left out. */
export function draftsOf(spec: ListSpec, query: ListQuery): Record<string, FilterDraft> {
  const drafts: Record<string, FilterDraft> = {};
  for (const filter of query.filters) {
    const type = spec.fields[filter.field]?.type;
    const part = type && draftPart(type, filter);
    if (part) drafts[filter.field] = { ...drafts[filter.field], ...part };
  }
  return drafts;
}

/** The filters for these drafts. Filters of the address that no draft can express are kept. */
export function filtersOf(spec: ListSpec, query: ListQuery, drafts: Record<string, FilterDraft>): Filter[] {
  const kept = query.filters.filter((filter) => !canBeDraft(spec, filter));
  const said = Object.entries(drafts).flatMap(([field, draft]) => {
    const type = spec.fields[field]?.type;
    return type ? filtersOfDraft(field, type, draft) : [];
  });
  return [...kept, ...said];
}

/** A typed whole number (`1 000`); undefined when it is none. */
function wholeNumberOf(typed: string): string | undefined {
  const digits = typed.replace(/[\s\u00a0]/g, '');
  return /^-?\d{1,15}$/.test(digits) ? digits : undefined;
}

/** Whether a typed end of a range of amounts or numbers is valid; an empty one is. */
export function isRangeEnd(type: FieldType, typed = ''): boolean {
  if (typed.trim() === '') return true;
  return (type === 'money' ? minorUnitsOf(typed) : wholeNumberOf(typed)) !== undefined;
}

function draftPart(type: FieldType, { op, value }: Filter): FilterDraft | undefined {
  const one = Array.isArray(value) ? undefined : value;
  if (op === 'null') return one === '1' || one === 'true' ? { empty: '1' } : undefined;
  switch (type) {
    case 'text':
      return op === 'ilike' && one !== undefined ? { text: typedIn(one) } : undefined;
    case 'enum':
    case 'id':
      if (op === 'in' && Array.isArray(value)) return { among: value };
      return op === 'eq' && one !== undefined ? { among: [one] } : undefined;
    case 'boolean':
      return op === 'eq' ? { is: one === '1' || one === 'true' ? '1' : '0' } : undefined;
    case 'number':
    case 'money':
    case 'day':
    case 'moment': {
      if (op === 'eq' && one !== undefined && type !== 'number' && type !== 'money' && relativeRange(one)) {
        return { range: one };
      }
      const shown = type === 'money' ? one && typedUnits(one) : one;
      if (op === 'gte' && shown !== undefined) return { from: shown };
      return op === 'lte' && shown !== undefined ? { to: shown } : undefined;
    }
  }
}

function filtersOfDraft(field: string, type: FieldType, draft: FilterDraft): Filter[] {
  const filters: Filter[] = [];
  const add = (op: Filter['op'], value: string | string[] | undefined) => {
    if (value !== undefined && value.length > 0) filters.push({ field, op, value });
  };
  const bound = (typed: string | undefined) => {
    if (typed === undefined) return undefined;
    if (type === 'money') return minorUnitsOf(typed);
    return type === 'number' ? wholeNumberOf(typed) : typed;
  };
  if (draft.empty) {
    add('null', draft.empty);
    return filters;
  }
  if (draft.text?.trim()) add('ilike', containing(draft.text.trim()));
  if (draft.among?.length === 1) add('eq', draft.among[0]);
  else add('in', draft.among);
  add('eq', draft.is);
  add('eq', draft.range);
  add('gte', bound(draft.from));
  add('lte', bound(draft.to));
  return filters;
}
