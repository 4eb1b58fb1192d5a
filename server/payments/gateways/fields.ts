/** Reading of gateways' answers, whose fields come as they like. */

export type Fields = Record<string, unknown>;

export function textIn(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function numberIn(fields: Fields, name: string): number | null {
  const value = fields[name];
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Empty where there is none. */
export function fieldsIn(fields: Fields, name: string): Fields {
  const value = fields[name];
  return typeof value === 'object' && value !== null ? (value as Fields) : {}; // read field by field
}

/** Minor units of an amount in whole ones, which JSON carries as a fraction; null stays null. */
export function minorUnits(amount: number | null): number | null {
  return amount === null ? null : Math.round(amount * 100);
}

/** The same the other way round. */
export function wholeUnits(amount: number): number {
  return Number((amount / 100).toFixed(2));
}

const detailLength = 200;

/** A gateway's own words in one line. */
export function detailOf(...words: (string | null)[]): string | null {
  const text = words.filter((word) => word !== null && word !== '').join(': ');
  return text === '' ? null : text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, detailLength);
}

/** The last four digits of a masked card number. */
export function last4Of(mask: string | null): string {
  return (mask ?? '').replaceAll(/\D/g, '').slice(-4).padStart(4, '0');
}
