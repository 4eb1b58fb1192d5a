type Units = number | `${number}`;

/**
 * Writes whole units of a currency with its sign, as the language of `tag` (for Intl) puts it: `₴1,500.00`, `−₴5.00`.
 * `options` are those of Intl. GROWTH.md section 21.
 */
export function moneyFormat(
  tag: string,
  currency: string,
  options: Intl.NumberFormatOptions = {},
): (units: Units) => string {
  const format = new Intl.NumberFormat(tag, { ...signed(currency), ...options });
  return (units) => withMinus(format.format(units));
}

/** A number that Intl wrote, with the minus sign (U+2212) where most languages of Intl put a hyphen. */
export function withMinus(written: string): string {
  return written.replace('-', '\u2212');
}

/**
 * What a tariff costs or allows, as it is offered and compared: a whole sum without its zeros. Money that is owed, paid
 * or counted keeps them, so that sums of one list add up by eye.
 */
export function withoutZeros(written: string): string {
  return written.replace(/[.,]00(?!\d)/, '');
}

/** What stands beside a sum in this language: `₴`, `€`. */
export function currencySign(tag: string, currency: string): string {
  const parts = new Intl.NumberFormat(tag, signed(currency)).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

function signed(currency: string): Intl.NumberFormatOptions {
  return { style: 'currency', currency, currencyDisplay: 'narrowSymbol' };
}
