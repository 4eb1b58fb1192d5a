import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import { created, own, rowId, updated } from '../kernel/common-fields.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { id, line, moment } from '../kernel/primitives.ts';

export const tagColors = [
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
] as const;
export type TagColor = (typeof tagColors)[number];

export const tagLimits = {
  name: { max: 40 },
  /** Of one row. */
  count: { max: 20 },
} as const;

/** Every field of a tag, once, in the order of the list's file (GROWTH section 19). */
export const tagEntity = {
  id: rowId,
  name: { row: z.string(), ...own(line(tagLimits.name)), list: { type: 'text' }, csv: true },
  color: {
    row: z.enum(tagColors),
    ...own(z.enum(tagColors)),
    list: { type: 'enum', values: tagColors },
    csv: true,
  },
  /** Clients that have it and are not deleted. */
  clients_count: { row: z.int(), list: { type: 'number' }, csv: true },
  created_at: created,
  updated_at: updated,
} as const satisfies Entity;

export const tag = z.object(shapeOf(tagEntity, 'row'));
export type Tag = z.infer<typeof tag>;

/** A tag as the row that has it shows it. */
export const shownTag = tag.pick({ id: true, name: true, color: true });
export type ShownTag = z.infer<typeof shownTag>;

/** `POST admin/tags` */
export const tagInput = z.strictObject(shapeOf(tagEntity, 'input'));
export type TagInput = z.infer<typeof tagInput>;

/** `PUT admin/tags/{id}` */
export const tagChanges = z
  .strictObject(shapeOf(tagEntity, 'change'))
  .partial()
  .extend({ updated_at: moment.optional() });
export type TagChanges = z.infer<typeof tagChanges>;

export const tagList: ListSpec = { fields: listFieldsOf(tagEntity), search: true };

/** The tags of a row, sent whole. */
export const tagIds = z
  .array(id)
  .max(tagLimits.count.max)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'validation.repeated' });
