import type * as z from 'zod';
import { intlTags, type Locale } from './variants.ts';

/** A refusal is a key with parameters, not a sentence. Each side turns it into text where people read it. */
export interface Refusal {
  key: string;
  params?: Record<string, string | number>;
}

/**
 * The parameters of a refusal's text in a language: a bound and a `day` are written in that language's format (a year
 * of four digits is left alone), and `count` chooses the plural.
 */
export function spokenParams(
  { params = {} }: Refusal,
  locale: Locale,
): Record<string, string | number> & { count: number } {
  const format = new Intl.NumberFormat(intlTags[locale], { useGrouping: 'min2' });
  const spoken: ReturnType<typeof spokenParams> = {
    ...params,
    count: Number(params['max'] ?? params['min'] ?? 0),
  };
  for (const bound of ['min', 'max'] as const) {
    const value = Number(params[bound]);
    if (Number.isFinite(value)) Object.assign(spoken, { [bound]: format.format(value) });
  }
  if (typeof params['day'] === 'string') {
    const day = new Intl.DateTimeFormat(intlTags[locale], { dateStyle: 'medium', timeZone: 'UTC' });
    spoken.day = day.format(new Date(params['day']));
  }
  return spoken;
}

/**
 * The refusals of a failed parse by field (dotted path; `_` for the whole body), in the order found.
 */
export function refusalsByField(error: z.core.$ZodError): Record<string, Refusal[]> {
  // A map, because a field may be called `__proto__`.
  const fields = new Map<string, Refusal[]>();
  for (const issue of error.issues) {
    for (const [path, refusal] of refusalsOf(issue)) {
      const field = path.map(String).join('.') || '_';
      fields.set(field, [...(fields.get(field) ?? []), refusal]);
    }
  }
  return Object.fromEntries(fields);
}

function refusalsOf(issue: z.core.$ZodIssue): [PropertyKey[], Refusal][] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [
      [...issue.path, key],
      { key: 'validation.unknownKey', params: { name: key } },
    ]);
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    return [[issue.path, { key: 'validation.invalid' }]];
  }
  return [[issue.path, refusalOf(issue)]];
}

/** The refusal for one issue: zod's own, or the key that our rule gave as its message. */
export function refusalOf(issue: z.core.$ZodIssue): Refusal {
  if (issue.message.startsWith('validation.')) {
    const params = issue.code === 'custom' ? (issue.params as Refusal['params']) : undefined; // zod types it unknown
    return { key: issue.message, ...boundsOf(issue), ...(params && { params }) };
  }
  switch (issue.code) {
    case 'invalid_type':
      return { key: typeKey(issue) };
    case 'too_small':
      if (issue.origin === 'string') {
        return issue.minimum === 1
          ? { key: 'validation.required' }
          : { key: 'validation.tooShort', ...boundsOf(issue) };
      }
      return {
        key: issue.origin === 'array' ? 'validation.chooseOne' : 'validation.tooSmall',
        ...boundsOf(issue),
      };
    case 'too_big':
      return {
        key: issue.origin === 'string' ? 'validation.tooLong' : 'validation.tooBig',
        ...boundsOf(issue),
      };
    case 'invalid_value':
      return { key: issue.input == null ? 'validation.required' : 'validation.notAllowed' };
    default:
      return { key: 'validation.invalid' };
  }
}

function typeKey(issue: z.core.$ZodIssueInvalidType): string {
  if (issue.input === undefined || issue.input === null) return 'validation.required';
  switch (issue.expected) {
    case 'number':
    case 'int':
      return issue.input === '' ? 'validation.required' : 'validation.numberExpected';
    case 'string':
      return 'validation.textExpected';
    default:
      return 'validation.invalid';
  }
}

function boundsOf(issue: z.core.$ZodIssue): { params?: Record<string, number> } {
  if (issue.code === 'too_small') return { params: { min: Number(issue.minimum) } };
  if (issue.code === 'too_big') return { params: { max: Number(issue.maximum) } };
  return {};
}
