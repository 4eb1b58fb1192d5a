import type { TFunction } from 'i18next';
import type { RunningDiscount } from '#contract/catalogue/discount.ts';
import type { PromoCodeOffer } from '#contract/entities/promo-code.ts';

interface Words {
  t: TFunction;
  money: (minorUnits: number) => string;
}

/** What a promo code gives to a person who registers with it. */
export function effectText(effect: PromoCodeOffer['effect'], { t, money }: Words): string {
  switch (effect.kind) {
    case 'bonus':
      return t('promo.bonus', { amount: money(effect.amount) });
    case 'free_days':
      return t('promo.free_days', { count: effect.days });
    case 'percent':
      return discountText(t('promo.percent', { percent: effect.percent }), effect.periods, t);
    case 'amount':
      return discountText(money(effect.amount), effect.periods, t);
  }
}

/** What a promo code gave in the account, where a bonus comes at once. */
export function redeemedText(effect: PromoCodeOffer['effect'], words: Words): string {
  if (effect.kind !== 'bonus') return effectText(effect, words);
  return words.t('account.promo.bonus', { amount: words.money(effect.amount) });
}

function discountText(value: string, periods: number | null, t: TFunction): string {
  return periods === null
    ? t('promo.discount', { value })
    : t('promo.discountFor', { value, count: periods });
}

/** A running discount and what remains of it. */
export function runningText({ percent, amount, periods_left }: RunningDiscount, { t, money }: Words): string {
  const value = percent === null ? money(amount ?? 0) : t('promo.percent', { percent });
  return periods_left === null ? value : t('account.discount.left', { value, count: periods_left });
}
