import * as z from 'zod';
import { created, own, rowId, updated } from '../kernel/common-fields.ts';
import { byLocale } from '../catalogue/names.ts';
import { type Entity, listFieldsOf, shapeOf } from '../kernel/entity.ts';
import type { ListSpec } from '../kernel/list-query.ts';
import { acrossFields, id, line, moment, multiline } from '../kernel/primitives.ts';
import { type Locale, locales, type Variant, variants } from '../kernel/variants.ts';

/** What the operator tells its customers (GROWTH section 19, "Announcements"; docs/decisions/0186). */

export const announcementLimits = {
  title: { max: 120 },
  body: { max: 4000 },
  audience: { max: 4000 },
} as const;

export const announcementStates = ['planned', 'shown', 'over'] as const;
export type AnnouncementState = (typeof announcementStates)[number];

const text = z.object({ title: z.string(), body: z.string() });
const textsByLocale = byLocale(text);
export type AnnouncementTexts = z.infer<typeof textsByLocale>;

const typedText = z.strictObject({
  title: line(announcementLimits.title),
  body: multiline({ min: 1, ...announcementLimits.body }),
});
const typedByLocale = Object.fromEntries(locales.map((name) => [name, typedText.optional()])) as {
  [Name in Locale]: z.ZodOptional<typeof typedText>; // fromEntries loses the type of the keys
};

/** Every field of an announcement, once. */
export const announcementEntity = {
  id: rowId,
  /** In the reader's language, else in the default one. */
  title: { row: z.string(), list: { type: 'text' }, csv: true },
  texts: { row: textsByLocale },
  /** A list of clients as its address has it; null: everybody. */
  audience: {
    row: z.string().nullable(),
    ...own(z.string().max(announcementLimits.audience.max).nullable()),
  },
  /** False when the filter uses what is gone: then nobody sees it. */
  audience_holds: { row: z.boolean() },
  state: { row: z.enum(announcementStates) },
  from: { row: moment, ...own(moment), list: { type: 'moment' }, csv: true },
  /** It is shown until before this moment; null: without end. */
  to: { row: moment.nullable(), ...own(moment.nullable()), list: { type: 'moment' }, csv: true },
  mail: { row: z.boolean(), ...own(z.boolean()), list: { type: 'boolean' }, csv: true },
  /** When the last client of the audience was emailed it. */
  mailed_at: { row: moment.nullable(), list: { type: 'moment' }, csv: true },
  created_at: created,
  updated_at: updated,
} as const satisfies Entity;

export const announcement = z.object(shapeOf(announcementEntity, 'row'));
export type Announcement = z.infer<typeof announcement>;

interface Validity {
  from?: string | undefined;
  to?: string | null | undefined;
}

/** Whether it ends after it begins, or has no end. */
export function endsAfterStart({ from, to }: Validity): boolean {
  return !from || !to || Date.parse(from) < Date.parse(to);
}

const validity = acrossFields<Validity>((times, refuse) => {
  if (!endsAfterStart(times)) refuse('to', 'validation.endBeforeStart');
});

function fields(variant: Variant) {
  return {
    ...shapeOf(announcementEntity, 'input'),
    texts: z.strictObject({
      ...typedByLocale,
      // Without any text the errors are at its fields.
      [variants[variant].defaultLocale]: typedText.prefault({ title: '', body: '' }),
    }),
  };
}

/** `POST admin/announcements`; the text in the default language is required. */
export function announcementInput(variant: Variant) {
  return z.strictObject(fields(variant)).check(validity);
}
export type AnnouncementInput = z.infer<ReturnType<typeof announcementInput>>;

/** `PUT admin/announcements/{id}`: absent fields stay; `texts` replaces all. */
export function announcementChanges(variant: Variant) {
  return z.strictObject(fields(variant)).partial().extend({ updated_at: moment.optional() }).check(validity);
}
export type AnnouncementChanges = z.infer<ReturnType<typeof announcementChanges>>;

export const announcementList: ListSpec = { fields: listFieldsOf(announcementEntity), search: true };

/** `POST admin/announcements/audience`: how many clients it has now. */
export const audienceInput = z.strictObject({
  audience: z.string().max(announcementLimits.audience.max).nullable(),
});

/** `GET auth/me/announcements`: one that is shown now, in the reader's language; `locale` is that of the text. */
export const ownAnnouncement = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  locale: z.enum(locales),
  from: moment,
});
export type OwnAnnouncement = z.infer<typeof ownAnnouncement>;
export const announcementParams = z.strictObject({ id });
