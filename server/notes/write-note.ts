import type { Note, NoteChanges, NoteInput } from '#contract/clients/note.ts';
import { auditChanges } from '#server/audit-log/audit-changes.ts';
import { type AuditEntryInput, writeAudit } from '#server/audit-log/audit-store.ts';
import { changeRow } from '#server/audit-log/change-row.ts';
import { answered } from '#server/db/answered.ts';
import type { Db } from '#server/db/tables.ts';
import { AppError } from '#server/kernel/app-error.ts';
import type { StaffCaller } from '#server/kernel/caller.ts';
import { newId } from '#server/kernel/ids.ts';
import { deleteNote, insertNote, lockNote, type NoteRow, unpinNotes, updateNote } from './note-store.ts';
import { toNote } from './read-notes.ts';

/** The row that a note is about: its kind, id, and the parts of an audit entry that name it. */
export interface NoteSubject {
  kind: string;
  id: string;
  audited: Pick<AuditEntryInput, 'subject' | 'clientId'>;
}

/** Writes a note about a row. A pinned one takes the place of the pinned one before. */
export function createNote(
  db: Db,
  caller: StaffCaller,
  { about, input: { text, pinned = false } }: { about: NoteSubject; input: NoteInput },
): Promise<Note> {
  const { actor, now } = caller;
  return answered(db, caller, async (tx) => {
    if (pinned) await unpinNotes(tx, about.id);
    const row = {
      id: newId(now),
      subject: about.kind,
      subject_id: about.id,
      text,
      pinned,
      created_by: actor.id,
      updated_by: actor.id,
      created_at: now,
      updated_at: now,
    };
    await insertNote(tx, row);
    await writeAudit(tx, caller, {
      ...about.audited,
      action: 'note.create',
      changes: auditChanges({}, audited(row)),
    });
    return toNote({ ...row, created_by_name: actor.name, updated_by_name: actor.name });
  });
}

/** Changes, pins or unpins a note of any author. */
export function changeNote(
  db: Db,
  caller: StaffCaller,
  { about, note, input: { updated_at, ...input } }: { about: NoteSubject; note: string; input: NoteChanges },
): Promise<Note> {
  const { actor } = caller;
  return answered(db, caller, async (tx) => {
    const before = await requireNote(tx, about, note);
    const after = await changeRow<NoteRow>(tx, caller, {
      before,
      sent: updated_at,
      current: () => toNote(before),
      merge: () => ({ ...before, ...input, updated_by: actor.id, updated_by_name: actor.name }),
      audited,
      async write(row) {
        if (row.pinned && !before.pinned) await unpinNotes(tx, about.id);
        await updateNote(tx, row);
      },
      entry: () => ({ ...about.audited, action: 'note.change' }),
    });
    return toNote(after);
  });
}

/** Deletes a note; the audit log keeps what it said. */
export async function removeNote(
  db: Db,
  caller: StaffCaller,
  { about, note }: { about: NoteSubject; note: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await requireNote(tx, about, note);
    await deleteNote(tx, note);
    const changes = [{ field: 'text', before: row.text, after: null }];
    await writeAudit(tx, caller, { ...about.audited, action: 'note.delete', changes });
  });
}

async function requireNote(tx: Db, about: NoteSubject, id: string): Promise<NoteRow> {
  const row = await lockNote(tx, about.id, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/** What counts as a change. That a note isn't pinned needs no word. */
function audited({ text, pinned }: Pick<NoteRow, 'text' | 'pinned'>) {
  return { text, pinned: pinned || null };
}
