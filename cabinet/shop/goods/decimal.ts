/**
 * A number as typed, with a comma or a point and with spaces, in its smallest parts: of `1 250,5` with two digits after
 * the comma 125050. Undefined where it is none, or has more of them. The till's script has this function too: it uses
 * nothing from outside.
 */
export function decimalOf(typed: string, digits: number): number | undefined {
  const [, whole, parts = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(typed.replaceAll(/\s/g, '')) ?? [];
  if (whole === undefined || parts.length > digits) return undefined;
  return Number(whole + parts.padEnd(digits, '0'));
}

/**
 * What was weighed one after another, as `0,512+0,3`, each part read by `read`. Undefined while one of them is missing.
 * The till's script has this function too.
 */
export function sumOfParts(typed: string, read: (part: string) => number | undefined): number | undefined {
  let sum = 0;
  for (const part of typed.split('+')) {
    const quantity = read(part);
    if (quantity === undefined) return undefined;
    sum += quantity;
  }
  return sum;
}
