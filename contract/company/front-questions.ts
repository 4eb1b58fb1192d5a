import * as z from 'zod';
import { limits, line, multiline } from '../kernel/primitives.ts';
import { type Locale, locales } from '../kernel/variants.ts';

/** More would be a page of its own. */
export const mostQuestions = 6;

const inLanguages = <Text extends z.ZodType>(text: Text) => z.partialRecord(z.enum(locales), text);
const frontQuestion = z.strictObject({
  question: inLanguages(line({ max: limits.tariffSubtitle.max })),
  answer: inLanguages(multiline({ min: 1, max: limits.tariffDescription.max })),
});
export type FrontQuestion = z.output<typeof frontQuestion>;

/** What strangers ask before they register, in order; a language shows what is written in it. */
export const frontQuestions = z
  .array(frontQuestion)
  .max(mostQuestions)
  .refine((all) => all.every(isAnswered), { error: 'validation.unanswered' });

/** Asked in one language at least, and answered in each in which it is asked. */
function isAnswered({ question, answer }: FrontQuestion): boolean {
  const asked = locales.filter((locale) => question[locale] !== undefined);
  return (
    asked.length > 0 && locales.every((locale) => (answer[locale] !== undefined) === asked.includes(locale))
  );
}

export function questionsIn(locale: Locale, all: readonly FrontQuestion[]) {
  return all.flatMap(({ question, answer }) => {
    const [asked, answered] = [question[locale], answer[locale]];
    return asked !== undefined && answered !== undefined ? [{ question: asked, answer: answered }] : [];
  });
}
