import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import { byLocale } from '../catalogue/names.ts';
import { feature } from '../catalogue/feature.ts';
import { metricLimit, metricLimits } from '../catalogue/metric.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { id, limits, line, moment, multiline } from '../kernel/primitives.ts';
import { type Locale, locales, type Variant, variants } from '../kernel/variants.ts';
import { created, own, rowId, updated } from '../kernel/common-fields.ts';

/** Who may choose a tariff: everybody, who has its link, or staff for a client (docs/decisions/0158). */
export const visibilities = ['public', 'link', 'private'] as const;
export type Visibility = (typeof visibilities)[number];

const day = z.iso.date({ error: 'validation.date' });
const price = z.int().min(0).max(limits.topUp.max);
const name = line({ max: limits.tariffName.max });
const texts = z.strictObject({
  name: line({ min: 0, max: limits.tariffName.max }),
  description: multiline({ max: limits.tariffDescription.max }),
  subtitle: line({ min: 0, max: limits.tariffSubtitle.max }),
});
const noTexts = { name: '', description: '', subtitle: '' };
const textsByLocale = Object.fromEntries(locales.map((language) => [language, texts.optional()])) as {
  [Name in Locale]: z.ZodOptional<typeof texts>; // fromEntries loses the type of the keys
};

/** Every field of a tariff, once, in the order of the list's file. Money in minor units; null: unlimited. */
export const tariffEntity = {
  id: rowId,
  name: { row: z.string(), list: { type: 'text' }, csv: true },
  price_month: { row: z.int(), ...own(price), list: { type: 'money' }, csv: true },
  price_year: { row: z.int(), ...own(price), list: { type: 'money' }, csv: true },
  /** The next price that is set and doesn't hold for anybody yet; null: none. */
  coming_price: {
    row: z.object({ price_month: z.int(), price_year: z.int(), from: z.iso.date() }).nullable(),
  },
  monthly_turnover_limit: {
    row: z.int().nullable(),
    ...own(z.int().min(0).nullable().optional()),
    list: { type: 'money' },
    csv: true,
    metric: 'monthly_turnover',
  },
  goods_quantity: {
    row: z.int().nullable(),
    ...own(z.int().min(0).max(limits.count.max).nullable().optional()),
    list: { type: 'number' },
    csv: true,
    metric: 'goods_count',
  },
  /** Every limit, the two above included; sent whole. Without it the two are what is sent, null if they are not. */
  limits: { row: z.array(metricLimit), ...own(metricLimits.optional()) },
  recommended_days: {
    row: z.int(),
    ...own(z.int().min(1).max(limits.days.max)),
    list: { type: 'number' },
    csv: true,
  },
  /** Left out for a new tariff: public when it has the texts for it, else private. */
  visibility: {
    row: z.enum(visibilities),
    ...own(z.enum(visibilities).optional()),
    list: { type: 'enum', values: visibilities },
    csv: true,
  },
  /** The code in the link of a tariff that is sold by link; made by the server. */
  link_code: { row: z.string().nullable() },
  /** The free period of clients who begin on it; null: the general setting. */
  trial_days: {
    row: z.int().nullable(),
    ...own(z.int().min(limits.days.min).max(limits.days.max).nullable().optional()),
    list: { type: 'number' },
    csv: true,
  },
  /** Its place in lists, 1 is the first; the others move up or down. A new one is the last. */
  position: {
    row: z.int(),
    ...own(z.int().min(1).max(limits.count.max).optional()),
    list: { type: 'number' },
    csv: true,
  },
  /** Whether the prices recommend it. One public tariff at most: a new one takes the mark from the other. */
  recommended: {
    row: z.boolean(),
    ...own(z.boolean().optional()),
    list: { type: 'boolean' },
    csv: true,
  },
  /** Its features; they are sent as ids. */
  permissions: {
    row: z.array(feature).optional(),
    ...own(z.array(id).min(1, { error: 'validation.oneFeature' })),
  },
  translations: {
    row: byLocale(z.object({ name: z.string(), description: z.string(), subtitle: z.string() })).optional(),
  },
  clients_count: { row: z.int(), list: { type: 'number' }, csv: true },
  archived_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  archived: { ...own(z.boolean().optional()), list: { type: 'boolean', filterOnly: true } },
  created_at: created,
  updated_at: updated,
} as const satisfies Entity;

