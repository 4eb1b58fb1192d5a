import { flatParameters, parseListQuery, printListQuery } from '#contract/kernel/list-query.ts';
import { can, isReadOnly } from '#contract/kernel/permissions.ts';
import { type SavedView, viewedLists, type ViewedList } from '#contract/entities/saved-view.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller, StaffCaller } from '#server/kernel/caller.ts';
import type { ListDeps } from '#server/lists/list-reply.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import type { SavedViewRow } from './saved-view-store.ts';

/**
 * The rules of saved views (docs/decisions/0050). A private view belongs to its owner alone, whatever others may do;
 * for them it is a 404. Sharing a view, and changing or deleting a shared one, is a write like any other.
 */

/** What the uses of this folder need. */
export interface ViewDeps {
  db: Db;
  settings: Pick<SettingsService, 'get'>;
  lists: Pick<ListDeps, 'specFor'>;
  timeZone: string;
}

/** Whether the caller may see the list behind a view. */
export function maySeeList({ actor }: StaffCaller, resource: ViewedList): boolean {
  return can(actor.permissions, viewedLists[resource].permission, { write: false }).allowed;
}

/** The view for a change: a 404 if the caller doesn't see it, a 403 if they may not change it. */
export async function requireChangeable(
  deps: ViewDeps,
  caller: StaffCaller,
  view: SavedViewRow | undefined,
  { share = false } = {},
): Promise<SavedViewRow> {
  requireVisible(caller, view);
  if (view.shared || share) await refuseSharing(deps, caller);
  if (!mayChange(caller, view)) throw new AppError('forbidden');
  return view;
}

/** A 404 if the caller doesn't see it. */
export function requireVisible(
  caller: StaffCaller,
  view: SavedViewRow | undefined,
): asserts view is SavedViewRow {
  const isTheirs = view && (view.shared || view.owner_id === caller.actor.id);
  if (!isTheirs || !maySeeList(caller, view.resource)) throw new AppError('not_found');
}

/** Refuses changes that others would see to read-only staff, and to all during maintenance. */
export async function refuseSharing({ settings }: ViewDeps, { actor }: StaffCaller): Promise<void> {
  if (isReadOnly(actor.permissions)) throw new AppError('read_only');
  if (await settings.get('read_only')) throw new AppError('maintenance');
}

function mayChange({ actor }: StaffCaller, view: SavedViewRow): boolean {
  if (view.owner_id === actor.id) return !view.shared || !isReadOnly(actor.permissions);
  return view.shared && can(actor.permissions, 'users.write', { write: true }).allowed;
}

/** The list's state as the API prints it, without the page; refuses what the list does not know. */
export async function checkedSearch(
  { lists }: Pick<ViewDeps, 'lists'>,
  { locale }: Pick<Caller, 'locale'>,
  { resource, search }: { resource: ViewedList; search: string },
): Promise<string> {
  const parameters = flatParameters(new URLSearchParams(search));
  const spec = await lists.specFor(viewedLists[resource].spec, { locale, parameters });
  const read = parseListQuery(spec, parameters);
  if (!read.ok) {
    throw new AppError('validation_failed', { fields: { search: Object.values(read.refusals).flat() } });
  }
  const { limit, sort, filters, trashed } = read.query;
  return String(printListQuery({ limit, sort, filters, trashed }));
}

/** The fields that may change, for the audit log too. */
export function editable({
  name,
  search,
  columns,
  shared,
}: Pick<SavedViewRow, 'name' | 'search' | 'columns' | 'shared'>) {
  return { name, search, columns, shared };
}

/** The subject of an audit entry. */
export function viewSubject({ id, name }: { id: string; name: string }) {
  return { type: 'saved_view', id, name };
}

/** A view as it is answered. */
export function toSavedView(caller: StaffCaller, row: SavedViewRow): SavedView {
  return {
    id: row.id,
    resource: row.resource,
    ...editable(row),
    mail: row.mail,
    built_in: false,
    owner: { id: row.owner_id, name: row.owner_name },
    is_own: row.owner_id === caller.actor.id,
    may_change: mayChange(caller, row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Runs a write that is answered; a name that another view of the owner has is a 422. */
export async function writing<Result>(
  { db }: ViewDeps,
  caller: Caller,
  write: (tx: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await answered(db, caller, write);
  } catch (error) {
    throw isUniqueViolation(error) ? fieldError('name', 'validation.viewNameTaken') : error;
  }
}
