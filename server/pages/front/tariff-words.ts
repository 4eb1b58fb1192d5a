import { measureText } from '#contract/catalogue/measure-text.ts';
import type { MetricUnit } from '#contract/catalogue/metric.ts';
import type { PublicTariff } from '#contract/company/public-tariffs.ts';
import { intlTags, type Locale } from '#contract/kernel/variants.ts';
import { moneyFormat, withoutZeros } from '#contract/money/money-text.ts';
import { translate } from '#server/kernel/messages.ts';

/** How the parts of the first page say things, in one language. */
export interface Words {
  t(key: string, words?: Record<string, unknown>): string;
  money(minorUnits: number): string;
  measure(value: number, unit: MetricUnit): string;
  days(count: number): string;
}

export function wordsOf(locale: Locale, currency: string): Words {
  const tag = intlTags[locale];
  const amount = moneyFormat(tag, currency);
  const money = (minorUnits: number) => withoutZeros(amount(minorUnits / 100));
  return {
    t: (key, words) => translate(locale, `front.tariffs.${key}`, words),
    money,
    measure: (value, unit) => measureText(value, unit, { tag, money }),
    days: (count) =>
      new Intl.NumberFormat(tag, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count),
  };
}

export function isPaid({
  price_month,
  price_year,
}: Pick<PublicTariff, 'price_month' | 'price_year'>): boolean {
  return price_month > 0 || price_year > 0;
}

/** Whether one of them costs nothing at first. */
export function startsFree(tariffs: readonly PublicTariff[]): boolean {
  return tariffs.some((one) => isTried(one) || !isPaid(one));
}

/** Whether it is free at first; one that costs nothing is free for ever. */
export function isTried(tariff: PublicTariff): boolean {
  return tariff.trial_days > 0 && isPaid(tariff);
}

export function amountOf({ unit, limit }: PublicTariff['limits'][number], { measure }: Words): string {
  return measure(limit, unit);
}
