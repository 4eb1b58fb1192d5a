import { type SavedView, type SavedViewInput, viewLimits } from '#contract/entities/saved-view.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { newId } from '#server/kernel/ids.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { chooseViewMail } from './choose-view-mail.ts';
import {
  checkedSearch,
  editable,
  maySeeList,
  refuseSharing,
  toSavedView,
  type ViewDeps,
  viewSubject,
  writing,
} from './saved-view.ts';
import { countViewsOf, insertView } from './saved-view-store.ts';

/** Saves the state of a list as a view. */
export async function createView(
  deps: ViewDeps,
  caller: StaffCaller,
  { resource, name, search, columns = null, shared = false, mail = null }: SavedViewInput,
): Promise<SavedView> {
  if (!maySeeList(caller, resource)) throw new AppError('forbidden');
  const { actor, now } = caller;
  if (shared) await refuseSharing(deps, caller);
  return writing(deps, caller, async (tx) => {
    await refuseTooMany(tx, actor.id);
    const row = {
      id: newId(now),
      owner_id: actor.id,
      resource,
      name,
      search: await checkedSearch(deps, caller, { resource, search }),
      columns,
      shared,
      created_at: now,
      updated_at: now,
    };
    await insertView(tx, row);
    if (mail) await chooseViewMail(tx, caller, { viewId: row.id, mail, timeZone: deps.timeZone });
    if (shared) {
      const changes = auditChanges({}, editable(row));
      await writeAudit(tx, caller, { action: 'saved_view.create', subject: viewSubject(row), changes });
    }
    return toSavedView(caller, { ...row, owner_name: actor.name, mail });
  });
}

async function refuseTooMany(tx: Db, ownerId: string): Promise<void> {
  const { max } = viewLimits.count;
  if ((await countViewsOf(tx, ownerId)) < max) return;
  throw new AppError('validation_failed', {
    fields: { name: [{ key: 'validation.tooManyViews', params: { max } }] },
  });
}
