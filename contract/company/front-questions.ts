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
  .check(({ value, issues }) => {
    const [first] = value.flatMap((one, at) => unanswered(one).map((locale) => [at + 1, locale] as const));
    if (!first) return;
    const params = { place: first[0], language: first[1].toUpperCase() };
    issues.push({ code: 'custom', message: 'validation.unanswered', input: value, params });
  });

/** The languages in which one half is missing; where nothing is asked at all, the first. */
function unanswered({ question, answer }: FrontQuestion): Locale[] {
  const isAsked = locales.some((locale) => question[locale] !== undefined);
  const halves = locales.filter(
    (locale) => (question[locale] === undefined) !== (answer[locale] === undefined),
  );
  return isAsked || halves.length > 0 ? halves : locales.slice(0, 1);
}

export function questionsIn(locale: Locale, all: readonly FrontQuestion[]) {
  return all.flatMap(({ question, answer }) => {
    const [asked, answered] = [question[locale], answer[locale]];
    return asked !== undefined && answered !== undefined ? [{ question: asked, answer: answered }] : [];
  });
}
