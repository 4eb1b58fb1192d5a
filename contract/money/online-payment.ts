import * as z from 'zod';
import { acrossFields, id, limits, moment } from '../kernel/primitives.ts';
import { ownTopUp } from './own-top-up.ts';
import { paymentStatuses } from './payment-words.ts';
import { gatewayNames, paymentFailures } from './payment-gateway.ts';

/** A way to pay online, in the order of `PAYMENTS`; `title` is in the reader's language. */
export const onlineMethod = z.object({
  id: z.enum(gatewayNames),
  title: z.string(),
  saves_cards: z.boolean(),
});
export type OnlineMethod = z.infer<typeof onlineMethod>;

const amount = z.int().min(ownTopUp.min).max(ownTopUp.max);

/**
 * `POST auth/me/payments`: minor units, or an open proforma of one's own, of which all that is left is paid; by a method,
 * or by a saved card of one's own, which is charged at once. A method that saves no cards refuses `save_card`.
 */
export const startPaymentInput = z
  .strictObject({
    method: z.enum(gatewayNames).optional(),
    card_id: id.optional(),
    amount: amount.optional(),
    document_id: id.optional(),
    save_card: z.boolean().optional(),
    /** 409 `same_payment` where the same sum was paid a moment ago, or began to be paid: a person is to say so first. */
    unless_same: z.enum(['paid', 'paid_or_open']).optional(),
  })
  .check(
    acrossFields<{
      method?: string | undefined;
      card_id?: string | undefined;
      save_card?: boolean | undefined;
      amount?: number | undefined;
      document_id?: string | undefined;
    }>((input, refuse) => {
      if (input.card_id === undefined && input.method === undefined) {
        refuse('method', 'validation.required');
      }
      if (input.card_id !== undefined && input.method !== undefined) {
        refuse('method', 'validation.notAllowed');
      }
      if (input.card_id !== undefined && input.save_card === true) {
        refuse('save_card', 'validation.notAllowed');
      }
      if (input.document_id === undefined && input.amount === undefined) {
        refuse('amount', 'validation.required');
      }
      if (input.document_id !== undefined && input.amount !== undefined) {
        refuse('amount', 'validation.notAllowed');
      }
    }),
  );
export type StartPaymentInput = z.infer<typeof startPaymentInput>;

export const startedPayment = z.object({
  id: z.string(),
  status: z.literal('pending'),
  /** Where the customer pays; null: a saved card is charged. */
  redirect_url: z.string().nullable(),
});
export type StartedPayment = z.infer<typeof startedPayment>;

/** `GET auth/me/payments/{id}`: one's own online payment. */
export const ownPayment = z.object({
  id: z.string(),
  status: z.enum(paymentStatuses),
  provider: z.enum(gatewayNames).nullable(),
  amount: z.int(),
  refunded: z.int(),
  currency: z.string(),
  /** Why no money came; null while it may, or when it did. */
  failure: z.enum(paymentFailures).nullable(),
  /** Where it can still be paid; null once it is decided, or its page has closed. */
  redirect_url: z.string().nullable(),
  created_at: moment,
});
export type OwnPayment = z.infer<typeof ownPayment>;

/** `GET auth/me/cards`: what is known about a saved card; null: the gateway doesn't say. */
export const savedCard = z.object({
  id: z.string(),
  provider: z.enum(gatewayNames),
  title: z.string(),
  brand: z.string().nullable(),
  last4: z.string(),
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
  created_at: moment,
});
export type SavedCard = z.infer<typeof savedCard>;

export const topUpMoments = ['period_end', 'below'] as const;

/** `GET auth/me/auto-top-up` */
export const autoTopUp = z.object({
  enabled: z.boolean(),
  card_id: z.string().nullable(),
  when: z.enum(topUpMoments),
  /** Minor units; null with `period_end`. */
  threshold: z.int().nullable(),
  /** `period`: what the coming period lacks. */
  amount: z.union([z.literal('period'), z.int()]),
  /** Why the platform switched it off; null: it didn't. */
  stopped: z.enum(['card_refused', 'card_removed']).nullable(),
});
export type AutoTopUp = z.infer<typeof autoTopUp>;

/** `PUT auth/me/auto-top-up`. With `below` a threshold is needed, with `period_end` there is none. */
export const autoTopUpInput = z
  .strictObject({
    enabled: z.boolean(),
    card_id: id.nullable().optional(),
    when: z.enum(topUpMoments),
    threshold: z.int().min(0).max(limits.topUp.max).optional(),
    amount: z.union([z.literal('period'), amount]),
  })
  .check(
    acrossFields<{
      enabled: boolean;
      card_id?: string | null | undefined;
      when: (typeof topUpMoments)[number];
      threshold?: number | undefined;
    }>((input, refuse) => {
      if (input.enabled === true && !input.card_id) refuse('card_id', 'validation.required');
      if (input.when === 'below' && input.threshold === undefined) refuse('threshold', 'validation.required');
      if (input.when === 'period_end' && input.threshold !== undefined) {
        refuse('threshold', 'validation.notAllowed');
      }
    }),
  );
export type AutoTopUpInput = z.infer<typeof autoTopUpInput>;

/** `GET admin/payment-gateways`: what is configured, and when a gateway was last heard of. */
export const gatewayState = z.object({
  id: z.enum(gatewayNames),
  title: z.string(),
  saves_cards: z.boolean(),
  /** Moves no money. */
  is_test: z.boolean(),
  /** Where it sends its notices. */
  notice_url: z.string(),
  last_notice_at: moment.nullable(),
  pending: z.int(),
  problems: z.int(),
});
export type GatewayState = z.infer<typeof gatewayState>;
