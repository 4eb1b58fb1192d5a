import type { Filter, ListQuery } from '#contract/kernel/list-query.ts';

/** What waits for somebody, each as the list that holds it (GROWTH section 19, "Home"). */

/** What the conditions of the lists depend on. */
export interface Reader {
  id: string;
  /** Days of the installation. */
  today: string;
  inAWeek: string;
}

type TodoQuery = Pick<ListQuery, 'filters' | 'sort'>;

const oldestFirst = (field: string): ListQuery['sort'] => [{ field, order: 'asc' }];
const statusIn = (...value: string[]): Filter => ({ field: 'status', op: 'in', value });

export const failedCabinets: TodoQuery = {
  filters: [{ field: 'cabinet_status', op: 'eq', value: 'failed' }],
  sort: oldestFirst('created_at'),
};

/** Clients who lose access today unless they pay. */
export function suspendedToday({ today }: Reader): TodoQuery {
  return {
    filters: [statusIn('grace'), { field: 'access_ends_at', op: 'lte', value: today }],
    sort: oldestFirst('lasts_until'),
  };
}

/** Clients whose balance doesn't cover what is charged today. */
export function dueToday({ today }: Reader): TodoQuery {
  return {
    filters: [statusIn('active'), { field: 'lasts_until', op: 'lte', value: today }],
    sort: oldestFirst('lasts_until'),
  };
}

/** Trials that end within a week with nothing paid for the time after. */
export function trialsEnding({ inAWeek }: Reader): TodoQuery {
  return {
    filters: [statusIn('trial'), { field: 'lasts_until', op: 'lte', value: inAWeek }],
    sort: oldestFirst('lasts_until'),
  };
}

/** The reader's own clients who owe or can't work. */
export function ownInTrouble({ id }: Reader): TodoQuery {
  return {
    filters: [statusIn('grace', 'blocked'), { field: 'manager_id', op: 'eq', value: id }],
    sort: oldestFirst('lasts_until'),
  };
}
