import {
  endsAfterItBegins,
  type PromoCode,
  promoCodeEntity,
  type PromoCodeInput,
  type PromoEffect,
} from '#contract/entities/promo-code.ts';
import type { Locale } from '#contract/variants.ts';
import type { Db, PromoCodeRow } from '#server/db/tables.ts';
import { toAnswer } from '#server/db/to-answer.ts';
import { fieldError } from '#server/kernel/app-error.ts';
import { inOrderOf } from '#server/lists/list-page.ts';
import type { Listing } from '#server/lists/list-reply.ts';
import type { CodeKind } from './code-uses.ts';
import { promoCodeCsv, promoCodeSource, promoCodeStore } from './promo-code-store.ts';

/** Promo codes (API.md, "promo-codes"). */
export const promoCodes: CodeKind<PromoCodeRow, PromoCode, Omit<PromoCodeInput, 'tariff_ids'>> = {
  store: promoCodeStore,
  noun: 'promo_code',
  name: ({ code }) => code,
  editable: ['code', 'valid_from', 'valid_to', 'uses_left', 'extra_free_days', 'bonus', 'tariff_ids'],
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
  toAnswer: (row) => toAnswer(promoCodeEntity, row, { effect: effectOf(row) }),
};

/** Promo codes as the list and its file show them. */
export function promoCodeListing(db: Db, defaultLocale: Locale): Listing<PromoCode> {
  return {
    name: 'promo_codes',
    source: () => promoCodeSource,
    rows: async (_caller, ids) =>
      inOrderOf(ids, await promoCodeStore.byIds(db, ids)).map(promoCodes.toAnswer),
    csv: promoCodeCsv(defaultLocale),
  };
}

/** What a promo code gives, in the contract's form. */
export function effectOf({
  extra_free_days,
  bonus,
}: Pick<PromoCodeRow, 'extra_free_days' | 'bonus'>): PromoEffect {
  return bonus === null
    ? { kind: 'free_days', days: extra_free_days ?? 0 }
    : { kind: 'bonus', amount: bonus };
}

function columnsOf(effect: PromoEffect): Pick<PromoCodeRow, 'extra_free_days' | 'bonus'> {
  return effect.kind === 'bonus'
    ? { extra_free_days: null, bonus: effect.amount }
    : { extra_free_days: effect.days, bonus: null };
}
