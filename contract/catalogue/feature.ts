import * as z from 'zod';
import type { ListSpec } from '../kernel/list-query.ts';
import { id, limits, moment } from '../kernel/primitives.ts';
import type { Variant } from '../kernel/variants.ts';
import {
  catalogueKey,
  describedNamesByLocale,
  type DescribedNamesByLocale,
  describedNamesInput,
} from './names.ts';

export interface Feature {
  id: string;
  key: string;
  parent_id: string | null;
  translations?: DescribedNamesByLocale | undefined;
  children?: Feature[] | undefined;
  /** These only with `include=archived`. */
  position?: number | undefined;
  archived?: boolean | undefined;
  tariffs_count?: number | undefined;
  updated_at?: string | undefined;
}

/** A feature that a tariff may include; `children` with `as_tree`. */
export const feature: z.ZodType<Feature> = z.object({
  id: z.string(),
  key: z.string(),
  parent_id: z.string().nullable(),
  translations: describedNamesByLocale.optional(),
  get children() {
    return z.array(feature).optional();
  },
  position: z.int().optional(),
  archived: z.boolean().optional(),
  tariffs_count: z.int().optional(),
  updated_at: moment.optional(),
});

/**
 * Without `include=archived` only what a tariff may newly include: an archived feature, and what is below it, is left
 * out.
 */
export const featureList: ListSpec = {
  fields: {},
  include: ['translations', 'archived'],
  asTree: true,
};

/** `POST admin/tariff-permissions`: without `position` the last of its siblings. */
export function featureInput(variant: Variant) {
  return z.strictObject({
    key: catalogueKey,
    parent_id: id.nullable().optional(),
    position: z.int().min(0).max(limits.count.max).optional(),
    archived: z.boolean().optional(),
    translations: describedNamesInput(variant),
  });
}
export type FeatureInput = z.infer<ReturnType<typeof featureInput>>;

/** `PUT admin/tariff-permissions/{id}`: absent fields stay; `translations` replaces all. */
export function featureChanges(variant: Variant) {
  return featureInput(variant).partial().extend({ updated_at: moment.optional() });
}
export type FeatureChanges = z.infer<ReturnType<typeof featureChanges>>;
