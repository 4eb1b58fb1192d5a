import * as z from 'zod';
import type { ListSpec } from './list-query.ts';

export const auditActorKinds = ['staff', 'customer', 'cabinet', 'system'] as const;

/**
 * Who did what (DESIGN section 13). Names are those of the moment; `as_client`: staff in a client's place. `before`
 * and `after` are as the row has them, never a secret.
 */
export const auditEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({
    id: z.string().nullable(),
    name: z.string().nullable(),
    kind: z.enum(auditActorKinds),
  }),
  as_client: z.boolean(),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string().nullable(), name: z.string().nullable() }),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** `GET admin/audit`, `GET admin/clients/{id}/activity` */
export const auditList: ListSpec = {
  fields: {
    id: { type: 'id' },
    at: { type: 'moment' },
    actor_id: { type: 'id' },
    actor_name: { type: 'text' },
    actor_kind: { type: 'enum', values: auditActorKinds },
    as_client: { type: 'boolean' },
    action: { type: 'text' },
    subject_type: { type: 'text' },
    subject_id: { type: 'id' },
    subject_name: { type: 'text' },
    client_id: { type: 'id' },
    ip: { type: 'text' },
    request_id: { type: 'text' },
  },
  search: true,
};
