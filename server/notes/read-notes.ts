import { type Note, noteEntity } from '#contract/clients/note.ts';
import type { Db } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import { noteCsv, type NoteRow, notesByIds, noteSource, pinnedNote } from './note-store.ts';

/** The notes about one row, newest first. */
export function noteListing(db: Db, subjectId: string): Listing<Note> {
  return {
    name: 'notes',
    source: () => noteSource(subjectId),
    rows: async (_caller, ids) => inOrderOf(ids, await notesByIds(db, ids)).map(toNote),
    csv: noteCsv,
  };
}

/** The note that the head of a row's page shows; null for none. */
export async function readPinnedNote(db: Db, subjectId: string): Promise<Note | null> {
  const row = await pinnedNote(db, subjectId);
  return row ? toNote(row) : null;
}

export function toNote(row: NoteRow): Note {
  return toAnswer(noteEntity, row, {
    created_by: personOf(row.created_by, row.created_by_name),
    updated_by: personOf(row.updated_by, row.updated_by_name),
  });
}

function personOf(id: string | null, name: string | null): Note['created_by'] {
  return id !== null && name !== null ? { id, name } : null;
}
