import * as z from 'zod';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { limits, line, locale, moment, multiline } from '../kernel/primitives.ts';
import { locales } from '../kernel/variants.ts';
import { rowId } from '../kernel/common-fields.ts';

/** The texts that anybody may read: `/terms`, which customers accept, and `/privacy`. */
export const offerKinds = ['terms', 'privacy'] as const;
export type OfferKind = (typeof offerKinds)[number];

/**
 * Every field of a version of such a text in one language, once, in the order of the list's file. `built_in`: the text
 * of a new installation; `current`: the version that customers who read this language see now.
 */
export const offerEntity = {
  id: rowId,
  kind: { row: z.enum(offerKinds), list: { type: 'enum', values: offerKinds }, csv: true },
  locale: { row: locale, list: { type: 'enum', values: locales }, csv: true },
  version: { row: z.int(), list: { type: 'number' }, csv: true },
  current: { row: z.boolean(), list: { type: 'boolean' }, csv: true },
  title: { row: z.string(), list: { type: 'text' }, csv: true },
  body: { row: z.string(), list: { type: 'text' }, csv: true },
  built_in: { row: z.boolean(), list: { type: 'boolean' } },
  created_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
} as const satisfies Entity;

export const offerVersion = z.object(shapeOf(offerEntity, 'row'));
export type OfferVersion = z.infer<typeof offerVersion>;

/** `POST admin/offer`: the next version in that language. Without a kind it is the terms. */
export const offerInput = z.strictObject({
  kind: z.enum(offerKinds).default('terms'),
  locale,
  title: line(limits.generic),
  body: multiline({ min: 1, max: limits.offer.max }),
});
export type OfferInput = z.infer<typeof offerInput>;

export const offerList: ListSpec = { fields: listFieldsOf(offerEntity), search: true };
