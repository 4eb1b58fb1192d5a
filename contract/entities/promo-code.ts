import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { acrossFields, limits, moment } from '../kernel/primitives.ts';
import { discountFields } from '../catalogue/discount.ts';
import { created, own, rowId, updated } from '../kernel/common-fields.ts';
import { limitedTariffs, registrationCode } from './partner.ts';

const periods = discountFields.periods;

/**
 * What a promo code gives: days added to the free period, money (minor units), or a discount on the next periods,
 * null of them for all. At the registration the money comes once the cabinet is active; in the account at once.
 */
export const promoEffect = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('free_days'), days: z.int().min(1).max(limits.days.max) }),
    z.strictObject({ kind: z.literal('bonus'), amount: z.int().min(1).max(limits.topUp.max) }),
    z.strictObject({ kind: z.literal('percent'), percent: z.int().min(1).max(100), periods }),
    z.strictObject({ kind: z.literal('amount'), amount: z.int().min(1).max(limits.topUp.max), periods }),
  ],
  { error: 'validation.notAllowed' },
);
export type PromoEffect = z.infer<typeof promoEffect>;
export const effectKinds = [
  'free_days',
  'bonus',
  'percent',
  'amount',
] as const satisfies PromoEffect['kind'][];

/** Whether a code can be used now, and why not. The first that is true of it counts. */
export const promoCodeStates = ['expired', 'not_yet', 'used_up', 'active'] as const;
export type PromoCodeState = (typeof promoCodeStates)[number];

/** Every field of a promo code, once, in the order of the list's file. */
export const promoCodeEntity = {
  id: rowId,
  code: { row: z.string(), ...own(registrationCode), list: { type: 'text' }, csv: true },
  state: { row: z.enum(promoCodeStates), list: { type: 'enum', values: promoCodeStates }, csv: true },
  /** Valid from here until before `valid_to`; null: without that bound. */
  valid_from: {
    row: moment.nullable(),
    ...own(moment.nullable().optional()),
    list: { type: 'moment' },
    csv: true,
  },
  valid_to: {
    row: moment.nullable(),
    ...own(moment.nullable().optional()),
    list: { type: 'moment' },
    csv: true,
  },
  /** Null: any number. */
  uses_left: {
    row: z.int().nullable(),
    ...own(z.int().min(0).max(limits.count.max).nullable().optional()),
    list: { type: 'number' },
    csv: true,
  },
  effect: { row: promoEffect, ...own(promoEffect) },
  // The effect, as it appears in the file.
  extra_free_days: { csv: true },
  bonus: { csv: true },
  discount_percent: { csv: true },
  discount_amount: { csv: true },
  discount_periods: { csv: true },
  tariff_ids: { row: z.array(z.string()).nullable(), ...own(limitedTariffs.optional()), csv: true },
  /** Clients that registered with it or redeemed it later, and are not deleted. */
  clients_count: { row: z.int(), list: { type: 'number' }, csv: true },
  created_at: created,
  updated_at: updated,
} as const satisfies Entity;

export const promoCode = z.object(shapeOf(promoCodeEntity, 'row'));
export type PromoCode = z.infer<typeof promoCode>;

const fields = z.strictObject(shapeOf(promoCodeEntity, 'input'));

interface Validity {
  valid_from?: string | null | undefined;
  valid_to?: string | null | undefined;
}

/** True when the validity ends after it begins, or one of the dates is missing. */
export function endsAfterItBegins({ valid_from, valid_to }: Validity): boolean {
  return !valid_from || !valid_to || Date.parse(valid_from) < Date.parse(valid_to);
}

const validity = acrossFields<Validity>((dates, refuse) => {
  if (!endsAfterItBegins(dates)) refuse('valid_to', 'validation.endBeforeStart');
});

/** `POST admin/promo-codes` */
export const promoCodeInput = fields.check(validity);
export type PromoCodeInput = z.infer<typeof promoCodeInput>;

/** `PUT admin/promo-codes/{id}`: absent fields stay as they are. */
export const promoCodeChanges = fields.partial().extend({ updated_at: moment.optional() }).check(validity);

export const promoCodeList: ListSpec = { fields: listFieldsOf(promoCodeEntity), search: true };

/** `POST auth/promo-code`: checks a code before registration. */
export const promoCodeQuestion = z.strictObject({
  promo_code: registrationCode,
  partner: registrationCode.optional(),
});
export const promoCodeOffer = z.object({ code: z.string(), effect: promoEffect });
export type PromoCodeOffer = z.infer<typeof promoCodeOffer>;

/** `POST auth/me/promo-code`: redeems a code in the customer's account. */
export const promoCodeRedemption = z.strictObject({ promo_code: registrationCode });
