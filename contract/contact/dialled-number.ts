/**
 * The digits to dial for a number written for people. The extension is left out, because it is said after the call is
 * answered, and so is the `(0)` of `+49 (0)30`, which is for calls within the country. Null when there is nothing to
 * dial.
 */
export function dialledNumber(written: string): string | null {
  const [number = ''] = written.trim().split(/[\p{L}#,;]/u);
  const isInternational = /^\(?\+/.test(number);
  const digits = (isInternational ? number.replace('(0)', '') : number).replace(/\D/g, '');
  if (digits.length < 3 || digits.length > 15) return null;
  return isInternational ? `+${digits}` : digits;
}
