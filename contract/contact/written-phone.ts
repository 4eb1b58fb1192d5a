import { line } from '../kernel/primitives.ts';

/**
 * A telephone number as people write it for others: `+380 (44) 000-00-00, ext. 12`, `0 800 50 05 00`. Customers' own
 * numbers are `phoneDigits`.
 */
export const writtenPhone = line({ max: 50 }).refine(isPhone, { error: 'validation.writtenPhone' });

const between = String.raw`[\s.\/\p{Pd}]*`;
const brackets = String.raw`\(\+?\d[\s\d]*\)`;
const number = String.raw`(?:\+\s?)?(?:${brackets}|\d)(?:${between}(?:${brackets}|\d))*`;
// In the five languages.
const extensions = 'ext|extension|x|дод|доб|вн|внутр|vid|dw|durchwahl';
const extension = String.raw`[\s,;]*(?:(?:${extensions})[.:]?|#)\s?\d{1,6}`;
const pattern = new RegExp(`^(${number})(?:${extension})?$`, 'iu');

/** Banks have numbers of three digits; no number in the world has more than fifteen. */
function isPhone(text: string): boolean {
  const digits = pattern.exec(text)?.[1]?.replace(/\D/g, '').length ?? 0;
  return digits >= 3 && digits <= 15;
}
