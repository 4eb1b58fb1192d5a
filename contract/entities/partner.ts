import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { id, limits, line, moment, nameLine } from '../kernel/primitives.ts';
import { partnerKinds } from '../contact/registration.ts';
import { created, own, rowId, updated } from '../kernel/common-fields.ts';

/** A code of a partner or a promo code, typed by customers or in a link. Case makes no difference. */
export const registrationCode = line({ max: 50 });

/** The tariffs that something is limited to, at least one (DESIGN section 9); null: not limited. */
export const limitedTariffs = z.array(id).min(1, { error: 'validation.oneTariff' }).max(200).nullable();

const days = z.int().min(limits.days.min).max(limits.days.max).nullable();

/** Every field of a bank or an alliance that customers register through, once, in the order of the list's file. */
export const partnerEntity = {
  id: rowId,
  code: {
    row: z.string(),
    ...own(registrationCode),
    list: { type: 'text' },
    csv: true,
    form: { group: 'partner', kind: 'text', help: true },
  },
  name: {
    row: z.string(),
    ...own(nameLine(limits.generic)),
    list: { type: 'text' },
    csv: true,
    form: { group: 'partner', kind: 'text' },
  },
  kind: {
    row: z.enum(partnerKinds),
    ...own(z.enum(partnerKinds)),
    list: { type: 'enum', values: partnerKinds },
    csv: true,
    form: { group: 'partner', values: partnerKinds },
  },
  /** Null: the general free period. */
  free_period_days: {
    row: z.int().nullable(),
    ...own(days.optional()),
    list: { type: 'number' },
    csv: true,
    form: { group: 'partner' },
  },
  tariff_ids: {
    row: z.array(z.string()).nullable(),
    ...own(limitedTariffs.optional()),
    csv: true,
    form: { group: 'partner' },
  },
  /** Clients that are not deleted. */
  clients_count: { row: z.int(), list: { type: 'number' }, csv: true },
  created_at: created,
  updated_at: updated,
} as const satisfies Entity;

export const partner = z.object(shapeOf(partnerEntity, 'row'));
export type Partner = z.infer<typeof partner>;

/** `POST admin/partners` */
export const partnerInput = z.strictObject(shapeOf(partnerEntity, 'input'));
export type PartnerInput = z.infer<typeof partnerInput>;

/** `PUT admin/partners/{id}`: absent fields stay as they are. */
export const partnerChanges = partnerInput.partial().extend({ updated_at: moment.optional() });

export const partnerList: ListSpec = { fields: listFieldsOf(partnerEntity), search: true };
