/** What customers can pay by online, as `PAYMENTS` names it. `test` moves no money. */
export const gatewayNames = ['stripe', 'monobank', 'liqpay', 'montonio', 'test'] as const;
export type GatewayName = (typeof gatewayNames)[number];

interface GatewayTraits {
  /** Whether it keeps cards that can be charged without their owner. */
  savesCards: boolean;
  /** What it takes money in; null: what the account at the gateway allows. */
  currencies: readonly string[] | null;
  /** It sends notices only where its own settings say so; else each payment says where. */
  noticesNeedSetUp: boolean;
}

/** What is known about a gateway without a request to it. */
export const gatewayTraits: Record<GatewayName, GatewayTraits> = {
  stripe: { savesCards: true, currencies: null, noticesNeedSetUp: true },
  monobank: { savesCards: true, currencies: ['UAH', 'USD', 'EUR'], noticesNeedSetUp: false },
  liqpay: { savesCards: true, currencies: ['UAH', 'USD', 'EUR'], noticesNeedSetUp: false },
  montonio: { savesCards: false, currencies: ['EUR', 'PLN'], noticesNeedSetUp: false },
  test: { savesCards: true, currencies: null, noticesNeedSetUp: false },
};

/** Why no money came, in words that every gateway's own are told in. */
export const paymentFailures = [
  'declined',
  'insufficient_funds',
  'card_expired',
  'authentication_required',
  'page_expired',
  'cancelled',
  'gateway_unavailable',
  'other',
] as const;
export type PaymentFailure = (typeof paymentFailures)[number];

/**
 * What is wrong with a notice, which then credits nothing. `paid_twice`: another payment under a name that is paid
 * already. `failed_after_success`, `refunded_elsewhere`: the gateway took back what was credited.
 * `refund_failed`, `refund_unanswered`: it didn't send back what we asked it to; `refund_broken`: we failed ourselves to
 * ask, or to write the answer down; `check_broken`: the same with a question about a payment. Those are no notices of
 * its own, and end once it has answered.
 */
export const noticeProblems = [
  'unknown_payment',
  'amount',
  'currency',
  'client_deleted',
  'paid_twice',
  'failed_after_success',
  'refunded_elsewhere',
  'refund_failed',
  'refund_unanswered',
  'refund_broken',
  'check_broken',
] as const;
export type NoticeProblem = (typeof noticeProblems)[number];
