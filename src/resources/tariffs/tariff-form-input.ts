import * as z from 'zod';
import { limits } from '#contract/primitives.ts';
import { type Tariff, type TariffInput, tariffInput } from '#contract/tariff.ts';
import { type Locale, locales } from '#contract/variants.ts';
import { amountField, countField, typedAmount } from '#web/ui/amount.ts';
import type { Draft } from '#web/ui/form/form-draft.ts';

/** What the form holds: numbers as typed, null for unlimited (names: DESIGN section 9). */
export interface TariffForm {
  priceMonth: string;
  priceYear: string;
  monthlyTurnoverLimit: string | null;
  goodsQuantity: string | null;
  recommendedDays: string;
  checkedPermissions: string[];
  translations: Record<Locale, TariffText>;
}

export interface TariffText {
  name: string;
  subtitle: string;
  description: string;
}

const fieldNames = {
  priceMonth: 'price_month',
  priceYear: 'price_year',
  monthlyTurnoverLimit: 'monthly_turnover_limit',
  goodsQuantity: 'goods_quantity',
  recommendedDays: 'recommended_days',
  checkedPermissions: 'permissions',
} as const;

const textParts = ['name', 'subtitle', 'description'] as const;
const texts = locales.flatMap((locale) =>
  textParts.map((part) => ({ name: `translations.${locale}.${part}`, locale, part })),
);

/** The fields of the form in their order on the page. */
export const tariffFormFields = [...Object.keys(fieldNames), ...texts.map(({ name }) => name)];

/** A field of a tariff that two people may have changed; each text is one of its own. */
export type ComparedField = { name: string } | (typeof texts)[number];
export const comparedFields: readonly ComparedField[] = [
  ...Object.values(fieldNames).map((name) => ({ name })),
  ...texts,
];

/** Two versions of a tariff are compared by these. */
export function comparedValues({ permissions, translations, ...values }: TariffInput): Draft {
  return {
    ...values,
    permissions: [...permissions].sort(),
    ...Object.fromEntries(texts.map(({ name, locale, part }) => [name, translations[locale]?.[part] ?? ''])),
  };
}

/** A tariff as the body that would leave it as it is; it must come with its texts and features. */
export function tariffInputOf(tariff: Tariff): TariffInput {
  const { price_month, price_year, monthly_turnover_limit, goods_quantity, recommended_days } = tariff;
  return {
    price_month,
    price_year,
    monthly_turnover_limit,
    goods_quantity,
    recommended_days,
    permissions: (tariff.permissions ?? []).map(({ id }) => id),
    translations: textsOf(tariff.translations),
  };
}

/** A form with what another one has in some of the compared fields. */
export function withTheirs(mine: TariffForm, theirs: TariffForm, names: readonly string[]): TariffForm {
  const taken = Object.entries(fieldNames).flatMap(([field, name]) => (names.includes(name) ? [field] : []));
  const translations = { ...mine.translations };
  for (const { name, locale, part } of texts) {
    if (!names.includes(name)) continue;
    translations[locale] = { ...translations[locale], [part]: theirs.translations[locale][part] };
  }
  return {
    ...mine,
    ...Object.fromEntries(Object.entries(theirs).filter(([field]) => taken.includes(field))),
    translations,
  };
}

/** The form's name of a field of the API. */
export function formFieldOf(field: string): string {
  return Object.entries(fieldNames).find(([, name]) => name === field)?.[0] ?? field;
}

/** The form as the API's body, refused by the form's field names. */
export function tariffFormSchema(defaultLocale: Locale) {
  const { shape } = tariffInput(defaultLocale);
  const price = amountField({ max: limits.topUp.max });
  return z
    .object({
      priceMonth: price.pipe(shape.price_month),
      priceYear: price.pipe(shape.price_year),
      monthlyTurnoverLimit: amountField({ max: limits.money.max })
        .nullable()
        .pipe(shape.monthly_turnover_limit),
      goodsQuantity: countField.nullable().pipe(shape.goods_quantity),
      recommendedDays: countField.pipe(shape.recommended_days),
      checkedPermissions: shape.permissions,
      translations: shape.translations,
    })
    .transform(({ translations, ...fields }) => ({
      price_month: fields.priceMonth,
      price_year: fields.priceYear,
      monthly_turnover_limit: fields.monthlyTurnoverLimit,
      goods_quantity: fields.goodsQuantity,
      recommended_days: fields.recommendedDays,
      permissions: fields.checkedPermissions,
      translations,
    }));
}

/** A tariff as the form shows it; the tariff must come with its texts and features. */
export function tariffFormOf(tariff: Tariff, locale: Locale): TariffForm {
  const { monthly_turnover_limit: turnover, goods_quantity: goods } = tariff;
  return {
    priceMonth: typedAmount(tariff.price_month, locale),
    priceYear: typedAmount(tariff.price_year, locale),
    monthlyTurnoverLimit: turnover === null ? null : typedAmount(turnover, locale),
    goodsQuantity: goods === null ? null : String(goods),
    recommendedDays: String(tariff.recommended_days),
    checkedPermissions: (tariff.permissions ?? []).map(({ id }) => id),
    translations: textsOf(tariff.translations),
  };
}

export function emptyTariffForm(recommendedDays: number): TariffForm {
  return {
    priceMonth: '',
    priceYear: '',
    monthlyTurnoverLimit: null,
    goodsQuantity: null,
    recommendedDays: String(recommendedDays),
    checkedPermissions: [],
    translations: textsOf({}),
  };
}

/** How far the texts of a language are: all three, some, none. */
export function completeness(text: Partial<TariffText> | undefined): 'whole' | 'partial' | 'none' {
  const filled = [text?.name, text?.subtitle, text?.description].filter((part) => part?.trim());
  if (filled.length === 3) return 'whole';
  return filled.length > 0 ? 'partial' : 'none';
}

/** The limits that are now lower than before, as they would be; null when none is. */
export function loweredLimits(
  before: Limits,
  after: Limits,
): { monthly_turnover_limit?: number; goods_quantity?: number } | null {
  const turnover = lowered(before.monthly_turnover_limit, after.monthly_turnover_limit);
  const goods = lowered(before.goods_quantity, after.goods_quantity);
  if (turnover === undefined && goods === undefined) return null;
  return {
    ...(turnover !== undefined && { monthly_turnover_limit: turnover }),
    ...(goods !== undefined && { goods_quantity: goods }),
  };
}

type Limits = Pick<Tariff, 'monthly_turnover_limit' | 'goods_quantity'>;

function lowered(before: number | null, after: number | null): number | undefined {
  if (after === null) return undefined;
  return before === null || after < before ? after : undefined;
}

function textsOf(translations: Tariff['translations']): Record<Locale, TariffText> {
  const none = { name: '', subtitle: '', description: '' };
  const { uk, en, ru, lt, de } = translations ?? {};
  return {
    uk: { ...none, ...uk },
    en: { ...none, ...en },
    ru: { ...none, ...ru },
    lt: { ...none, ...lt },
    de: { ...none, ...de },
  };
}
