import type { ListQuery } from '#contract/list-query.ts';

/** Failed emails that were neither sent again nor dismissed, oldest first. */
export const failedEmails: Pick<ListQuery, 'filters' | 'sort'> = {
  filters: [
    { field: 'status', op: 'eq', value: 'failed' },
    { field: 'dealt_with_at', op: 'null', value: 'true' },
  ],
  sort: [{ field: 'created_at', order: 'asc' }],
};
