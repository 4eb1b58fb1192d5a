import * as z from 'zod';
import { auditChange } from '../entities/audit-entry.ts';
import { emailKinds } from '../entities/email.ts';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import { rowId } from '../kernel/common-fields.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { auditActorKinds } from '../kernel/audit.ts';
import { id, moment } from '../kernel/primitives.ts';

export const timelineKinds = ['money', 'document', 'email', 'note', 'change', 'sign_in', 'cabinet'] as const;
export type TimelineKind = (typeof timelineKinds)[number];

const text = z.string().nullable();
const money = z.int().nullable();

/** What only some rows have; null in the others. Money in minor units. */
const details = z.object({
  amount: money,
  balance_after: money,
  /** How money came in. */
  service: text,
  /** Of an email or a document. */
  status: text,
  /** Of an email. */
  email_kind: z.enum(emailKinds).nullable(),
  /** Why an email didn't arrive. */
  error: text,
  /** Colleagues' words: of a note, or with a line of the wallet. */
  text,
  /** The browser of a sign-in. */
  device: text,
  /** Staff who acted as the client. */
  as_client: z.boolean(),
  changes: z.array(auditChange),
  /** What kind of row the changes are of, as in the audit log: their fields have its names. */
  subject_type: text,
  /** The colleagues whose ids are in the changes, for readers who may not see the list of users. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** Every field of a row of a timeline, once (GROWTH section 19). */
export const timelineEntity = {
  id: rowId,
  at: { row: moment, list: { type: 'moment' }, csv: true },
  kind: { row: z.enum(timelineKinds), list: { type: 'enum', values: timelineKinds }, csv: true },
  /** What happened: an action of the audit log, or `NOUN.STATE` of what it is about, such as `email.sent`. */
  verb: { row: z.string() },
  actor_kind: { row: z.enum(auditActorKinds) },
  /** The colleague who did it; null for anybody else. */
  person: { row: z.object({ id: z.string(), name: z.string() }).nullable() },
  /** A document's number, an email's subject. */
  title: { row: text },
  details: { row: details },
  link: { row: z.object({ type: z.enum(['document', 'email']), id: z.string() }).nullable() },
} as const satisfies Entity;

/** Something that happened to a client. */
export const timelineRow = z.object(shapeOf(timelineEntity, 'row'));
export type TimelineRow = z.infer<typeof timelineRow>;

/** `GET admin/clients/{id}/timeline` */
export const timelineList: ListSpec = { fields: listFieldsOf(timelineEntity) };

export const timelineParams = z.strictObject({ id });
