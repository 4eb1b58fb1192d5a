import type { EventType } from '#contract/panel/event-types.ts';
import type { NewEvent } from './record-events.ts';

/** The part of an audit entry that says which event it is. */
interface Audited {
  action: string;
  subject: { type: string; id: string | null };
  clientId?: string | null;
  changes?: readonly { field: string; before: unknown; after: unknown }[];
}

/**
 * The events that an entry of the audit log is at the same time: what happens to a client is audited already, in the
 * transaction that causes it, so that no use can forget its event. Pure.
 */
export function eventsOf({ action, clientId, changes = [] }: Audited): NewEvent[] {
  if (!clientId) return [];
  const types = [...(typesOf.get(action) ?? []), ...(action === 'client.change' ? blockOf(changes) : [])];
  return types.map((type) => ({ type, clientId, subjectId: clientId }));
}

const typesOf = new Map<string, readonly EventType[]>([
  ['client.register', ['client.registered']],
  ['client.create', ['client.registered']],
  ['client.import', ['client.registered']],
  ['client.confirm', ['client.confirmed']],
  ['client.change', ['client.changed']],
  ['client.settings', ['client.changed']],
  ['client.change_person', ['client.changed']],
  ['client.block', ['client.blocked']],
  ['client.resume', ['client.unblocked']],
  ['client.return', ['client.unblocked']],
  ['client.archive', ['client.archived']],
  ['client.delete', ['client.deleted']],
  ['client.expire', ['client.deleted']],
  ['client.close', ['client.changed']],
  ['client.close_taken_back', ['client.changed']],
  ['client.closed', ['client.deleted']],
  ['client.restore', ['client.restored']],
  ['client.erase', ['client.erased']],
  ['client.grace', ['subscription.grace']],
  ['client.tariff', ['subscription.changed']],
  ['client.prolong', ['subscription.changed']],
  ['client.prolong_undone', ['subscription.changed']],
  ['client.discount', ['subscription.changed']],
  ['client.discount_ended', ['subscription.changed']],
  ['cabinet.ready', ['cabinet.active']],
  ['cabinet.failed', ['cabinet.failed']],
  ['cabinet.deleted', ['cabinet.deleted']],
]);

/** A block by hand; the lifecycle audits its end as `client.resume`. */
function blockOf(changes: NonNullable<Audited['changes']>): EventType[] {
  const isBlocked = changes.some(({ field, after }) => field === 'status' && after === 'blocked');
  return isBlocked ? ['client.blocked'] : [];
}
