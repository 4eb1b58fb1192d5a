import * as z from 'zod';
import { type SettingKey, settings } from '../company/settings.ts';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { moment } from '../kernel/primitives.ts';
import { rowId } from '../kernel/common-fields.ts';

const keys = Object.keys(settings) as SettingKey[]; // `keys` loses the type

/** Every field of a general setting with the value in effect, once, in the order of the list's file. */
export const settingEntity = {
  id: rowId,
  key: { row: z.enum(keys), list: { type: 'enum', values: keys }, csv: true },
  value: { row: z.unknown(), csv: true },
  default: { row: z.unknown() },
  is_default: { row: z.boolean(), list: { type: 'boolean' }, csv: true },
  /** The value from the operator's configuration, used instead of null. */
  fallback: { row: z.string().nullable() },
  /** Null for a default. */
  updated_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
} as const satisfies Entity;

export const setting = z.object(shapeOf(settingEntity, 'row'));
export type Setting = z.infer<typeof setting>;

/** `GET admin/settings` */
export const settingList: ListSpec = { fields: listFieldsOf(settingEntity) };
