import * as z from 'zod';
import { line } from '../kernel/primitives.ts';
import { type Locale, locales, type Variant, variants } from '../kernel/variants.ts';

/** What features and metrics have in common: a key for programs, and a name in each language. */

export const catalogueName = { max: 100 };
/** Of a feature: one sentence. */
export const catalogueDescription = { max: 200 };

/** What programs call it: lower-case words of Latin letters and digits. */
export const catalogueKey = line({ max: 50 }).regex(/^[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*$/, {
  error: 'validation.catalogueKey',
});

/** A text in each language that has one. */
export function byLocale<Text extends z.ZodType>(text: Text) {
  return z.object(
    Object.fromEntries(locales.map((name) => [name, text.optional()])) as {
      [Name in Locale]: z.ZodOptional<Text>; // fromEntries loses the type of the keys
    },
  );
}

export const namesByLocale = byLocale(z.object({ name: z.string() }));

/** With a sentence on what each is, for who hasn't seen it. */
export const describedNamesByLocale = byLocale(
  z.object({ name: z.string(), description: z.string().optional() }),
);
export type DescribedNamesByLocale = z.infer<typeof describedNamesByLocale>;

const name = line({ min: 0, ...catalogueName });
const required = line(catalogueName);
const description = line({ min: 0, ...catalogueDescription }).optional();

/** The names of a new row; that in the default language is required. */
export function namesInput(variant: Variant) {
  return z.strictObject({
    ...byLocale(z.strictObject({ name })).shape,
    // Without any names the error is at the name.
    [variants[variant].defaultLocale]: z.strictObject({ name: required }).prefault({ name: '' }),
  });
}

/** The same with a sentence on what each is, which may be left out. */
export function describedNamesInput(variant: Variant) {
  return z.strictObject({
    ...byLocale(z.strictObject({ name, description })).shape,
    [variants[variant].defaultLocale]: z.strictObject({ name: required, description }).prefault({ name: '' }),
  });
}
