/**
 * What a telephone dials for a number that is written for people. The extension is left out, because the person who
 * answers asks for it, and so is the `(0)` of `+49 (0)30`, which is for calls without the country's code. Null where
 * there is nothing to dial.
 */
export function dialledNumber(written: string): string | null {
  const [number = ''] = written.trim().split(/[\p{L}#,;]/u);
  const isInternational = /^\(?\+/.test(number);
  const digits = (isInternational ? number.replace('(0)', '') : number).replace(/\D/g, '');
  if (digits.length < 3 || digits.length > 15) return null;
  return isInternational ? `+${digits}` : digits;
}
