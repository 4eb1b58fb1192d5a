import type { Tag, TagChanges, TagInput } from '#contract/entities/tag.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { writeAudit } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import { AppError, fieldError } from '#server/kernel/app-error.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { toTag } from './read-tags.ts';
import { deleteTag, insertTag, lockTag, type TagRow, updateTag } from './tag-store.ts';

/** Makes a tag. A name that another one has, in any case, is a 422 at `name`. */
export function createTag(db: Db, caller: Caller, input: TagInput): Promise<Tag> {
  const { now } = caller;
  return writing(db, caller, async (tx) => {
    const row = { ...input, id: newId(now), created_at: now, updated_at: now };
    await insertTag(tx, row);
    const changes = auditChanges({}, audited(row));
    await writeAudit(tx, caller, { action: 'tag.create', subject: subjectOf(row), changes });
    return toTag({ ...row, clients_count: 0 });
  });
}

/** Renames or recolours a tag. */
export function changeTag(
  db: Db,
  caller: Caller,
  { id, input: { updated_at, ...input } }: { id: string; input: TagChanges },
): Promise<Tag> {
  return writing(db, caller, async (tx) => {
    const before = await requireTag(tx, id);
    const after = await changeRow<TagRow>(tx, caller, {
      before,
      sent: updated_at,
      current: () => toTag(before),
      merge: () => ({ ...before, ...input }),
      audited,
      write: (row) => updateTag(tx, row),
      entry: (row) => ({ action: 'tag.change', subject: subjectOf(row) }),
    });
    return toTag(after);
  });
}

/** Deletes a tag, and takes it off everything that has it. */
export async function removeTag(db: Db, caller: Caller, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const tag = await requireTag(tx, id);
    await deleteTag(tx, id);
    await writeAudit(tx, caller, { action: 'tag.delete', subject: subjectOf(tag) });
  });
}

async function requireTag(tx: Db, id: string): Promise<TagRow> {
  const row = await lockTag(tx, id);
  if (!row) throw new AppError('not_found');
  return row;
}

async function writing<Answer>(db: Db, caller: Caller, write: (tx: Db) => Promise<Answer>): Promise<Answer> {
  try {
    return await answered(db, caller, write);
  } catch (error) {
    throw isUniqueViolation(error) ? fieldError('name', 'validation.nameTaken') : error;
  }
}

function audited({ name, color }: Pick<TagRow, 'name' | 'color'>) {
  return { name, color };
}

function subjectOf({ id, name }: Pick<TagRow, 'id' | 'name'>) {
  return { type: 'tag', id, name };
}
