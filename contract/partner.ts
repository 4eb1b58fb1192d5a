import * as z from 'zod';
import type { ListSpec } from './list-query.ts';
import { id, limits, line } from './primitives.ts';
import { partnerKinds } from './registration.ts';

/** What customers type or a link carries: of a partner or a promo code. Case makes no difference. */
export const registrationCode = line({ max: 50 });

/** The tariffs that something is limited to, at least one (DESIGN section 9); null: not limited. */
export const limitedTariffs = z.array(id).min(1, { error: 'validation.oneTariff' }).max(200).nullable();

/** A bank or an alliance that customers register through. Null days: the general free period. */
export const partner = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(partnerKinds),
  free_period_days: z.int().nullable(),
  tariff_ids: z.array(z.string()).nullable(),
  /** Not deleted ones. */
  clients_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Partner = z.infer<typeof partner>;

/** `POST admin/partners` */
export const partnerInput = z.strictObject({
  code: registrationCode,
  name: line(limits.generic),
  kind: z.enum(partnerKinds),
  free_period_days: z.int().min(limits.days.min).max(limits.days.max).nullable().optional(),
  tariff_ids: limitedTariffs.optional(),
});
export type PartnerInput = z.infer<typeof partnerInput>;

/** `PUT admin/partners/{id}`: what is left out stays. */
export const partnerChanges = partnerInput.partial().extend({ updated_at: z.iso.datetime().optional() });
export type PartnerChanges = z.infer<typeof partnerChanges>;

export const partnerList: ListSpec = {
  fields: {
    id: { type: 'id' },
    code: { type: 'text' },
    name: { type: 'text' },
    kind: { type: 'enum', values: partnerKinds },
    free_period_days: { type: 'number' },
    clients_count: { type: 'number' },
    created_at: { type: 'moment' },
    updated_at: { type: 'moment' },
  },
  search: true,
};
