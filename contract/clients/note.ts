import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import { created, own, rowId, updated } from '../kernel/common-fields.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { id, moment, multiline } from '../kernel/primitives.ts';

export const noteLimits = { text: { min: 1, max: 5000 } } as const;

/** A colleague at that time; null for somebody whose account is unknown. */
const person = z.object({ id: z.string(), name: z.string() }).nullable();

/** Every field of a note, once, in the order of the list's file (GROWTH section 19). */
export const noteEntity = {
  id: rowId,
  created_at: created,
  text: { row: z.string(), ...own(multiline(noteLimits.text)), list: { type: 'text' }, csv: true },
  /** Shown in the head of the page; a row has one such note at most. */
  pinned: { row: z.boolean(), ...own(z.boolean()), list: { type: 'boolean' }, csv: true },
  created_by: { row: person },
  created_by_name: { list: { type: 'text' }, csv: true },
  /** Who changed it last. */
  updated_by: { row: person },
  updated_at: updated,
} as const satisfies Entity;

/** What colleagues wrote about a row. */
export const note = z.object(shapeOf(noteEntity, 'row'));
export type Note = z.infer<typeof note>;

export const noteList: ListSpec = { fields: listFieldsOf(noteEntity), search: true };

/** `POST admin/clients/{id}/notes` */
export const noteInput = z.strictObject({ ...shapeOf(noteEntity, 'input'), pinned: z.boolean().optional() });
export type NoteInput = z.infer<typeof noteInput>;

/** `PUT admin/clients/{id}/notes/{note}` */
export const noteChanges = z
  .strictObject(shapeOf(noteEntity, 'change'))
  .partial()
  .extend({ updated_at: moment.optional() });
export type NoteChanges = z.infer<typeof noteChanges>;

export const noteParams = z.strictObject({ id, note: id });
