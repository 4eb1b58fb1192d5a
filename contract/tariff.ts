import * as z from 'zod';
import type { ListSpec } from './list-query.ts';
import { id, limits, line, multiline } from './primitives.ts';
import { type Locale, locales } from './variants.ts';

/** A text in each language that has one. */
export function byLocale<Text extends z.ZodType>(text: Text) {
  return z.object(
    Object.fromEntries(locales.map((name) => [name, text.optional()])) as {
      [Name in Locale]: z.ZodOptional<Text>; // fromEntries forgets the keys
    },
  );
}

export interface Feature {
  id: string;
  key: string;
  parent_id: string | null;
  translations?: { [Name in Locale]?: { name: string } | undefined } | undefined;
  children?: Feature[] | undefined;
}

/** A feature that a tariff may include; `children` with `as_tree`. */
export const feature: z.ZodType<Feature> = z.object({
  id: z.string(),
  key: z.string(),
  parent_id: z.string().nullable(),
  translations: byLocale(z.object({ name: z.string() })).optional(),
  get children() {
    return z.array(feature).optional();
  },
});

/** A tariff as staff see it. Prices and the turnover limit in minor units; null means unlimited. */
export const tariff = z.object({
  id: z.string(),
  price_month: z.int(),
  price_year: z.int(),
  monthly_turnover_limit: z.int().nullable(),
  goods_quantity: z.int().nullable(),
  recommended_days: z.int(),
  archived_at: z.iso.datetime().nullable(),
  name: z.string(),
  permissions: z.array(feature).optional(),
  translations: byLocale(
    z.object({ name: z.string(), description: z.string(), subtitle: z.string() }),
  ).optional(),
  clients_count: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Tariff = z.infer<typeof tariff>;

const name = line({ max: limits.tariffName.max });
const translation = z.strictObject({
  name: line({ min: 0, max: limits.tariffName.max }),
  description: multiline({ max: limits.tariffDescription.max }),
  subtitle: line({ min: 0, max: limits.tariffSubtitle.max }),
});
const noTexts = { name: '', description: '', subtitle: '' };

/** `POST admin/tariffs`; the default language's name is required. Money in minor units, null: unlimited. */
export function tariffInput(defaultLocale: Locale) {
  return z.strictObject({
    price_month: z.int().min(0).max(limits.topUp.max),
    price_year: z.int().min(0).max(limits.topUp.max),
    monthly_turnover_limit: z.int().min(0).nullable(),
    goods_quantity: z.int().min(0).max(limits.count.max).nullable(),
    recommended_days: z.int().min(1).max(limits.days.max),
    permissions: z.array(id).min(1, { error: 'validation.onePermission' }),
    translations: z.strictObject({
      ...(Object.fromEntries(locales.map((language) => [language, translation.optional()])) as {
        [Name in Locale]: z.ZodOptional<typeof translation>; // fromEntries forgets the keys
      }),
      // Without any texts it is the name that is missing.
      [defaultLocale]: translation.extend({ name }).prefault(noTexts),
    }),
    archived: z.boolean().optional(),
  });
}
export type TariffInput = z.infer<ReturnType<typeof tariffInput>>;

/** `PUT admin/tariffs/{id}`: what is left out stays; `translations` and `permissions` are given whole. */
export function tariffChanges(defaultLocale: Locale) {
  return tariffInput(defaultLocale).partial().extend({ updated_at: z.iso.datetime().optional() });
}
export type TariffChanges = z.infer<ReturnType<typeof tariffChanges>>;

const wholeNumber = (text: z.ZodString) =>
  text
    .regex(/^\d{1,16}$/, { error: 'validation.numberExpected' })
    .transform(Number)
    .refine(Number.isSafeInteger, { error: 'validation.numberExpected' });
const limit = wholeNumber(z.string()).optional();
const count = ({ min, max }: { min: number; max: number }) =>
  wholeNumber(z.string()).pipe(z.int().min(min).max(max));

/** `GET admin/tariffs/{id}/exceeding`: limits as they would be; one that is left out is none. */
export const exceedingQuery = z.strictObject({
  monthly_turnover_limit: limit,
  goods_quantity: limit,
  page: count(limits.page).optional(),
  limit: count(limits.pageSize).optional(),
});
export type ExceedingQuery = z.infer<typeof exceedingQuery>;

/** A client that would be over a limit. */
export const exceedingClient = z.object({
  id: z.string(),
  name: z.string(),
  monthly_turnover: z.int(),
  goods_count: z.int(),
});
export type ExceedingClient = z.infer<typeof exceedingClient>;

export const tariffList: ListSpec = {
  fields: {
    id: { type: 'id' },
    name: { type: 'text' },
    price_month: { type: 'money' },
    price_year: { type: 'money' },
    monthly_turnover_limit: { type: 'money' },
    goods_quantity: { type: 'number' },
    recommended_days: { type: 'number' },
    archived_at: { type: 'moment' },
    archived: { type: 'boolean', filterOnly: true },
    clients_count: { type: 'number' },
    created_at: { type: 'moment' },
    updated_at: { type: 'moment' },
  },
  search: true,
  include: ['permissions', 'translations'],
};

export const featureList: ListSpec = {
  fields: {},
  include: ['translations'],
  asTree: true,
};
