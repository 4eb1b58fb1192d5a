/** How money came. */
export const paymentMethods = ['bank', 'cash', 'card', 'online'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * A bank line is `unmatched`, then `matched` or `ignored`; an online payment is `pending` first; other money that came
 * is `succeeded`. `refunded`: all of it went back. `failed`: it never came, or a hand top-up was reversed.
 */
export const paymentStatuses = [
  'pending',
  'unmatched',
  'matched',
  'ignored',
  'succeeded',
  'failed',
  'refunded',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];
