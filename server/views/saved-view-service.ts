import type { Kysely } from 'kysely';
import { flatParameters, parseListQuery, printListQuery } from '#contract/list-query.ts';
import { can, isReadOnly } from '#contract/permissions.ts';
import {
  type SavedView,
  type SavedViewChanges,
  type SavedViewInput,
  viewedLists,
  type ViewedList,
  viewLimits,
} from '#contract/saved-view.ts';
import { auditChanges } from '#server/audit/audit-changes.ts';
import { writeAudit } from '#server/audit/audit-store.ts';
import { nextUpdate, refuseStale } from '#server/db/row-version.ts';
import type { Tables } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import type { Caller, StaffActor } from '#server/http/caller.ts';
import { newId } from '#server/ids.ts';
import { Refused, refusedField } from '#server/refused.ts';
import type { SettingsService } from '#server/settings/settings-service.ts';
import {
  countViewsOf,
  deleteView,
  insertView,
  type SavedViewRow,
  updateView,
  viewById,
  viewsFor,
} from './saved-view-store.ts';

type Staff = Caller<StaffActor>;

/**
 * Saved views of lists (docs/decisions/0050). A private one is its owner's alone, whatever else they may; sharing one,
 * and changing or deleting a shared one, is a write like any other. Somebody else's private view is a 404.
 */
export function createSavedViewService({
  db,
  settings,
}: {
  db: Kysely<Tables>;
  settings: Pick<SettingsService, 'get'>;
}) {
  return {
    async list(caller: Staff, resource?: ViewedList): Promise<SavedView[]> {
      const wanted = resource ? [resource] : (Object.keys(viewedLists) as ViewedList[]); // keys forgets what they are
      const resources = wanted.filter((name) => maySee(caller, name));
      const rows = await viewsFor(db, { userId: caller.actor.id, resources });
      return rows.map((row) => present(caller, row));
    },

    async create(caller: Staff, { resource, ...input }: SavedViewInput): Promise<SavedView> {
      if (!maySee(caller, resource)) throw new Refused('forbidden');
      const { actor, now } = caller;
      const shared = input.shared ?? false;
      if (shared) await refuseSharing(caller);
      return writing(async (tx) => {
        const { max } = viewLimits.count;
        if ((await countViewsOf(tx, actor.id)) >= max) {
          throw new Refused('validation_failed', {
            fields: { name: [{ key: 'validation.tooManyViews', params: { max } }] },
          });
        }
        const row = {
          id: newId(now),
          owner_id: actor.id,
          resource,
          name: input.name,
          search: checkedSearch(resource, input.search),
          columns: input.columns ?? null,
          shared,
          created_at: now,
          updated_at: now,
        };
        await insertView(tx, row);
        if (shared) {
          await writeAudit(tx, caller, {
            action: 'saved_view.create',
            subject: subjectOf(row),
            changes: auditChanges({}, editable(row)),
          });
        }
        return present(caller, { ...row, owner_name: actor.name });
      });
    },

    async change(
      caller: Staff,
      id: string,
      { updated_at, search, ...input }: SavedViewChanges,
    ): Promise<SavedView> {
      return writing(async (tx) => {
        const before = seenBy(caller, await viewById(tx, id, { lock: true }));
        if (before.shared || input.shared) await refuseSharing(caller);
        if (!mayChange(caller, before)) throw new Refused('forbidden');
        refuseStale(updated_at, before.updated_at, () => present(caller, before));
        const after: SavedViewRow = {
          ...before,
          ...input,
          ...(search !== undefined && { search: checkedSearch(before.resource, search) }),
          updated_at: nextUpdate(before.updated_at, caller.now),
        };
        const changes = auditChanges(editable(before), editable(after));
        if (changes.length === 0) return present(caller, before);
        await updateView(tx, id, { ...editable(after), updated_at: after.updated_at });
        if (before.shared || after.shared) {
          await writeAudit(tx, caller, { action: 'saved_view.change', subject: subjectOf(after), changes });
        }
        return present(caller, after);
      });
    },

    async remove(caller: Staff, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const view = seenBy(caller, await viewById(tx, id, { lock: true }));
        if (view.shared) await refuseSharing(caller);
        if (!mayChange(caller, view)) throw new Refused('forbidden');
        await deleteView(tx, id);
        if (view.shared) {
          await writeAudit(tx, caller, { action: 'saved_view.delete', subject: subjectOf(view) });
        }
      });
    },
  };

  /** What others see changes: not by whoever may only look, and not during maintenance. */
  async function refuseSharing({ actor }: Staff): Promise<void> {
    if (isReadOnly(actor.permissions)) throw new Refused('read_only');
    if (await settings.get('read_only')) throw new Refused('maintenance');
  }

  async function writing<Result>(write: (tx: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    try {
      return await db.transaction().execute(write);
    } catch (error) {
      throw isUniqueViolation(error) ? refusedField('name', 'validation.viewNameTaken') : error;
    }
  }
}
export type SavedViewService = ReturnType<typeof createSavedViewService>;

function maySee({ actor }: Staff, resource: ViewedList): boolean {
  return can(actor.permissions, viewedLists[resource].permission, { write: false }).allowed;
}

function seenBy(caller: Staff, view: SavedViewRow | undefined): SavedViewRow {
  const isTheirs = view && (view.shared || view.owner_id === caller.actor.id);
  if (!isTheirs || !maySee(caller, view.resource)) throw new Refused('not_found');
  return view;
}

function mayChange({ actor }: Staff, view: SavedViewRow): boolean {
  if (view.owner_id === actor.id) return !view.shared || !isReadOnly(actor.permissions);
  return view.shared && can(actor.permissions, 'users.write', { write: true }).allowed;
}

/** The state of the list as the API prints it, without the page; what the list does not know is refused. */
function checkedSearch(resource: ViewedList, search: string): string {
  const read = parseListQuery(viewedLists[resource].spec, flatParameters(new URLSearchParams(search)));
  if (!read.ok) {
    throw new Refused('validation_failed', { fields: { search: Object.values(read.refusals).flat() } });
  }
  const { limit, sort, filters, trashed } = read.query;
  return String(printListQuery({ limit, sort, filters, trashed }));
}

function editable({ name, search, columns, shared }: Omit<SavedViewRow, 'owner_name'>) {
  return { name, search, columns, shared };
}

function subjectOf({ id, name }: { id: string; name: string }) {
  return { type: 'saved_view', id, name };
}

function present(caller: Staff, row: SavedViewRow): SavedView {
  return {
    id: row.id,
    resource: row.resource,
    name: row.name,
    search: row.search,
    columns: row.columns,
    shared: row.shared,
    owner: { id: row.owner_id, name: row.owner_name },
    is_own: row.owner_id === caller.actor.id,
    may_change: mayChange(caller, row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
