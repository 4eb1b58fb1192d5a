import * as z from 'zod';
import { emailKinds } from '../entities/email.ts';
import { id, line, locale, moment, multiline } from '../kernel/primitives.ts';

/** The operator's own words of an email (GROWTH section 19, "Own words and look"; docs/decisions/0189). */

export const templateLimits = {
  subject: { max: 200 },
  body: { max: 10_000 },
} as const;

/**
 * `missing`: built in, while another language has own words; `outdated`: the built-in text has changed since;
 * `broken`: it can't be sent any more, so the built-in text is.
 */
export const templateStates = ['built_in', 'missing', 'changed', 'outdated', 'broken'] as const;
const templateState = z.enum(templateStates);
export type TemplateState = z.infer<typeof templateState>;

const kind = z.enum(emailKinds);

/** `GET admin/email-templates`: a kind of email to customers, and how its text stands in each language. */
export const templateOverview = z.object({
  kind,
  states: z.record(locale, templateState),
});
export type TemplateOverview = z.infer<typeof templateOverview>;

const words = z.object({ subject: z.string(), body: z.string() });

/** `link`: the words must lead to it; a `sample` is what a preview shows. */
export const emailTemplate = words.extend({
  kind,
  locale,
  state: templateState,
  built_in: words,
  variables: z.array(z.object({ name: z.string(), sample: z.string(), link: z.boolean() })),
  /** Null while it is the built-in text. */
  updated_at: moment.nullable(),
});
export type EmailTemplate = z.infer<typeof emailTemplate>;

const typed = {
  subject: line(templateLimits.subject),
  body: multiline({ min: 1, ...templateLimits.body }),
};

export const templateParams = z.strictObject({ kind, locale });

/** `PUT admin/email-templates/{kind}/{locale}` */
export const templateInput = z.strictObject({
  ...typed,
  updated_at: moment.nullable().optional(),
});
export type TemplateInput = z.output<typeof templateInput>;

/** `DELETE admin/email-templates/{kind}/{locale}` */
export const templateResetQuery = z.strictObject({
  updated_at: moment.optional(),
});

/** `POST admin/email-templates/test` */
export const templateTest = z.strictObject({ kind, locale, ...typed });
export type TemplateTest = z.output<typeof templateTest>;

/** `POST admin/email-templates/preview`; with `client_id` the values of the last such email to that client. */
export const templatePreview = templateTest.extend({
  client_id: id.nullable().optional(),
});
export type TemplatePreview = z.output<typeof templatePreview>;

export const previewedEmail = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});
export type PreviewedEmail = z.infer<typeof previewedEmail>;
