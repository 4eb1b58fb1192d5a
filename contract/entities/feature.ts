import * as z from 'zod';
import type { ListSpec } from '../list-query.ts';
import { type Locale, locales } from '../variants.ts';

/** A text in each language that has one. */
export function byLocale<Text extends z.ZodType>(text: Text) {
  return z.object(
    Object.fromEntries(locales.map((name) => [name, text.optional()])) as {
      [Name in Locale]: z.ZodOptional<Text>; // fromEntries loses the type of the keys
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

export const featureList: ListSpec = {
  fields: {},
  include: ['translations'],
  asTree: true,
};
