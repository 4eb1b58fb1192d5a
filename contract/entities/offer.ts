import * as z from 'zod';
import type { ListSpec } from '../list-query.ts';
import { limits, line, locale, moment, multiline } from '../primitives.ts';
import { locales } from '../variants.ts';

/**
 * A version of the public offer in one language. `built_in`: the text of a new installation; `current`: the version
 * that customers who read this language see now.
 */
export const offerVersion = z.object({
  id: z.string(),
  locale,
  version: z.int(),
  title: z.string(),
  body: z.string(),
  built_in: z.boolean(),
  current: z.boolean(),
  created_at: moment.nullable(),
});
export type OfferVersion = z.infer<typeof offerVersion>;

/** `POST admin/offer`: the next version in that language. */
export const offerInput = z.strictObject({
  locale,
  title: line(limits.generic),
  body: multiline({ min: 1, max: limits.offer.max }),
});
export type OfferInput = z.infer<typeof offerInput>;

export const offerList: ListSpec = {
  fields: {
    id: { type: 'id' },
    locale: { type: 'enum', values: locales },
    version: { type: 'number' },
    title: { type: 'text' },
    body: { type: 'text' },
    built_in: { type: 'boolean' },
    current: { type: 'boolean' },
    created_at: { type: 'moment' },
  },
  search: true,
};
