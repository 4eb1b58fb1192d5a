/** 20 to 29 are a shop's own codes: five digits of the item, five of the weight in grams, and the check digit. */
const ofScales = /^2\d(\d{5})(\d{5})\d$/;

/**
 * The item's number in five digits, and the weight in grams, of an EAN-13 that scales print; undefined of another
 * code (docs/decisions/0312).
 */
export function readLabel(code: string): { item: string; grams: number } | undefined {
  const [, item, grams] = ofScales.exec(code.trim()) ?? [];
  if (item === undefined || Number(grams) === 0 || !hasCheckDigit(code.trim())) return undefined;
  return { item, grams: Number(grams) };
}

/** The last digit makes the sum of the others, each second one three times, a multiple of ten. */
function hasCheckDigit(code: string): boolean {
  const sum = [...code].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
