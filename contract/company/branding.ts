import * as z from 'zod';
import { line, moment, multiline } from '../kernel/primitives.ts';
import { locales } from '../kernel/variants.ts';
import { nearestAccent } from './accent.ts';
import { hexColour } from './hex-colour.ts';

export const brandingLimits = {
  /** Of each picture, as a file. */
  imageBytes: 100 * 1024,
  /** Of a PNG, each side. */
  pixels: 2048,
  /** How much wider than high a picture may be, and the other way round. */
  ratio: 12,
  footer: { max: 500 },
  pictureAlt: { max: 200 },
  /** Three pictures in base64, and the rest. */
  bodyBytes: 460 * 1024,
} as const;

const accent = z
  .string()
  .trim()
  .toLowerCase()
  .regex(hexColour, { error: 'validation.colour', abort: true })
  .check(({ value, issues }) => {
    const nearest = nearestAccent(value);
    if (nearest === value) return;
    const params = { nearest };
    issues.push({ code: 'custom', message: 'validation.accentContrast', input: value, params });
  });

// Its real bound is on the file inside.
const image = z
  .string()
  .max(brandingLimits.bodyBytes)
  .regex(/^data:image\/(png|svg\+xml)[;,]/i, { error: 'validation.imageKind' });

/** Below pages, emails and documents, by language. */
const footer = z.partialRecord(z.enum(locales), multiline(brandingLimits.footer));
/** What the picture shows, for who can't see it; an empty text is none. */
const pictureAlt = z.partialRecord(z.enum(locales), line({ min: 0, ...brandingLimits.pictureAlt }));

/**
 * `GET admin/branding`: null is the product's own. `logo`: with the name in it, of any proportion; `mark`: a small
 * picture next to the product's name, and the icon of pages; `picture`: of the product, on the public first page. All
 * as data URLs.
 */
export const branding = z.object({
  accent: z.string().nullable(),
  logo: z.string().nullable(),
  mark: z.string().nullable(),
  picture: z.string().nullable(),
  picture_alt: z.partialRecord(z.enum(locales), z.string()),
  footer: z.partialRecord(z.enum(locales), z.string()),
  /** Null while nothing was changed. */
  updated_at: moment.nullable(),
});
export type Branding = z.infer<typeof branding>;

/** `PUT admin/branding`: what is left out stays. */
export const brandingInput = z
  .strictObject({
    accent: accent.nullable(),
    logo: image.nullable(),
    mark: image.nullable(),
    picture: image.nullable(),
    picture_alt: pictureAlt,
    footer,
  })
  .partial()
  .extend({ updated_at: moment.nullable().optional() });
export type BrandingInput = z.output<typeof brandingInput>;

/** `DELETE admin/branding` */
export const brandingResetQuery = z.strictObject({ updated_at: moment.optional() });

/** A picture as pages show it; `ratio`: how much wider than high it is. */
export const brandPicture = z.object({ url: z.string(), ratio: z.number() });
export type BrandPicture = z.infer<typeof brandPicture>;

/** What every page needs of the branding (`config.json`). */
export const pageBranding = z.object({
  accent: z.string().nullable(),
  /** Instead of the mark and the name. */
  logo: brandPicture.nullable(),
  markUrl: z.string(),
  footer: z.partialRecord(z.enum(locales), z.string()),
});
export type PageBranding = z.infer<typeof pageBranding>;
