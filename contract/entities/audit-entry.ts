import * as z from 'zod';
import { auditActions, auditActorKinds, auditKinds, auditSubjects } from '../kernel/audit.ts';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { moment } from '../kernel/primitives.ts';
import { rowId } from '../kernel/common-fields.ts';

const nullableText = z.string().nullable();

/** A changed field with the values before and after, never a secret. `erased`: the values were erased, both are null. */
export const auditChange = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  erased: z.literal(true).optional(),
});
export type AuditChange = z.infer<typeof auditChange>;

/**
 * Every field of an audit entry, once, in the order of the list's file (DESIGN section 13). Actor and subject have
 * their names of that time.
 */
export const auditEntity = {
  id: rowId,
  at: { row: moment, list: { type: 'moment' }, csv: true },
  kind: { row: z.enum(auditKinds), list: { type: 'enum', values: auditKinds }, csv: true },
  actor: { row: z.object({ id: nullableText, name: nullableText, kind: z.enum(auditActorKinds) }) },
  actor_kind: { list: { type: 'enum', values: auditActorKinds }, csv: true },
  actor_name: { list: { type: 'text' }, csv: true },
  actor_id: { list: { type: 'id' } },
  /** Staff acting as a client. */
  as_client: { row: z.boolean(), list: { type: 'boolean' }, csv: true },
  action: { row: z.string(), list: { type: 'enum', values: auditActions }, csv: true },
  subject: { row: z.object({ type: z.string(), id: nullableText, name: nullableText }) },
  subject_type: { list: { type: 'enum', values: auditSubjects }, csv: true },
  subject_name: { list: { type: 'text' }, csv: true },
  subject_id: { list: { type: 'id' } },
  client_id: { list: { type: 'id' } },
  person_id: { list: { type: 'id' } },
  changes: { row: z.array(auditChange) },
  /** The colleagues and tariffs whose ids are in the changes, by their names of today. */
  names: { row: z.array(z.object({ id: z.string(), name: z.string() })) },
  ip: { row: nullableText, list: { type: 'text' }, csv: true },
  /** For security events: the browser's name, else its own text. */
  device: { row: nullableText, list: { type: 'text' }, csv: true },
  request_id: { row: nullableText, list: { type: 'text' }, csv: true },
} as const satisfies Entity;

/** Who did what. */
export const auditEntry = z.object(shapeOf(auditEntity, 'row'));
export type AuditEntry = z.infer<typeof auditEntry>;

/** `GET admin/audit`, `GET admin/clients/{id}/activity` */
export const auditList: ListSpec = { fields: listFieldsOf(auditEntity), search: true };
