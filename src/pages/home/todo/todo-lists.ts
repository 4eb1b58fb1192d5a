import type { Filter, ListQuery } from '#contract/kernel/list-query.ts';

/**
 * What waits for somebody, each as the list that holds it (GROWTH section 19, "Home"). Days are relative, so that a view
 * saved from such a list is right tomorrow too.
 */

/** Whom the conditions of the lists depend on. */
export interface Reader {
  id: string;
}

type TodoQuery = Pick<ListQuery, 'filters' | 'sort'>;

const oldestFirst = (field: string): ListQuery['sort'] => [{ field, order: 'asc' }];
const statusIn = (...value: string[]): Filter => ({ field: 'status', op: 'in', value });

export const failedCabinets: TodoQuery = {
  filters: [{ field: 'cabinet_status', op: 'eq', value: 'failed' }],
  sort: oldestFirst('created_at'),
};

/** Also those of an earlier day, should billing be late. */
const untilToday = { op: 'eq', value: 'before:tomorrow' } as const;

/** Clients who lose access today unless they pay. */
export const suspendedToday: TodoQuery = {
  filters: [statusIn('grace'), { field: 'access_ends_at', ...untilToday }],
  sort: oldestFirst('lasts_until'),
};

/** Clients whose balance doesn't cover what is charged today. */
export const dueToday: TodoQuery = {
  filters: [statusIn('active'), { field: 'lasts_until', ...untilToday }],
  sort: oldestFirst('lasts_until'),
};

/** Trials that end within a week with nothing paid for the time after. */
export const trialsEnding: TodoQuery = {
  filters: [statusIn('trial'), { field: 'lasts_until', op: 'eq', value: 'next:7d' }],
  sort: oldestFirst('lasts_until'),
};

/** The reader's own clients who owe or can't work. */
export function ownInTrouble({ id }: Reader): TodoQuery {
  return {
    filters: [statusIn('grace', 'blocked'), { field: 'manager_id', op: 'eq', value: id }],
    sort: oldestFirst('lasts_until'),
  };
}

/** All of the reader's own clients: nothing to do, but the way to them. */
export function ownClients({ id }: Reader): TodoQuery {
  return { filters: [{ field: 'manager_id', op: 'eq', value: id }], sort: [] };
}
