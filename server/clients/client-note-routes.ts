import { clientNoteApi as api } from '#contract/routes/panel/note.ts';
import { clientSubject } from '#server/audit-log/audit-store.ts';
import type { Db } from '#server/db/tables.ts';
import { type Implementation, onStaff } from '#server/http/routes.ts';
import { AppError } from '#server/kernel/app-error.ts';
import { type ListDeps, onListBelow } from '#server/lists/list-reply.ts';
import { noteListing } from '#server/notes/read-notes.ts';
import { changeNote, createNote, type NoteSubject, removeNote } from '#server/notes/write-note.ts';
import { clientById } from './client-store.ts';
import { knownClient } from './read-client.ts';

/** `admin/clients/{id}/notes`: about deleted clients too. */
export function clientNoteRoutes(deps: { db: Db; lists: ListDeps }): Implementation[] {
  const { db, lists } = deps;
  const known = knownClient(deps);
  return [
    onListBelow(api.notes, (id) => noteListing(db, id), lists, known),
    onStaff(
      api.createNote,
      async ({ caller, params, body }) => ({
        data: await createNote(db, caller, { about: await aboutClient(db, params.id), input: body }),
      }),
      known,
    ),
    onStaff(
      api.changeNote,
      async ({ caller, params: { id, note }, body }) => ({
        data: await changeNote(db, caller, { about: await aboutClient(db, id), note, input: body }),
      }),
      known,
    ),
    onStaff(
      api.deleteNote,
      async ({ caller, params: { id, note } }) => {
        await removeNote(db, caller, { about: await aboutClient(db, id), note });
        return { data: {} };
      },
      known,
    ),
  ];
}

async function aboutClient(db: Db, id: string): Promise<NoteSubject> {
  const client = await clientById(db, id);
  if (!client) throw new AppError('not_found');
  if (client.erased_at) throw new AppError('erased');
  return { kind: 'client', id, audited: clientSubject(client) };
}
