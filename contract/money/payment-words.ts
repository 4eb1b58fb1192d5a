/** How money was paid. */
export const paymentMethods = ['bank', 'cash', 'card', 'online'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * A bank line is `unmatched`, then `matched` or `ignored`. An online payment is `pending` first; other payments are
 * `succeeded`. `refunded`: the whole sum was paid back. `failed`: it never came, or a top-up by hand was reversed.
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