/** A tariff as staff see it. */
export const tariff = z.object(shapeOf(tariffEntity, 'row'));
export type Tariff = z.infer<typeof tariff>;

/** `POST admin/tariffs`; the default language's name is required. */
export function tariffInput(variant: Variant) {
  return z.strictObject({
    ...shapeOf(tariffEntity, 'input'),
    translations: z.strictObject({
      ...textsByLocale,
      // Without any texts the error is at the name.
      [variants[variant].defaultLocale]: texts.extend({ name }).prefault(noTexts),
    }),
  });
}
export type TariffInput = z.infer<ReturnType<typeof tariffInput>>;

/** What a new price means for clients who came before it: they keep theirs, or pay the new one after its notice. */
export const existingPrices = ['keep', 'change'] as const;
export type ExistingPrices = (typeof existingPrices)[number];

/** How long the emails about a new price wait: one that is taken back by then is told to nobody (docs/decisions/0254). */
export const priceEmailSeconds = 10 * 60;

/** How another price comes: for whom, and from which day of the variant's zone; today if it is left out. */
const priceTerms = { existing: z.enum(existingPrices).optional(), from: day.optional() };

/**
 * `PUT admin/tariffs/{id}`: absent fields stay as they are; `translations` and `permissions` replace all. `existing`
 * and `from` go with another price; present clients pay it (`change`) unless they are said to keep theirs.
 */
export function tariffChanges(variant: Variant) {
  return tariffInput(variant)
    .partial()
    .extend({ updated_at: moment.optional(), ...priceTerms });
}
export type TariffChanges = z.infer<ReturnType<typeof tariffChanges>>;

/** The languages in which a public tariff needs a name. */
export function publicLocales(variant: Variant): Locale[] {
  return [...new Set<Locale>([variants[variant].defaultLocale, 'en'])];
}

/** Those of them that it has no name in; a tariff lacking one can't be public (GROWTH section 17, "Visibility"). */
export function localesMissing(
  translations: { [Name in Locale]?: { name: string } | undefined },
  needed: readonly Locale[],
): Locale[] {
  return needed.filter((locale) => !translations[locale]?.name.trim());
}
/** `POST admin/tariffs/{id}/price-preview` */
export const pricePreviewInput = z.strictObject({
  price_month: price,
  price_year: price,
  existing: priceTerms.existing.unwrap(),
  from: priceTerms.from,
});
export type PricePreviewInput = z.infer<typeof pricePreviewInput>;

const periodSum = z.object({ clients: z.int(), difference: z.int() });

/**
 * What a new price would mean for the clients that the tariff has: how many would pay it, what it changes in a month
 * (a yearly price counts as a twelfth), when the first of them is charged, how many are told.
 */
export const pricePreview = z.object({
  clients: z.int(),
  /** Those who are charged, by their billing period, and what it changes in a period of theirs. */
  paying: z.object({ month: periodSum, year: periodSum }),
  month_difference: z.int(),
  first_charge_at: moment.nullable(),
  mails: z.int(),
});
export type PricePreview = z.infer<typeof pricePreview>;

/** `GET admin/tariffs/{id}/prices`: the versions of a tariff's price, the latest first. Money in minor units. */
export const priceVersion = z.object({
  id: z.string(),
  price_month: z.int(),
  price_year: z.int(),
  from: z.iso.date(),
  existing: z.enum(existingPrices),
  /** From when present clients pay it; null when they don't, or when it is the first. */
  present_from: moment.nullable(),
  /** Whether it is what new clients pay now, has been before, or comes. */
  state: z.enum(['past', 'present', 'coming']),
  /** Clients for whom it would hold if their period began now. */
  clients: z.int(),
  /** Values of the clients' filter `price_held` that finds them. */
  clients_held: z.array(z.string()),
  /** Whether it can still be taken back. */
  can_withdraw: z.boolean(),
  created_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  created_at: moment,
});
export type PriceVersion = z.infer<typeof priceVersion>;

export const tariffList: ListSpec = {
  fields: listFieldsOf(tariffEntity),
  search: true,
  include: ['permissions', 'translations'],
};
