import * as z from 'zod';
import type { ListSpec } from './list-query.ts';
import { limitedTariffs, registrationCode } from './partner.ts';
import { acrossFields, limits, moment } from './primitives.ts';

/** What a promo code gives: days added to the free period, or money (minor units) once the cabinet is active. */
export const promoEffect = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('free_days'), days: z.int().min(1).max(limits.days.max) }),
    z.strictObject({ kind: z.literal('bonus'), amount: z.int().min(1).max(limits.topUp.max) }),
  ],
  { error: 'validation.notAllowed' },
);
export type PromoEffect = z.infer<typeof promoEffect>;

/** Valid from `valid_from` until before `valid_to`; null: without that bound. `uses_left` null: any number. */
export const promoCode = z.object({
  id: z.string(),
  code: z.string(),
  valid_from: moment.nullable(),
  valid_to: moment.nullable(),
  uses_left: z.int().nullable(),
  effect: promoEffect,
  tariff_ids: z.array(z.string()).nullable(),
  /** Not deleted ones that registered with it. */
  clients_count: z.int(),
  created_at: moment,
  updated_at: moment,
});
export type PromoCode = z.infer<typeof promoCode>;

/** `POST auth/promo-code`: asked before registering. */
export const promoCodeQuestion = z.strictObject({
  promo_code: registrationCode,
  partner: registrationCode.optional(),
});
export const promoCodeOffer = z.object({ code: z.string(), effect: promoEffect });
export type PromoCodeOffer = z.infer<typeof promoCodeOffer>;

const fields = z.strictObject({
  code: registrationCode,
  valid_from: moment.nullable().optional(),
  valid_to: moment.nullable().optional(),
  uses_left: z.int().min(0).max(limits.count.max).nullable().optional(),
  effect: promoEffect,
  tariff_ids: limitedTariffs.optional(),
});

interface Validity {
  valid_from?: string | null | undefined;
  valid_to?: string | null | undefined;
}

/** True when the validity ends after it begins, or has no such bound. */
export function endsAfterItBegins({ valid_from, valid_to }: Validity): boolean {
  return !valid_from || !valid_to || Date.parse(valid_from) < Date.parse(valid_to);
}

const validity = acrossFields<Validity>((dates, refuse) => {
  if (!endsAfterItBegins(dates)) refuse('valid_to', 'validation.endBeforeStart');
});

/** `POST admin/promo-codes` */
export const promoCodeInput = fields.check(validity);
export type PromoCodeInput = z.infer<typeof promoCodeInput>;

/** `PUT admin/promo-codes/{id}`: what is left out stays. */
export const promoCodeChanges = fields.partial().extend({ updated_at: moment.optional() }).check(validity);
export type PromoCodeChanges = z.infer<typeof promoCodeChanges>;

export const promoCodeList: ListSpec = {
  fields: {
    id: { type: 'id' },
    code: { type: 'text' },
    valid_from: { type: 'moment' },
    valid_to: { type: 'moment' },
    uses_left: { type: 'number' },
    clients_count: { type: 'number' },
    created_at: { type: 'moment' },
    updated_at: { type: 'moment' },
  },
  search: true,
};
