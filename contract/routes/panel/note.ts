import { dataOf, done, listOf } from '../../http/answers.ts';
import { note, noteChanges, noteInput, noteList, noteParams } from '../../clients/note.ts';
import * as z from 'zod';
import { id } from '../../kernel/primitives.ts';
import { route, staff } from '../../http/route.ts';

/** What colleagues write about a client (GROWTH section 19). */
export const clientNoteApi = {
  notes: route({
    method: 'GET',
    path: '/admin/clients/:id/notes',
    access: staff('clients.read'),
    summary: 'Notes about a client, newest first',
    params: z.strictObject({ id }),
    list: noteList,
    answer: listOf(note),
  }),
  createNote: route({
    method: 'POST',
    path: '/admin/clients/:id/notes',
    access: staff('clients.write'),
    summary: 'Write a note; a pinned one takes the place of the one before',
    params: z.strictObject({ id }),
    body: noteInput,
    answer: dataOf(note),
    status: 201,
    errors: ['erased'],
  }),
  changeNote: route({
    method: 'PUT',
    path: '/admin/clients/:id/notes/:note',
    access: staff('clients.write'),
    summary: 'Change, pin or unpin a note, whoever wrote it',
    params: noteParams,
    body: noteChanges,
    answer: dataOf(note),
    errors: ['stale', 'erased'],
  }),
  deleteNote: route({
    method: 'DELETE',
    path: '/admin/clients/:id/notes/:note',
    access: staff('clients.write'),
    summary: 'Delete a note; the audit log keeps what it said',
    params: noteParams,
    answer: done,
    errors: ['erased'],
  }),
};
