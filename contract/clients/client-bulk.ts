import * as z from 'zod';
import { billingPeriods } from '../entities/client.ts';
import type { Permission } from '../kernel/permissions.ts';
import { id, limits, line, multiline } from '../kernel/primitives.ts';
import { tagLimits } from '../entities/tag.ts';

/** What can be done to many clients at once (GROWTH section 19, "Bulk input"). */
export const clientActs = [
  'prolong',
  'tariff',
  'block',
  'unblock',
  'manager',
  'tags',
  'notify',
  'delete',
  'restore',
] as const;
export type ClientAct = (typeof clientActs)[number];

/** The permission for each: the same as for one client. */
export const clientActNeeds = {
  prolong: 'clients.replenish',
  tariff: 'clients.write',
  block: 'clients.write',
  unblock: 'clients.write',
  manager: 'clients.write',
  tags: 'clients.write',
  notify: 'clients.write',
  delete: 'clients.delete',
  restore: 'clients.delete',
} as const satisfies Record<ClientAct, Permission>;

export const bulkInputLimits = {
  days: { min: 1, max: 365 },
  subject: { max: 150 },
  body: { min: 1, max: 5000 },
} as const;

const reason = line({ min: 0, max: limits.reason.max }).nullable().optional();
const nothing = z.strictObject({});
const someTags = z.array(id).max(tagLimits.count.max).optional();

/** What each act is told. */
export const clientActInputs = {
  /** The end of the free or paid period moves by these days. */
  prolong: z.strictObject({
    days: z.int().min(bulkInputLimits.days.min).max(bulkInputLimits.days.max),
  }),
  tariff: z.strictObject({
    tariff_id: id,
    billing_period: z.enum(billingPeriods).optional(),
    when: z.enum(['now', 'period_end']).optional(),
  }),
  block: z.strictObject({ reason }),
  unblock: nothing,
  manager: z.strictObject({ manager_id: id.nullable() }),
  tags: z.strictObject({ add: someTags, remove: someTags }),
  /** An e-mail in the words of the person who writes it. */
  notify: z.strictObject({
    subject: line(bulkInputLimits.subject),
    body: multiline(bulkInputLimits.body),
  }),
  delete: z.strictObject({ reason }),
  restore: nothing,
} as const satisfies Record<ClientAct, z.ZodType>;
