import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { moment } from '../kernel/primitives.ts';

/** How a cabinet differs from its wanted state (DESIGN section 10.3). The last five are failed work. */
export const findingKinds = [
  'answers_blocked',
  'silent',
  'database_without_client',
  'client_without_database',
  'version_behind',
  'creation_failed',
  'suspension_failed',
  'resumption_failed',
  'deletion_failed',
  'move_failed',
] as const;
export type FindingKind = (typeof findingKinds)[number];

const nullableText = z.string().nullable();

/** Every field of a difference seen often enough to count, once, in the order of the list's file. */
export const findingEntity = {
  id: { row: z.string(), list: { type: 'id', shownOnly: true } },
  kind: { row: z.enum(findingKinds), list: { type: 'enum', values: findingKinds }, csv: true },
  /** Null when nobody owns it. */
  client_id: { row: nullableText, list: { type: 'id' } },
  client_name: { row: nullableText, list: { type: 'text' }, csv: true },
  client_status: { row: nullableText, list: { type: 'text' }, csv: true },
  domain: { row: nullableText, list: { type: 'text' }, csv: true },
  driver: { row: z.string(), list: { type: 'text' }, csv: true },
  /** What was seen, or the last error, in the reader's language. */
  message: { row: z.string() },
  /** Technical. */
  detail: { row: nullableText },
  first_seen_at: { row: moment, list: { type: 'moment' }, csv: true },
  last_seen_at: { row: moment, list: { type: 'moment' }, csv: true },
  times_seen: { row: z.int(), list: { type: 'number' }, csv: true },
} as const satisfies Entity;

export const cabinetFinding = z.object(shapeOf(findingEntity, 'row'));
export type CabinetFinding = z.infer<typeof cabinetFinding>;

/** `GET admin/cabinets` */
export const findingList: ListSpec = { fields: listFieldsOf(findingEntity), search: true };
