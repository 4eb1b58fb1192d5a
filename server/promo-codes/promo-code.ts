import {
  endsAfterItBegins,
  type PromoCode,
  promoCodeEntity,
  type PromoCodeInput,
  type PromoCodeState,
  type PromoEffect,
} from '#contract/entities/promo-code.ts';
import type { Locale } from '#contract/kernel/variants.ts';
import type { Db, PromoCodeRow } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import type { CodeKind } from './code-uses.ts';
import type { NewDiscount } from '#server/subscriptions/discounts/move-discounts.ts';
import { promoCodeCsv, promoCodeSource, promoCodeStore } from './promo-code-store.ts';

/** Promo codes (API.md, "promo-codes"). */
export const promoCodes: CodeKind<PromoCodeRow, PromoCode, Omit<PromoCodeInput, 'tariff_ids'>> = {
  store: promoCodeStore,
  noun: 'promo_code',
  name: ({ code }) => code,
  editable: [
    'code',
    'valid_from',
    'valid_to',
    'uses_left',
    'extra_free_days',
    'bonus',
    'discount_percent',
    'discount_amount',
    'discount_periods',
    'tariff_ids',
  ],
  columns({ valid_from, valid_to, effect, ...fields }, before) {
    const columns = {
      ...fields,
      ...(valid_from !== undefined && { valid_from: valid_from === null ? null : new Date(valid_from) }),
      ...(valid_to !== undefined && { valid_to: valid_to === null ? null : new Date(valid_to) }),
      ...(effect && columnsOf(effect)),
    };
    const { valid_from: start, valid_to: end } = { ...before, ...columns };
    // Only one of the two dates may have been sent.
    if (!endsAfterItBegins({ valid_from: start?.toISOString(), valid_to: end?.toISOString() }))
      throw fieldError('valid_to', 'validation.endBeforeStart');
    return columns;
  },
  toAnswer: (row, now) => toAnswer(promoCodeEntity, row, { effect: effectOf(row), state: stateOf(row, now) }),
};

/** Promo codes as the list and its file show them. */
export function promoCodeListing(db: Db, defaultLocale: Locale): Listing<PromoCode> {
  return {
    name: 'promo_codes',
    source: ({ now }) => promoCodeSource(now),
    rows: async ({ now }, ids) =>
      inOrderOf(ids, await promoCodeStore.byIds(db, ids)).map((row) => promoCodes.toAnswer(row, now)),
    csv: promoCodeCsv(defaultLocale),
  };
}

type EffectColumns = Pick<
  PromoCodeRow,
  'extra_free_days' | 'bonus' | 'discount_percent' | 'discount_amount' | 'discount_periods'
>;

/** What a promo code gives, in the contract's form. */
export function effectOf({
  extra_free_days,
  bonus,
  discount_percent: percent,
  discount_amount,
  discount_periods: periods,
}: EffectColumns): PromoEffect {
  if (percent !== null) return { kind: 'percent', percent, periods };
  if (discount_amount !== null) return { kind: 'amount', amount: discount_amount, periods };
  if (bonus !== null) return { kind: 'bonus', amount: bonus };
  return { kind: 'free_days', days: extra_free_days ?? 0 };
}

type Validity = Pick<PromoCodeRow, 'valid_from' | 'valid_to' | 'uses_left'>;

/** Whether a code can be used now, without regard to who asks, and why not. Pure. */
function stateOf({ valid_from, valid_to, uses_left }: Validity, now: Date): PromoCodeState {
  if (valid_to !== null && valid_to <= now) return 'expired';
  if (valid_from !== null && valid_from > now) return 'not_yet';
  return uses_left !== null && uses_left <= 0 ? 'used_up' : 'active';
}

const refusals = {
  expired: 'promoExpired',
  not_yet: 'promoNotYet',
  used_up: 'promoUsedUp',
  active: null,
} as const;

/** Why nobody can use a code now; each has a text `validation.KEY`. */
export type CodeRefusal = NonNullable<(typeof refusals)[PromoCodeState]>;

/** Why nobody can use a code now; null when it holds. Pure. */
export function refusalOfCode(row: Validity, now: Date): CodeRefusal | null {
  return refusals[stateOf(row, now)];
}

/** The discount that a code gives to a client; undefined when it gives something else. */
export function discountOfCode(
  { id, code, discount_percent, discount_amount, discount_periods }: PromoCodeRow,
  clientId: string,
): NewDiscount | undefined {
  if (discount_percent === null && discount_amount === null) return undefined;
  return {
    client_id: clientId,
    percent: discount_percent,
    amount: discount_amount,
    periods: discount_periods,
    reason: code,
    promo_code_id: id,
    created_by: null,
  };
}

function columnsOf(effect: PromoEffect): EffectColumns {
  const none = {
    extra_free_days: null,
    bonus: null,
    discount_percent: null,
    discount_amount: null,
    discount_periods: null,
  };
  switch (effect.kind) {
    case 'free_days':
      return { ...none, extra_free_days: effect.days };
    case 'bonus':
      return { ...none, bonus: effect.amount };
    case 'percent':
      return { ...none, discount_percent: effect.percent, discount_periods: effect.periods };
    case 'amount':
      return { ...none, discount_amount: effect.amount, discount_periods: effect.periods };
  }
}
