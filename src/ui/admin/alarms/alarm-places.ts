import { failedEmailsView } from '#contract/entities/saved-view.ts';
import type { AlarmKind, RaisedAlarms } from '#contract/accounts/alarm.ts';
import { type Filter, type ListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import { listPath, showPath } from '#web/ui/admin/resource/define-resource.ts';

/** Where an alarm is mended: the row that it is about, the list of all of them, a page, or the home screen. */
export function alarmPlace({ kind, subject_id }: Pick<RaisedAlarms, 'kind' | 'subject_id'>): string {
  const place = places[kind];
  if (typeof place === 'string') return place;
  if (!place) return '/admin-panel';
  const { resource, hasPage, query } = place;
  if (hasPage && subject_id !== null) return showPath(resource, subject_id);
  return `${listPath(resource)}?${'view' in query ? `view=${query.view}` : printListQuery(query)}`;
}

interface Place {
  resource: { name: string; path?: string };
  hasPage?: boolean;
  /** Its filters and order, or a view that everybody has. */
  query: Pick<ListQuery, 'filters' | 'sort'> | { view: string };
}

const eq = (field: string, value: string): Filter => ({ field, op: 'eq', value });

const hosts = '/admin-panel/settings/hosts';

/** Kinds without a place are on the home screen: its figures and its to-do list. */
const places: Partial<Record<AlarmKind, Place | string>> = {
  cabinet_host_away: hosts,
  cabinet_host_full: hosts,
  cabinet_failed: {
    resource: { name: 'clients' },
    hasPage: true,
    query: { filters: [eq('cabinet_status', 'failed')], sort: [{ field: 'created_at', order: 'asc' }] },
  },
  email_failed: {
    resource: { name: 'emails', path: 'settings/emails' },
    hasPage: true,
    query: { view: failedEmailsView },
  },
  unowned_payment: {
    resource: { name: 'bank_lines', path: 'money/inbox' },
    query: { filters: [eq('status', 'unmatched')], sort: [{ field: 'value_date', order: 'asc' }] },
  },
  gateway: {
    resource: { name: 'payments', path: 'money/payments' },
    query: { filters: [eq('status', 'failed')], sort: [{ field: 'created_at', order: 'desc' }] },
  },
};
